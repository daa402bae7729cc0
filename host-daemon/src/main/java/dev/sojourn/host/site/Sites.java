package dev.sojourn.host.site;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.config.SiteConfig;
import dev.sojourn.host.config.SiteSource;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.FolderCheck;
import dev.sojourn.visit.content.FolderRobots;
import dev.sojourn.visit.content.PrivatePaths;
import dev.sojourn.visit.content.SourceRobots;
import dev.sojourn.visit.content.UrlRules;
import dev.sojourn.visit.upstream.UpstreamSettings;
import dev.sojourn.visit.upstream.UpstreamSource;
import dev.sojourn.visit.warc.WarcNames;
import dev.sojourn.visit.warc.WarcSettings;
import dev.sojourn.visit.warc.WarcSource;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// All sites of a daemon, by origin.
public final class Sites {
  private final Map<String, SiteConfig> configs;
  private final Map<String, Site> byOrigin;
  private final List<String> warnings;

  private final FolderMemory memory;

  private Sites(
      Map<String, SiteConfig> configs,
      Map<String, Site> byOrigin,
      List<String> warnings,
      FolderMemory memory) {
    this.memory = memory;
    this.configs = configs;
    this.byOrigin = byOrigin;
    this.warnings = List.copyOf(warnings);
  }

  /// Opens the sources of sites. A missing folder or file delays no site: it is used as soon as it
  /// is available.
  ///
  /// @param configs one per site
  /// @param own paths that no site may serve
  /// @param memory remembers folders that had pages
  /// @param clock the time
  /// @return the sites
  public static Sites open(
      List<SiteConfig> configs, PrivatePaths own, FolderMemory memory, InstantSource clock) {
    return new Sites(Map.of(), Map.of(), List.of(), memory).reopen(configs, own, clock);
  }

  /// Opens the sources of sites again, as after a change of folders and files. A site with a web
  /// server or WARC files stays open if its configuration is unchanged. Thus it also keeps its rate
  /// of requests and its cached pages. Its WARC files need not be read again, because a watch loads
  /// their changes.
  ///
  /// @param next one per site
  /// @param own paths that no site may serve
  /// @param clock the time
  /// @return the sites
  public Sites reopen(List<SiteConfig> next, PrivatePaths own, InstantSource clock) {
    rememberPages();
    var opened = new LinkedHashMap<String, SiteConfig>();
    var sites = new LinkedHashMap<String, Site>();
    var noted = new ArrayList<String>();
    for (var config : next) {
      opened.put(config.origin(), config);
      var kept = kept(config);
      sites.put(config.origin(), kept.isPresent() ? kept.get() : open(config, own, clock, noted));
    }
    return new Sites(opened, sites, noted, memory);
  }

  private Optional<Site> kept(SiteConfig config) {
    boolean isSame = config.equals(configs.get(config.origin()));
    return switch (config.source()) {
      case SiteSource.Folder _ -> Optional.empty();
      case SiteSource.Upstream _, SiteSource.Warc _ ->
          isSame ? find(config.origin()) : Optional.empty();
    };
  }

  private Site open(
      SiteConfig config, PrivatePaths own, InstantSource clock, List<String> warnings) {
    return switch (config.source()) {
      case SiteSource.Folder(var root, var indexFiles, var cleanUrls) -> {
        var check = new FolderCheck(memory.hasHadPages(root));
        var folder =
            DocumentRoot.of(root, indexFiles, config.maxFileBytes(), config.files(), own, check);
        var source = cleanUrls ? folder.withCleanUrls() : folder;
        var robots = new FolderRobots(config.origin(), root, source);
        yield site(config, own, source, robots, new RecordedPages.Folder(source.index()));
      }
      case SiteSource.Warc(var names, int maxRecords) -> {
        var source = warc(config, names, maxRecords, warnings);
        warnings.addAll(warnings(config, source));
        var pages = new RecordedPages.Warc(source, names, own);
        yield site(config, own, source, robots(config, source, clock), pages);
      }
      case SiteSource.Upstream(var address, int rate, var time) -> {
        var source =
            UpstreamSource.of(
                new UpstreamSettings(
                    config.origin(),
                    address,
                    new UrlRules(config.files()),
                    config.maxFileBytes(),
                    rate,
                    time));
        var robots = robots(config, source, clock);
        yield site(config, own, source, robots, new RecordedPages.Origin(source, robots::file));
      }
    };
  }

  /// The watch of the files loads later changes.
  private static WarcSource warc(
      SiteConfig config, WarcNames names, int maxRecords, List<String> warnings) {
    var urls = new UrlRules(config.files());
    var settings =
        new WarcSettings(config.origin(), List.of(), urls, config.maxFileBytes(), maxRecords);
    try {
      return WarcSource.open(settings.withFiles(names.files()));
    } catch (IOException e) {
      warnings.add(
          "The WARC files of %s cannot be read now, which is tried again: %s."
              .formatted(config.origin(), Messages.clause(e)));
      return WarcSource.empty(settings);
    }
  }

  private static List<String> warnings(SiteConfig config, WarcSource source) {
    var warnings = new ArrayList<String>();
    source.damages().forEach(damage -> warnings.add(damage.text()));
    if (source.size() == 0 && !source.isAway()) {
      warnings.add("The WARC files of " + config.origin() + " hold no page of it.");
    }
    return warnings;
  }

  private static SourceRobots robots(SiteConfig config, ContentSource source, InstantSource clock) {
    return new SourceRobots(config.origin(), source, config.robotsTime(), clock);
  }

  private static Site site(
      SiteConfig config,
      PrivatePaths own,
      ContentSource source,
      Supplier<RobotsTxt> robots,
      RecordedPages pages) {
    return new Site(
        config.origin(),
        config.fields().addedTo(source).onlyOf(config.origin()),
        robots,
        pages,
        mark(config, own));
  }

  /// A version of this program may withhold other files, so the mark has the version too.
  private static String mark(SiteConfig config, PrivatePaths own) {
    return Digest.of(Bytes.utf8(ProgramVersion.ofBuild() + "\n" + config + "\n" + own)).hex();
  }

  /// {@return the mark of each site, by origin}
  public Map<String, String> marks() {
    var marks = new LinkedHashMap<String, String>();
    byOrigin.forEach((origin, site) -> marks.put(origin, site.mark()));
    return marks;
  }

  /// Remembers which folders have pages, for times when they are unavailable.
  public void rememberPages() {
    for (var site : byOrigin.values()) {
      var config = configs.get(site.origin());
      boolean isKnown =
          site.pages() instanceof RecordedPages.Folder(var index) && index.hasHadPages();
      if (isKnown && config != null && config.source() instanceof SiteSource.Folder folder) {
        memory.note(folder.root());
      }
    }
  }

  /// {@return the site of an origin; empty if it is not served here}
  ///
  /// @param origin scheme, host and non-default port in lower case
  public Optional<Site> find(String origin) {
    return Optional.ofNullable(byOrigin.get(origin));
  }

  /// {@return the source of a site's pages, as `the folder /srv/www`}
  ///
  /// @param origin of a site served here
  public String source(String origin) {
    return Optional.ofNullable(configs.get(origin))
        .map(config -> config.source().words())
        .orElseThrow(() -> new IllegalArgumentException("origin: " + origin));
  }

  /// {@return problems of the sources for the operator, one sentence each}
  public List<String> warnings() {
    return warnings;
  }

  /// {@return the origins served here, in the order of the configuration}
  public Set<String> origins() {
    return byOrigin.keySet();
  }
}

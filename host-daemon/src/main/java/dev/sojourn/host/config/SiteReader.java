package dev.sojourn.host.config;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.PrivatePaths;
import dev.sojourn.visit.content.ResponseFields;
import dev.sojourn.visit.upstream.UpstreamAddress;
import dev.sojourn.visit.warc.WarcNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `[[site]]`, and checks that no site serves files of the daemon.
final class SiteReader {
  /// The form of a site's origin. URLs in general allow more characters in a host.
  private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9._:\\[\\]-]+");

  private static final int MIB = 1 << 20;

  private final Path directory;
  private final ConfigSource source;
  private final List<Found> found = new ArrayList<>();

  /// A site and its table, which gives the position for errors.
  private record Found(TomlSection table, SiteConfig site) {}

  SiteReader(Path directory, ConfigSource source) {
    this.directory = directory;
    this.source = source;
  }

  void read(TomlSection top) {
    var origins = new HashSet<String>();
    var tables = top.tables("site");
    for (var table : tables) {
      var origin = origin(table);
      if (!origin.isEmpty() && !origins.add(origin)) {
        table.error("origin", "\"" + origin + "\" a second time", "each site once");
      }
      readSite(table, origin);
    }
    if (tables.isEmpty()) {
      top.error("site", "nothing", "at least one table [[site]] with origin and root");
    }
  }

  private void readSite(TomlSection table, String origin) {
    var source = source(table);
    var maxFile = (int) table.bytes("max-file", 16 * MIB, 1, 64 * MIB);
    var exclude = patterns(table, "exclude");
    var include = patterns(table, "include");
    var fields = fields(table);
    var robotsTime =
        table
            .duration("robots-time", Duration.ofSeconds(1), Duration.ofDays(1))
            .orElse(Duration.ofMinutes(1));
    table.finish();
    if (source.isEmpty()) {
      return;
    }
    var files =
        switch (source.get()) {
          case SiteSource.Folder(var root, _, _) -> {
            if (exclude.isEmpty()) {
              warnOfOtherRules(root);
            }
            yield FileRules.of(exclude, include);
          }
          // The server has already decided which pages it serves.
          case SiteSource.Upstream _, SiteSource.Warc _ -> FileRules.chosen(exclude, include);
        };
    found.add(
        new Found(table, new SiteConfig(origin, source.get(), maxFile, files, fields, robotsTime)));
  }

  /// Asks for the keys of every kind of source, so that no such key is reported as unknown.
  private Optional<SiteSource> source(TomlSection table) {
    boolean isPrivate = table.flag("upstream-private", false);
    var url = table.text("upstream", UpstreamAddress.FORM);
    int rate = table.count("upstream-rate", 50, 1, 10_000);
    var time =
        table
            .duration("upstream-time", Duration.ofMillis(100), Duration.ofMinutes(5))
            .orElse(Duration.ofSeconds(30));
    boolean isWarc = table.has("warc");
    var warc = warc(table);
    if (url.isEmpty() && !isWarc) {
      return folder(table).map(folder -> folder);
    }
    requireNone(table, isWarc ? "warc" : "upstream", "root", "index", "clean-urls");
    if (isWarc) {
      requireNone(table, "warc", "upstream");
      return warc.map(files -> files);
    }
    return upstream(table, url.orElse(""), isPrivate)
        .map(address -> new SiteSource.Upstream(address, rate, time));
  }

  private static void requireNone(TomlSection table, String kind, String... keys) {
    for (var key : keys) {
      if (table.has(key)) {
        table.error(key, key + " beside " + kind, "one of root, upstream and warc for a site");
      }
    }
  }

  private static Optional<UpstreamAddress> upstream(
      TomlSection table, String url, boolean isPrivate) {
    try {
      return Optional.of(UpstreamAddress.resolve(url, isPrivate, NameService.SYSTEM));
    } catch (UpstreamAddress.RefusedException e) {
      table.error(
          "upstream",
          "\"" + url + "\", but " + e.getMessage(),
          UpstreamAddress.FORM
              + ", of this machine; upstream-private = true allows private addresses too");
      return Optional.empty();
    }
  }

  private Optional<SiteSource.Warc> warc(TomlSection table) {
    var expected =
        "WARC files of the site, as [\"crawl/*.warc.gz\"]: paths whose last name may have * and ?";
    int maxRecords = table.count("warc-records", 250_000, 1, 10_000_000);
    var patterns = new ArrayList<Path>();
    boolean isRight = true;
    for (var text : table.texts("warc", expected)) {
      var pattern = warcPattern(text);
      pattern.ifPresent(patterns::add);
      if (pattern.isEmpty()) {
        isRight = false;
        table.error("warc", "\"" + text + "\"", expected);
      }
    }
    if (patterns.isEmpty() && isRight && table.has("warc")) {
      table.error("warc", "no file", expected);
    }
    return patterns.isEmpty() || !isRight
        ? Optional.empty()
        : Optional.of(new SiteSource.Warc(new WarcNames(patterns), maxRecords));
  }

  private Optional<Path> warcPattern(String text) {
    int slash = text.lastIndexOf('/') + 1;
    var name = text.substring(slash);
    try {
      return WarcNames.isName(name)
          ? Optional.of(directory.resolve(text.substring(0, slash)).normalize().resolve(name))
          : Optional.empty();
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private Optional<SiteSource.Folder> folder(TomlSection table) {
    var root = source.root(table, "root", directory, "the site's folder");
    // A missing folder may be mounted later; the other sites need not wait for it.
    if (root.isPresent() && Files.exists(root.get()) && !Files.isDirectory(root.get())) {
      table.error("root", "\"" + root.get() + "\", which is a file", "a directory");
    }
    var index =
        table.has("index")
            ? table.texts("index", "names of files, [\"index.html\"]")
            : DocumentRoot.USUAL_INDEX_FILES;
    for (var name : index) {
      if (name.isEmpty() || name.startsWith(".") || name.contains("/")) {
        table.error("index", "\"" + name + "\"", "file names that do not begin with a dot");
      }
    }
    boolean cleanUrls = table.flag("clean-urls", false);
    return root.map(path -> new SiteSource.Folder(path, index, cleanUrls));
  }

  private static ResponseFields fields(TomlSection table) {
    var expected = "a list of rules, each " + ResponseFields.FORM;
    var rules = table.texts("fields", expected);
    for (var rule : rules) {
      if (!ResponseFields.isRule(rule)) {
        table.error("fields", "\"" + rule + "\"", ResponseFields.FORM);
      }
    }
    return ResponseFields.of(rules.stream().filter(ResponseFields::isRule).toList());
  }

  private static List<String> patterns(TomlSection table, String key) {
    var expected =
        "patterns of files, as [\"*.bak\", \"drafts\", \"/reports/**/*.csv\"]: names with *, ? and"
            + " **";
    var patterns = table.texts(key, expected);
    for (var pattern : patterns) {
      if (!FileRules.isPattern(pattern)) {
        table.error(key, "\"" + pattern + "\"", expected);
      }
    }
    return patterns.stream().filter(FileRules::isPattern).toList();
  }

  /// Called only if the table excludes no files: an operator who excludes files knows the problem.
  private void warnOfOtherRules(Path root) {
    ServerRules.first(root)
        .ifPresent(
            file ->
                source
                    .warnings()
                    .add(
                        ("The rules in %s are the web server's and are not read here; agents may"
                                + " read what it protects. Name those files in site.exclude.")
                            .formatted(file)));
  }

  private static String origin(TomlSection table) {
    var expected = "scheme, host and port of the site, as \"https://docs.example.org\"";
    var text = table.requiredText("origin", expected);
    var bare = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    var url = PageUrl.parse(bare + "/");
    if (text.isEmpty()) {
      return "";
    }
    boolean isOrigin =
        url.filter(page -> page.toString().equals(page.origin() + "/")).isPresent()
            && ORIGIN.matcher(url.get().origin()).matches();
    if (!isOrigin) {
      table.error("origin", "\"" + text + "\"", expected);
      return "";
    }
    return url.get().origin();
  }

  /// Returns the sites, and reports each site whose files overlap with the daemon's own. Call this
  /// after the whole configuration is read.
  List<SiteConfig> apart() {
    for (var site : found) {
      switch (site.site().source()) {
        case SiteSource.Folder folder -> requireApart(site.table(), "root", folder.root());
        case SiteSource.Upstream _ -> {}
        case SiteSource.Warc(var names, _) -> requireApart(site.table(), names);
      }
    }
    return found.stream().map(Found::site).toList();
  }

  private void requireApart(TomlSection table, WarcNames names) {
    names.patterns().forEach(pattern -> requireApart(table, "warc", pattern));
    names.there().forEach(file -> requireApart(table, "warc", file));
  }

  private void requireApart(TomlSection table, String key, Path root) {
    var expected =
        "a folder that neither holds the daemon's data, keys and configuration nor lies in the"
            + " data; an agent could read them and take them away, so move one of the two";
    try {
      if (Files.isDirectory(root) && root.toRealPath().getParent() == null) {
        table.error(key, "\"" + root + "\", the whole machine", expected);
        return;
      }
      for (var own : source.paths()) {
        var paths = new PrivatePaths(List.of(own.path()));
        if (paths.overlapping(root).isPresent()) {
          var named = "\"" + root + "\", and " + own.key() + " is \"" + own.path() + "\"";
          table.error(key, named, expected);
          return;
        }
      }
    } catch (IOException e) {
      table.error(key, "\"" + root + "\", but " + Messages.clause(e), expected);
    }
  }
}

package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.Quantity;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.crawl.CrawlSettings;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.lab.experiment.CrawlDescription.Kind;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.result.Setting;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads the parts of one variant: site, hosts, link and crawl.
final class VariantReader {
  /// The table of the parameters of the agent; each may have a list of values.
  static final String PARAMETERS = "crawl.with";

  private static final String AGAIN = "crawl.again";
  private static final String EVERY = "crawl.every";
  private static final String SIGNER = "crawl.signer";

  private static final Set<String> VARYING =
      Set.of(
          "site.server",
          "site.gzip",
          "site.pages",
          "site.page-bytes",
          "site.links",
          "site.children",
          "site.parts",
          "site.leaving",
          "site.changed",
          "site.relevant",
          "site.changing",
          "site.coming",
          "site.going",
          "hosts.count",
          "link.delay",
          "link.rate",
          "link.queue",
          "link.loss",
          "crawl.kind",
          "crawl.agent",
          "crawl.pause",
          "crawl.connections",
          "crawl.index",
          "crawl.rounds",
          AGAIN,
          EVERY,
          SIGNER,
          "processors.site",
          "processors.crawler");

  /// The tables whose keys describe a variant.
  private static final Set<String> TABLES =
      Set.of("site", "hosts", RunProcessors.TABLE, "link", "crawl", "fault");

  private static final int MOST_ROUNDS = 100;

  private final Choices choices;
  private final SiteTableReader sites;
  private final boolean isToRun;
  private final Map<String, PeerCrawler> peers;
  private final Optional<AgentCheck> agents;

  /// Prepares the reading of a file.
  ///
  /// @param isToRun whether the files, packages and agents in the file must exist
  /// @param peers the other crawlers, by name
  VariantReader(Choices choices, Path file, boolean isToRun, Map<String, PeerCrawler> peers) {
    this.choices = choices;
    this.sites = new SiteTableReader(file, isToRun);
    this.isToRun = isToRun;
    this.peers = peers;
    this.agents =
        isToRun ? Optional.of(new AgentCheck(AgentCatalog.ofThisProgram())) : Optional.empty();
  }

  /// {@return whether a key may have a list of values}
  ///
  /// @param key its full name
  static boolean mayVary(String key) {
    return VARYING.contains(key) || key.startsWith(PARAMETERS + ".");
  }

  Variant read(TomlSection top, int number) {
    var served = sites.read(top);
    var hosts = hosts(top.table("hosts"), served);
    var processors = RunProcessors.read(top, isToRun);
    var links = LinkReader.read(top);
    var crawl = crawl(top.table("crawl"), served);
    if (crawl.peer().isPresent() && served.size() > 1) {
      top.error("site", served.size() + " sites", "one, since crawlers of others read one only");
    }
    boolean isMobile = crawl.kind() == Kind.MOBILE;
    if (isMobile && served.stream().noneMatch(ServedSite::hasHosts)) {
      top.error(
          "site",
          "no site with hosts",
          "site.hosts = true of one at least, since crawl.kind is mobile");
    }
    if (crawl.rounds() > 1 && top.has("fault")) {
      top.error("fault", "faults beside crawl.rounds", "one of the two only");
    }
    var faults = faults(top, hosts).stream().filter(fault -> means(fault, crawl)).toList();
    var settings =
        choices.varying().stream()
            .filter(key -> means(key, crawl, served))
            .flatMap(key -> Optional.ofNullable(choices.settings().get(key)).stream())
            .map(setting -> inFact(setting, crawl))
            .toList();
    return new Variant(
        number,
        settings,
        served,
        isMobile ? hosts : HostsDescription.NONE,
        processors,
        links,
        crawl,
        faults);
  }

  /// {@return the constant settings that apply to a variant, including defaults}
  ///
  /// @param variant the variant that was read last
  List<Setting> constants(Variant variant) {
    var constants = new ArrayList<Setting>();
    choices.constants().stream()
        .filter(setting -> TABLES.contains(setting.key().split("\\.", 2)[0]))
        .filter(setting -> means(setting.key(), variant.crawl(), variant.sites()))
        .forEach(constants::add);
    var limits = variant.hosts().limits();
    if (!limits.isEmpty()) {
      constants.add(new Setting("hosts.limits", String.join("; ", limits), 0, ""));
    }
    var keys =
        Stream.concat(constants.stream(), variant.settings().stream()).map(Setting::key).toList();
    if (!keys.contains("link.delay")) {
      constants.add(new Setting("link.delay", "0 ms", 0, "ms"));
    }
    return constants;
  }

  /// Whether a setting applies to a crawl. If not, it makes no variants of that crawl.
  private static boolean means(String key, CrawlDescription crawl, List<ServedSite> sites) {
    if (key.equals(SIGNER) && !mayHaveNewSigners(crawl.kind(), crawl.again())) {
      return false;
    }
    boolean isOfRounds = List.of(AGAIN, EVERY, SIGNER).contains(key);
    if (isOfRounds && crawl.rounds() == 1) {
      return false;
    }
    if (key.equals(EVERY) && sites.stream().noneMatch(site -> site.description().isChanging())) {
      return false;
    }
    return switch (crawl.kind()) {
      case MOBILE ->
          readsOverHttp(Kind.MOBILE, sites)
              || !List.of("crawl.connections", "site.gzip").contains(key);
      case CLASSIC -> !key.startsWith("hosts.");
      case PEER ->
          !key.startsWith("hosts.")
              && !key.startsWith(PARAMETERS + ".")
              && !List.of("crawl.agent", "crawl.pause", "crawl.index", "crawl.rounds").contains(key)
              && (!key.equals("crawl.connections")
                  || crawl.peer().orElseThrow().has(PeerCrawler.CONNECTIONS));
    };
  }

  /// Hosts know signers, and only the signer of a crawl may continue it.
  private static boolean mayHaveNewSigners(Kind kind, CrawlDescription.Again again) {
    return kind == Kind.MOBILE && again == CrawlDescription.Again.ANEW;
  }

  /// A crawl without agents at hosts has no agents that stay, so it is a recrawl instead.
  private static Setting inFact(Setting setting, CrawlDescription crawl) {
    return setting.key().equals(AGAIN)
        ? new Setting(AGAIN, crawl.again().name().toLowerCase(Locale.ROOT), 0, "")
        : setting;
  }

  private static boolean readsOverHttp(Kind kind, List<ServedSite> sites) {
    return kind != Kind.MOBILE || !sites.stream().allMatch(ServedSite::hasHosts);
  }

  /// Whether a crawl has the program of a fault, and can resume after the fault.
  private static boolean means(Fault fault, CrawlDescription crawl) {
    return switch (crawl.kind()) {
      case MOBILE -> true;
      case CLASSIC -> fault.kill().equals(Fault.DISPATCHER);
      case PEER -> false;
    };
  }

  private static HostsDescription hosts(TomlSection table, List<ServedSite> sites) {
    int count = table.count("count", 1, 1, 64);
    var named = table.differentTexts("paths", "a list of paths, as [\"/a/\", \"/b/\"]");
    for (int i = 0; i < named.size(); i++) {
      if (!named.get(i).matches("/[!-~&&[^#*$]]*")) {
        table.error(
            "paths", i, "\"" + named.get(i) + "\"", "a path prefix in ASCII that begins with /");
      }
    }
    if (!named.isEmpty() && sites.size() > 1) {
      table.error("paths", sites.size() + " sites", "no paths, since hosts share several sites");
    }
    var paths = sites.stream().map(site -> paths(site, named)).toList();
    int all = paths.stream().mapToInt(List::size).sum();
    if (count > all && all > 0) {
      table.error(
          "count",
          Integer.toString(count),
          "at most as many as there are paths to share, %d; see hosts.paths and site.parts"
              .formatted(all));
    }
    var limits = limits(table.table("limits"));
    // LinkReader reads the links of hosts.
    var _ = table.tables("link");
    table.finish();
    return new HostsDescription(count, paths, limits);
  }

  private static List<String> paths(ServedSite site, List<String> named) {
    if (!site.hasHosts()) {
      return List.of();
    }
    return named.isEmpty() ? parts(site.description()) : named;
  }

  private static List<String> parts(SiteDescription site) {
    return site instanceof SiteDescription.Generated made
        ? IntStream.range(0, made.parts()).mapToObj(SiteParts::path).toList()
        : List.of("/");
  }

  /// Reads lines of the table of limits. Hosts will check them in the same way.
  private static List<String> limits(TomlSection table) {
    var lines = new ArrayList<String>();
    for (var key : table.keys()) {
      switch (table.raw(key).orElseThrow()) {
        case String text when !text.contains("\"") && !text.contains("\\") ->
            lines.add(key + " = \"" + text + "\"");
        case Long number -> lines.add(key + " = " + number);
        case Object other ->
            table.error(
                key,
                TomlSection.shown(other),
                "a text or a whole number, as docs/configuration.md");
      }
    }
    var toml = "data = \"data\"\n[limits]\n" + String.join("\n", lines) + "\n";
    if (ConfigReader.parse(toml, Path.of("host.toml"), Map.of(), Instant.EPOCH)
        instanceof ConfigReading.Invalid(var errors)) {
      for (var error : errors) {
        if (error.key().startsWith("limits.")) {
          table.error(error.key().substring("limits.".length()), error.found(), error.expected());
        }
      }
    }
    return lines;
  }

  private List<Fault> faults(TomlSection top, HostsDescription hosts) {
    var faults = new ArrayList<Fault>();
    for (var table : top.tables("fault")) {
      var at = table.duration("at", Duration.ZERO, Duration.ofDays(1));
      if (!table.has("at")) {
        table.requiredText("at", "when it happens, as \"5 s\"");
      }
      var names = new ArrayList<>(List.of(Fault.DISPATCHER));
      IntStream.rangeClosed(1, hosts.count()).forEach(number -> names.add("host " + number));
      var kill = table.word("kill", "", names);
      var back = table.duration("back", Duration.ZERO, Duration.ofHours(1));
      var fault = new Fault(at.orElse(Duration.ZERO), kill, back.orElse(Duration.ZERO));
      if (agents.isPresent() && faults.stream().anyMatch(fault::overlaps)) {
        table.error(
            "at",
            Quantity.of(fault.at()),
            "a time at which %s is not down by another fault".formatted(kill));
      }
      faults.add(fault);
      table.finish();
    }
    return faults;
  }

  private CrawlDescription crawl(TomlSection table, List<ServedSite> sites) {
    var words = new ArrayList<>(List.of("mobile", "classic"));
    words.addAll(peers.keySet());
    var kind = table.word("kind", "", words);
    var agent = agent(table);
    var pause = table.duration("pause", Duration.ZERO, Duration.ofHours(1));
    int most =
        peers.containsKey(kind) ? EmulatedLink.MOST_CONNECTIONS : CrawlSettings.MOST_CONNECTIONS;
    int connections = table.count("connections", 1, 1, most);
    boolean isIndexed = table.flag("index", true);
    int rounds = table.count("rounds", 1, 1, MOST_ROUNDS);
    var again = again(table, kind, sites);
    var signer = table.word("signer", "same", List.of("same", "new"));
    var every = table.duration("every", Duration.ofSeconds(1), Duration.ofDays(366));
    var peer = Optional.ofNullable(peers.get(kind));
    table.finish();
    var way =
        switch (kind) {
          case "mobile" -> Kind.MOBILE;
          case "classic" -> Kind.CLASSIC;
          default -> Kind.PEER;
        };
    return new CrawlDescription(
        way,
        peer,
        agent,
        pause,
        readsOverHttp(way, sites) ? connections : 1,
        isIndexed,
        peer.isPresent() ? 1 : rounds,
        again,
        signer.equals("new") && mayHaveNewSigners(way, again),
        every.orElse(Duration.ofDays(1)));
  }

  private static CrawlDescription.Again again(
      TomlSection table, String kind, List<ServedSite> sites) {
    return switch (table.word("again", "anew", List.of("anew", "recrawl", "follow"))) {
      case "recrawl" -> CrawlDescription.Again.RECRAWL;
      case "follow" -> {
        if (!kind.equals("mobile")) {
          yield CrawlDescription.Again.RECRAWL;
        }
        if (readsOverHttp(Kind.MOBILE, sites)) {
          table.error("again", "\"follow\" beside a site without hosts", "hosts at every site");
        }
        yield CrawlDescription.Again.FOLLOW;
      }
      default -> CrawlDescription.Again.ANEW;
    };
  }

  /// A value of any kind, in the form of a command line.
  private static Optional<String> parameter(TomlSection table, String key) {
    var value =
        table.value(
            key,
            "a text, a number, true or false, or a list of such",
            found ->
                switch (found.value()) {
                  case String text -> Optional.of(text);
                  case Boolean truth -> Optional.of(truth);
                  case Long number -> Optional.of(number);
                  case Double number when Double.isFinite(number) -> Optional.of(number);
                  default -> Optional.<Object>empty();
                });
    var text =
        value.map(
            of ->
                of instanceof Double number
                    ? BigDecimal.valueOf(number).toPlainString()
                    : of.toString());
    boolean isNumber = value.filter(Number.class::isInstance).isPresent();
    text.ifPresent(
        shown ->
            table.used(key, shown, isNumber ? Double.parseDouble(shown) : 0, isNumber ? "1" : ""));
    return text;
  }

  /// The agent's name and parameters: those of its text, and those with their own keys.
  private List<String> agent(TomlSection table) {
    var words =
        new ArrayList<>(
            CrawlDescription.words(table.text("agent", "indexing", "the name of an agent")));
    var with = table.table("with");
    for (var key : with.keys()) {
      if (words.stream().anyMatch(word -> word.startsWith(key + "="))) {
        with.error(key, key + " in crawl.agent, too", "each parameter once");
      } else {
        parameter(with, key).ifPresent(value -> words.add(key + "=" + value));
      }
    }
    if (table.has("agent") || table.has("with")) {
      agents.stream()
          .flatMap(check -> check.mistakes(List.copyOf(words)).stream())
          .forEach(
              mistake -> {
                boolean isOwn = with.has(mistake.parameter());
                (isOwn ? with : table)
                    .error(
                        isOwn ? mistake.parameter() : "agent", mistake.found(), mistake.expected());
              });
    }
    return words;
  }
}

package dev.sojourn.lab.experiment;

import dev.sojourn.dispatcher.crawl.CrawlSettings;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.lab.experiment.CrawlDescription.Kind;
import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.link.Outage;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Reads what one variant consists of: site, hosts, link and crawl.
final class VariantReader {
  /// The keys that may have a list of values.
  static final Set<String> VARYING =
      Set.of(
          "site.server",
          "site.pages",
          "site.page-bytes",
          "site.links",
          "site.children",
          "site.parts",
          "site.leaving",
          "site.changed",
          "hosts.count",
          "link.delay",
          "link.rate",
          "crawl.kind",
          "crawl.agent",
          "crawl.pause",
          "crawl.connections",
          "crawl.index",
          "crawl.rounds");

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /// A link takes no more.
  private static final int MOST_CONNECTIONS = 256;

  private static final int MOST_ROUNDS = 100;
  private static final long LEAST_RATE = 8_000;
  private static final long MOST_RATE = 10_000_000_000L;

  private final Choices choices;
  private final Path file;
  private final boolean looksAtFiles;
  private final Map<String, PeerCrawler> peers;

  VariantReader(Choices choices, Path file, boolean looksAtFiles, Map<String, PeerCrawler> peers) {
    this.choices = choices;
    this.file = file;
    this.looksAtFiles = looksAtFiles;
    this.peers = peers;
  }

  Variant read(ExperimentTable top, int number) {
    var table = top.table("site");
    var server = table.word("server", "lab", List.of("lab", "nginx"));
    var site = site(table);
    var hosts = hosts(top.table("hosts"), site);
    var link = link(top.table("link"));
    var crawl = crawl(top.table("crawl"));
    boolean isMobile = crawl.kind() == Kind.MOBILE;
    if (crawl.rounds() > 1 && top.has("fault")) {
      top.error("fault", "faults beside crawl.rounds", "one of the two only");
    }
    var faults = faults(top, hosts).stream().filter(fault -> means(fault, crawl)).toList();
    var settings =
        choices.varying().stream()
            .filter(key -> means(key, crawl))
            .flatMap(key -> Optional.ofNullable(choices.settings().get(key)).stream())
            .toList();
    return new Variant(
        number,
        settings,
        site,
        server.equals("nginx") ? ServerProgram.NGINX : ServerProgram.LAB,
        isMobile ? hosts : HostsDescription.NONE,
        link,
        crawl,
        faults);
  }

  /// Whether a setting means something to a crawl; if not, it makes no variants of it.
  private static boolean means(String key, CrawlDescription crawl) {
    return switch (crawl.kind()) {
      case MOBILE -> !key.equals("crawl.connections");
      case CLASSIC -> !key.startsWith("hosts.");
      case PEER ->
          !key.startsWith("hosts.")
              && !List.of("crawl.agent", "crawl.pause", "crawl.index", "crawl.rounds").contains(key)
              && (!key.equals("crawl.connections")
                  || crawl.peer().orElseThrow().has(PeerCrawler.CONNECTIONS));
    };
  }

  /// Whether there is such a program in a crawl, and it can go on where it was.
  private static boolean means(Fault fault, CrawlDescription crawl) {
    return switch (crawl.kind()) {
      case MOBILE -> true;
      case CLASSIC -> fault.kill().equals(Fault.DISPATCHER);
      case PEER -> false;
    };
  }

  private SiteDescription site(ExperimentTable table) {
    var kind = table.word("kind", "", List.of("generated", "folder", "debian"));
    var start = table.text("start", "/", "a path, as /index.html");
    if (!start.startsWith("/")) {
      table.error("start", "\"" + start + "\"", "a path that begins with /");
    }
    var site =
        switch (kind) {
          case "folder" -> new SiteDescription.Folder(start, folder(table));
          case "debian" -> new SiteDescription.DebianPackage(start, debianPackage(table));
          default -> generated(table, start);
        };
    table.finish();
    return site;
  }

  private Path folder(ExperimentTable table) {
    var expected = "an existing directory";
    var text = table.requiredText("path", expected);
    try {
      var folder = file.toAbsolutePath().resolveSibling(text).normalize();
      if (table.has("path") && looksAtFiles && !Files.isDirectory(folder)) {
        table.error("path", "\"" + folder + "\"", expected);
      }
      return folder;
    } catch (InvalidPathException _) {
      table.error("path", "\"" + text + "\"", expected);
      return file;
    }
  }

  private static String debianPackage(ExperimentTable table) {
    var expected = "the name of a Debian package, as python3-doc";
    var name = table.requiredText("package", expected);
    if (table.has("package") && !name.matches("[a-z0-9][a-z0-9+.-]{1,99}")) {
      table.error("package", "\"" + name + "\"", expected);
    }
    return name;
  }

  private static SiteDescription generated(ExperimentTable table, String start) {
    var site =
        new SiteDescription.Generated(
            start,
            table.count("pages", 500, 1, 1_000_000),
            table.bytes("page-bytes", 16 * KIB, KIB, MIB),
            table.count("links", 20, 1, 1_000),
            table.count("children", 4, 1, 1_000),
            table.count("parts", 1, 1, 64),
            table.share("leaving", 0),
            table.share("changed", 0));
    double staying = site.links() * (1 - site.leaving());
    if (site.children() > staying + 1e-9) {
      table.error(
          table.has("leaving") ? "leaving" : "links",
          "%d links with a share of %s that leave the part".formatted(site.links(), site.leaving()),
          "as many others as site.children, %d, at least".formatted(site.children()));
    }
    if (site.leaving() > 0 && site.parts() == 1) {
      table.error("leaving", Double.toString(site.leaving()), "0, since site.parts is 1");
    }
    if (site.pages() < site.parts()) {
      table.error("parts", Integer.toString(site.parts()), "at most as many as site.pages");
    }
    return site;
  }

  private HostsDescription hosts(ExperimentTable table, SiteDescription site) {
    int count = table.count("count", 1, 1, 64);
    var paths = table.texts("paths", "a list of paths, as [\"/a/\", \"/b/\"]");
    for (var path : paths) {
      if (!path.matches("/[!-~&&[^#*$]]*")) {
        table.error("paths", "\"" + path + "\"", "a path prefix in ASCII that begins with /");
      }
    }
    if (paths.isEmpty() && site instanceof SiteDescription.Generated made) {
      paths = IntStream.range(0, made.parts()).mapToObj(SiteParts::path).toList();
    }
    if (count > 1 && count > paths.size()) {
      table.error(
          "count",
          Integer.toString(count),
          "at most as many as there are paths to share, %d; see hosts.paths and site.parts"
              .formatted(paths.size()));
    }
    var limits = limits(table.table("limits"));
    table.finish();
    return new HostsDescription(count, paths, limits);
  }

  /// The lines of a table that is checked as hosts will check it.
  private static List<String> limits(ExperimentTable table) {
    var lines = new ArrayList<String>();
    for (var key : table.keys()) {
      switch (table.raw(key)) {
        case String text when !text.contains("\"") && !text.contains("\\") ->
            lines.add(key + " = \"" + text + "\"");
        case Long number -> lines.add(key + " = " + number);
        case null, default ->
            table.error(key, "another value", "a text or a whole number, as docs/configuration.md");
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

  private static LinkSettings link(ExperimentTable table) {
    var delay = table.duration("delay", Duration.ZERO, Duration.ofSeconds(10));
    long rate = table.rate("rate", LEAST_RATE, MOST_RATE);
    var outages = new ArrayList<Outage>();
    for (var outage : table.tables("outage")) {
      var at = outage.duration("at", Duration.ZERO, Duration.ofDays(1)).orElse(Duration.ZERO);
      var length = outage.duration("for", Duration.ofMillis(1), Duration.ofHours(1));
      if (!outage.has("for")) {
        outage.requiredText("for", "how long it lasts, as \"2 s\"");
      }
      outages.add(new Outage(at, length.orElse(Duration.ofSeconds(1))));
      outage.finish();
    }
    table.finish();
    return new LinkSettings(delay.orElse(Duration.ZERO), rate, outages);
  }

  private List<Fault> faults(ExperimentTable top, HostsDescription hosts) {
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
      faults.add(new Fault(at.orElse(Duration.ZERO), kill, back.orElse(Duration.ZERO)));
      table.finish();
    }
    return faults;
  }

  private CrawlDescription crawl(ExperimentTable table) {
    var words = new ArrayList<>(List.of("mobile", "classic"));
    words.addAll(peers.keySet());
    var kind = table.word("kind", "", words);
    var agent = table.text("agent", "indexing", "the name of an agent");
    var pause = table.duration("pause", Duration.ZERO, Duration.ofHours(1));
    int most = kind.equals("classic") ? CrawlSettings.MOST_CONNECTIONS : MOST_CONNECTIONS;
    int connections = table.count("connections", 1, 1, most);
    boolean isIndexed = table.truth("index", true);
    int rounds = table.count("rounds", 1, 1, MOST_ROUNDS);
    var peer = Optional.ofNullable(peers.get(kind));
    table.finish();
    return new CrawlDescription(
        switch (kind) {
          case "mobile" -> Kind.MOBILE;
          case "classic" -> Kind.CLASSIC;
          default -> Kind.PEER;
        },
        peer,
        agent,
        pause,
        connections,
        isIndexed,
        peer.isPresent() ? 1 : rounds);
  }
}

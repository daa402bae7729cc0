package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.process.HostProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Crawls of one site at a host whose page store is off, cold, warm or damaged: findings, crawl log
/// and audit log are the same, except times and names of visits.
@EnabledOnOs(OS.LINUX)
@Timeout(7_200)
class StoredViewsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /// The pages of the random site.
  private static final int PAGES = Integer.getInteger("sojourn.random-pages", 40);

  /// Folders with further sites, separated by commas.
  private static final String FOLDERS = System.getProperty("sojourn.site-folders", "");

  private static final int DAMAGES = 300;
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());

  @TempDir private Path directory;

  @BeforeAll
  static void makeStartCache() throws IOException {
    ProgramStartCache.make();
  }

  /// Where a host gets the pages of a site.
  private enum Source {
    FOLDER,
    UPSTREAM,
    WARC
  }

  @ParameterizedTest
  @EnumSource
  void aCrawlIsTheSameWhateverThePageStoreHolds(Source source) throws Exception {
    var roots = new ArrayList<Path>();
    roots.add(RandomSite.write(directory.resolve("site-0"), PAGES, 11));
    for (var folder : FOLDERS.isEmpty() ? new String[0] : FOLDERS.split(",", -1)) {
      var root = directory.resolve("site-" + roots.size());
      DocumentationSites.copyPages(Path.of(folder).toRealPath(), root);
      roots.add(root);
    }
    for (var root : roots) {
      try (var site = FolderServer.start(root)) {
        compare(new Site(root, site.origin(), freePort(), source));
      }
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void compare(Site site) throws Exception {
    site.writeRobots();
    var name = site.root().getFileName() + "-" + site.source();
    var off = new Host(directory.resolve(name + "-off"));
    off.configure(site, "page-store = \"0 B\"");
    Words without;
    try (var _ = off.start()) {
      without = off.crawl(site, "off");
    }
    assertThat(without.findings()).isNotEmpty();

    var on = new Host(directory.resolve(name + "-on"));
    on.configure(site, "");
    try (var _ = on.start()) {
      assertSame(on.crawl(site, "cold"), without, name + " cold");
      assertSame(on.crawl(site, "warm"), without, name + " warm");
      if (site.source() != Source.UPSTREAM) {
        assertThat(on.hits()).as(name).isGreaterThanOrEqualTo(without.audit().size() / 2);
      }
    }
    on.damageStore();
    try (var _ = on.start()) {
      assertSame(on.crawl(site, "damaged"), without, name + " damaged");
    }
  }

  private static void assertSame(Words words, Words expected, String what) {
    assertThat(words.urls()).as(what).isEqualTo(expected.urls());
    assertThat(words.audit()).as(what).isEqualTo(expected.audit());
    assertThat(words.findings().equals(expected.findings())).as(what + ": findings").isTrue();
  }

  /// What a crawl leaves behind.
  ///
  /// @param findings the file
  /// @param urls the lines of the crawl log without times and visit
  /// @param audit the URLs that the host recorded, and the sums of the visit
  private record Words(String findings, List<String> urls, List<String> audit) {}

  /// A site, and the address of its host.
  private record Site(Path root, String origin, int port, Source source) {
    void writeRobots() throws IOException {
      Files.writeString(
          root.resolve("robots.txt"), "Mobile-agent-server: / atp://127.0.0.1:" + port + "\n");
    }

    /// The keys of the configuration that name the source.
    String pages(Path home) throws IOException {
      return switch (source) {
        case FOLDER -> "root = \"" + root + "\"";
        case UPSTREAM -> "upstream = \"" + origin + "\"\nupstream-rate = 10000";
        case WARC -> {
          var file = home.resolve("site.warc");
          if (!Files.exists(file)) {
            WarcOfFolder.write(root, origin, file);
          }
          yield "warc = [\"" + file + "\"]";
        }
      };
    }
  }

  /// A host daemon as a process, and its directory.
  private static final class Host {
    private final Path home;
    private int auditLines;

    Host(Path home) throws IOException {
      this.home = Files.createDirectories(home);
      new KeySet(List.of(OWNER.verifyKey())).write(home.resolve("owner.jwks"));
    }

    private Path config() {
      return home.resolve("host.toml");
    }

    void configure(Site site, String limit) throws IOException {
      Files.writeString(
          config(),
          """
          listen = "127.0.0.1:%d"
          data = "data"
          [[site]]
          origin = "%s"
          %s
          [[trust]]
          name = "owner"
          keys = "owner.jwks"
          [limits]
          spare-workers = 0
          %s
          """
              .formatted(site.port(), site.origin(), site.pages(home), limit));
    }

    HostProcess start() throws IOException, InterruptedException {
      var process = HostProcess.start(config(), home.resolve("log"));
      process.listening();
      return process;
    }

    Words crawl(Site site, String name) throws IOException, InterruptedException {
      var out = home.resolve(name);
      var summary = IndexingCrawl.run(site.origin(), out, OWNER, PATIENCE, CrawlListener.SILENT);
      assertThat(summary.complete()).as("%s", summary).isTrue();
      var urls = new ArrayList<String>();
      for (var line : Files.readAllLines(out.resolve("urls.jsonl"))) {
        var json = (ObjectNode) JSON.readTree(line);
        assertThat(json.path("where").asText()).startsWith("atp:");
        urls.add(json.without(List.of("at", "millis", "visit")).toString());
      }
      return new Words(Files.readString(out.resolve("findings.jsonl")), urls, audit());
    }

    /// The new lines about pages.
    private List<String> audit() throws IOException {
      var lines = new ArrayList<String>();
      try (var files = Files.list(home.resolve("data/audit"))) {
        for (var file : files.sorted().toList()) {
          lines.addAll(Files.readAllLines(file));
        }
      }
      var all = new ArrayList<String>();
      for (var line : lines.subList(auditLines, lines.size())) {
        var json = JSON.readTree(line);
        json.path("urls").forEach(url -> all.add(url.asText()));
        json.path("unparsed").forEach(page -> all.add(page.asText()));
        if (json.path("event").asText().equals("ended")) {
          var kept = List.of("state", "reason", "pages", "bytes", "findings");
          all.add(((ObjectNode) json).retain(kept).toString());
        }
      }
      auditLines = lines.size();
      return all;
    }

    long hits() throws IOException {
      var said = Program.here("host", "pages", "--config", config().toString(), "--json");
      return JSON.readTree(said.succeeded().out()).path("hits").asLong();
    }

    /// Changes octets anywhere, also in the head of the file.
    void damageStore() throws IOException {
      var random = new SplittableRandom(5);
      try (var file = new RandomAccessFile(home.resolve("data/pages.db").toFile(), "rw")) {
        for (int i = 0; i < DAMAGES; i++) {
          // The head says whether the file is a database at all.
          file.seek(random.nextLong(100, file.length()));
          file.write(random.nextInt());
        }
      }
    }
  }
}

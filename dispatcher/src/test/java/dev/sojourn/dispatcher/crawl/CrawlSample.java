package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import dev.sojourn.dispatcher.crawl.report.CrawlSummary;
import dev.sojourn.dispatcher.http.Politeness;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program that writes the sample of a crawl's directory, which [EarlierCrawlIT] resumes with
/// later versions: a crawl that was interrupted while one agent visited at home and another was at
/// its host. It is no test of `mvn verify`; CONTRIBUTING.md has the command.
class CrawlSample {
  static final String OUT = "out";
  static final String OWNER_KEY = "owner.key";
  static final int PAGES = 40;
  static final String ROBOTS = "Mobile-agent-server: /b/ atp://127.83.74.1:18434\n";

  @TempDir Path directory;

  /// Serves the sample's site where it was, and where nothing else of this machine listens but
  /// another run of these tests, which soon ends.
  static TestSite serve(Path root) throws IOException {
    var address = new InetSocketAddress(InetAddress.ofLiteral("127.83.74.1"), 18_080);
    var site =
        await()
            .ignoreException(BindException.class)
            .until(() -> new TestSite(root, PAGES, address), Objects::nonNull);
    site.robots(ROBOTS);
    return site;
  }

  @Test
  void write() throws Exception {
    var bench = new CrawlBench(directory.resolve(OUT));
    bench.owner.write(directory.resolve(OWNER_KEY));
    try (var site = serve(directory.resolve("www"));
        var _ =
            TestHost.startAt(
                "127.83.74.1:18434", directory.resolve("host"), site, bench.owner.verifyKey())) {
      var pace = Politeness.loopback().withDelay(Duration.ofMillis(100));
      var start = site.origin() + "/";
      var settings = bench.request(start).settings().withPoliteness(pace);
      var crawl =
          new FutureTask<CrawlSummary>(
              () ->
                  Crawl.run(
                      bench.request(settings, start),
                      CrawlListener.SILENT,
                      InstantSource.system()));
      var thread = Thread.ofPlatform().start(crawl);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> CrawlBench.agentsWithParcels(bench.out) == 2);
      thread.interrupt();
      assertThat(crawl.get().interrupted()).isTrue();
    }
    int schema = CrawlBench.number(bench.out, "PRAGMA user_version");
    pack(
        Path.of(
            "src/test/resources",
            "crawl-%s-schema%d.zip".formatted(System.getProperty("sample"), schema)));
  }

  private void pack(Path zip) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      put(directory.resolve(OWNER_KEY), out);
      try (var files = Files.walk(directory.resolve(OUT))) {
        for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
          put(file, out);
        }
      }
    }
  }

  private void put(Path file, ZipOutputStream out) throws IOException {
    out.putNextEntry(new ZipEntry(directory.relativize(file).toString()));
    Files.copy(file, out);
  }
}

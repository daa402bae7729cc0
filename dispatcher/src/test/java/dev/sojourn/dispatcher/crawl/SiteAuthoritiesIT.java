package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.crawl.local.report.RobotsStanding;
import dev.sojourn.testing.HttpsTestServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A site whose certificate only a file vouches for.
class SiteAuthoritiesIT {
  @TempDir Path directory;

  private HttpsTestServer site;
  private Path pem;

  @BeforeEach
  void serve() throws Exception {
    site = HttpsTestServer.start(Files.createDirectory(directory.resolve("tls")));
    pem = site.certificate();
    answer("/robots.txt", "text/plain", "User-agent: *\nDisallow: /private\n");
    answer("/", "text/html", "<title>Start</title><a href=/a>a</a>");
    answer("/a", "text/html", "<title>Page</title><p>Text");
  }

  private void answer(String path, String type, String body) {
    site.answer(path, 200, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void stop() {
    site.close();
  }

  @Test
  void aCrawlBelievesTheFileThatItWasGivenAndKeepsWhatIsInIt() throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    var believing =
        TestSettings.withoutIndex(
            TestSettings.withSiteAuthorities(CrawlSettings.defaults(), TlsAuthorities.read(pem)));
    var later = TestSettings.withoutIndex(CrawlSettings.defaults());

    var first = SharedSandbox.crawl(bench.request(believing, site.origin() + "/"));
    assertThat(first.complete()).as("%s", first).isTrue();
    assertThat(first.findings()).isEqualTo(2);
    Files.delete(pem);

    answer("/", "text/html", "<title>Start</title><a href=/a>a</a><a href=/b>b</a>");
    answer("/b", "text/html", "<title>Second</title><p>More");
    var again = SharedSandbox.crawlAgain(bench.request(later));
    assertThat(again.complete()).as("%s", again).isTrue();
    assertThat(bench.foundUrls()).contains(site.origin() + "/b");

    var resumed = SharedSandbox.crawl(bench.request(later));
    assertThat(resumed.complete()).as("%s", resumed).isTrue();
  }

  @Test
  void withoutTheFileTheSiteIsNotBelieved() throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    var summary = SharedSandbox.crawl(bench.impatient(site.origin() + "/"));
    assertThat(summary.sites().getFirst().robots()).isEqualTo(RobotsStanding.UNREACHABLE);
    assertThat(site.asked()).isZero();
  }
}

package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.testing.Nginx;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Whole crawls of a site over TLS, served by nginx.
@Isolated("whose certificate it trusts is a property of the whole process")
class Http2CrawlIT {
  private static final String TRUST = "javax.net.ssl.trustStore";
  private static final int PAGES = 70;

  @TempDir Path directory;

  @AfterEach
  void believeTheUsualCertificates() {
    System.clearProperty(TRUST);
    System.clearProperty(TRUST + "Password");
  }

  @Test
  void aSiteIsCrawledOverHttp2WithTheFindingsOfHttp1() throws Exception {
    assumeTrue(Nginx.isInstalled(), "nginx is not installed");
    try (var nginx = serve()) {
      var start = "https://localhost:" + nginx.ports().getFirst().number() + "/index.html";
      var settings =
          TestSettings.withoutIndex(TestSettings.withConnections(CrawlSettings.defaults(), 4));
      var over2 = new CrawlBench(directory.resolve("http2"));
      var over1 = new CrawlBench(directory.resolve("http1"));

      var second = crawl(over2, settings, start);
      var first = crawl(over1, TestSettings.withoutHttp2(settings), start);

      assertThat(second.complete()).as("%s", second).isTrue();
      assertThat(second.pages()).isEqualTo(PAGES + 1);
      assertThat(second.sites().getFirst().http()).containsExactly("HTTP/2");
      assertThat(first.sites().getFirst().http()).containsExactly("HTTP/1.1");
      assertThat(findings(over2)).isEqualTo(findings(over1));
      // Heads are compressed, and requests share records of TLS.
      assertThat(second.wireBytesClassic()).isLessThan(first.wireBytesClassic());
    }
  }

  private Nginx serve() throws Exception {
    var certificate = TestCertificate.write(directory);
    var store = directory.resolve("trust.p12");
    try (var out = Files.newOutputStream(store)) {
      certificate.keyStore("changeit".toCharArray()).store(out, "changeit".toCharArray());
    }
    var root = Files.createDirectories(directory.resolve("www"));
    var links = new StringBuilder("<title>Index</title>");
    for (int i = 0; i < PAGES; i++) {
      links.append("<a href=p%d.html>%d</a> ".formatted(i, i));
      Files.writeString(
          root.resolve("p" + i + ".html"), "<title>Page %d</title><p>Text %d".formatted(i, i));
    }
    Files.writeString(root.resolve("index.html"), links);
    System.setProperty(TRUST, store.toString());
    System.setProperty(TRUST + "Password", "changeit");
    // So that connections are sent away in the middle of the crawl.
    var site =
        "ssl_certificate %1$s/host.pem; ssl_certificate_key %1$s/host.key; root %2$s;"
            + " keepalive_requests 50;";
    return Nginx.startServers(
        directory.resolve("nginx"), "ssl http2", List.of(site.formatted(directory, root)));
  }

  private static CrawlSummary crawl(CrawlBench bench, CrawlSettings settings, String start)
      throws IOException {
    return SharedSandbox.crawl(bench.request(settings, start));
  }

  private static List<String> findings(CrawlBench bench) throws IOException {
    return Files.readAllLines(bench.out.resolve("findings.jsonl"));
  }
}

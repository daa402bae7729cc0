package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.local.report.OutsideSummary.OutsideSite;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Crawls of sites whose links lead elsewhere.
class OutsideLinksIT {
  @TempDir Path directory;

  private static String links(String origin, int count) {
    var links = new StringBuilder();
    for (int i = 0; i < count; i++) {
      links.append("<a href='%s/%d'>x</a> ".formatted(origin, i));
    }
    return links.toString();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSitesThatLinksOutOfTheCrawlLeadToAreCountedAndReported(boolean isMobile)
      throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new TestSite(directory.resolve("www"), 1);
        var host = TestHost.start(directory.resolve("host"), site, bench.owner.verifyKey(), "")) {
      site.robots(isMobile ? "Mobile-agent-server: / " + host.url() + "\n" : "");
      Files.writeString(
          site.root().resolve("index.html"),
          "<title>Moved</title>"
              + links("https://127.0.0.1:4443", 12)
              + links("https://other.example", 3)
              + links("https://third.example", 2));
      var summary = bench.crawl(site.origin() + "/");

      assertThat(summary.pages()).isEqualTo(1);
      assertThat(summary.outside().links()).isEqualTo(17);
      assertThat(summary.outside().largest())
          .containsExactly(
              new OutsideSite("https://127.0.0.1:4443", 12, site.origin()),
              new OutsideSite("https://other.example", 3, ""),
              new OutsideSite("https://third.example", 2, ""));
      var json = new ObjectMapper().readTree(bench.out.resolve("summary.json").toFile());
      assertThat(json.path("outside").path("largest").path(0).path("otherNameOf").asText())
          .isEqualTo(site.origin());
      assertThat(bench.crawl().outside()).isEqualTo(summary.outside());
    }
  }

  @Test
  void linksBetweenTheSitesOfACrawlAreNotCounted() throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var one = new TestSite(directory.resolve("one"), 1);
        var two = new TestSite(directory.resolve("two"), 1)) {
      Files.writeString(
          one.root().resolve("index.html"),
          "<title>One</title><a href='%s/a/0.html'>x</a>".formatted(two.origin()));
      assertThat(bench.crawl(one.origin() + "/", two.origin() + "/").outside().links()).isZero();
    }
  }
}

package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.SiteSummary;
import dev.sojourn.crawl.testing.IndexRecords;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Start URLs that redirect to another site, as `http:` does to `https:`.
class MovedSitesIT {
  private static final int PAGES = 6;

  @TempDir Path directory;
  private final List<HttpServer> servers = new ArrayList<>();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private TestSite site;
  private CrawlBench bench;

  @BeforeEach
  void build() throws IOException {
    site = new TestSite(directory.resolve("www"), PAGES);
    site.robots("");
    bench = new CrawlBench(directory.resolve("out"));
  }

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
    site.close();
  }

  /// {@return the origin of a site that redirects each URL}
  ///
  /// @param to makes the Location of a path
  private String redirecting(UnaryOperator<String> to) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            var path = exchange.getRequestURI().toString();
            asked.add(path);
            exchange.getResponseHeaders().add("Location", to.apply(path));
            exchange.sendResponseHeaders(301, -1);
          }
        });
    server.start();
    servers.add(server);
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static SiteSummary of(CrawlSummary summary, String origin) {
    return summary.sites().stream().filter(s -> s.site().equals(origin)).findFirst().orElseThrow();
  }

  @Test
  void theSiteThatAStartUrlRedirectsToIsCrawledInItsPlace() throws IOException {
    var old = redirecting(path -> site.origin() + path);
    var summary = bench.crawl(old + "/");

    bench.assertFoundExactly(site);
    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(of(summary, old).remarks())
        .contains(
            "%s/ redirects to %s/, which is crawled in its place.".formatted(old, site.origin()));
    assertThat(of(summary, old).movedTo()).isEqualTo(site.origin() + "/");
    assertThat(summary.outside().links()).isZero();
  }

  @Test
  void aSiteThatJoinedIsGoneOnWithAndCrawledAgain() throws IOException {
    var old = redirecting(path -> site.origin() + path);
    bench.crawl(old + "/");
    var records = IndexRecords.of(bench.out);

    bench.crawl();
    assertThat(IndexRecords.of(bench.out)).isEqualTo(records);

    var again = SharedSandbox.crawlAgain(bench.request());
    bench.assertFoundExactly(site);
    assertThat(again.recrawl().unchanged()).isEqualTo(site.expected().size());
    assertThat(again.complete()).as("%s", again).isTrue();
  }

  @Test
  void redirectsOverSeveralSitesAreFollowed() throws IOException {
    var second = redirecting(path -> site.origin() + path);
    var first = redirecting(path -> second + path);
    bench.crawl(first + "/");

    bench.assertFoundExactly(site);
  }

  @Test
  void sitesThatRedirectToEachOtherEndTheCrawl() throws IOException {
    var origins = new ArrayList<String>();
    for (int i = 0; i < 2; i++) {
      int other = 1 - i;
      origins.add(redirecting(path -> origins.get(other) + path));
    }

    var summary = bench.crawl(origins.getFirst() + "/");

    assertThat(summary.findings()).isZero();
    assertThat(asked.stream().filter("/"::equals).count()).isLessThan(10);
  }

  @Test
  void anEndlessRowOfSitesIsFollowedForFiveSites() throws IOException {
    var last = redirecting(path -> "http://127.0.0.1:1/");
    for (int i = 0; i < 14; i++) {
      var next = last;
      last = redirecting(path -> next + path);
    }

    var summary = bench.crawl(last + "/");

    assertThat(summary.sites()).hasSize(6);
  }

  @Test
  void anotherLinkThatRedirectsAwayBringsNoSite() throws IOException {
    var other = new TestSite(directory.resolve("other"), PAGES);
    try (other) {
      other.robots("");
      var mixed = mixed(other.origin());
      var summary = bench.crawl(mixed + "/");

      assertThat(summary.sites()).hasSize(1);
      assertThat(bench.foundUrls()).containsExactly(mixed + "/");
    }
  }

  /// A site whose start page links to a page that redirects to another site.
  private String mixed(String other) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            switch (exchange.getRequestURI().getPath()) {
              case "/" -> {
                var body =
                    "<title>Start</title><p>A page. <a href='/away'>away</a>"
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "text/html");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
              }
              case "/away" -> {
                exchange.getResponseHeaders().add("Location", other + "/");
                exchange.sendResponseHeaders(302, -1);
              }
              default -> exchange.sendResponseHeaders(404, -1);
            }
          }
        });
    server.start();
    servers.add(server);
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void theRulesOfTheOwnerApplyToTheOtherSite() throws IOException {
    var old = redirecting(path -> site.origin() + path);
    var rules = new RuleChange(Optional.of(List.of("/a/")), Optional.of(List.of("/a/3.html$")));
    SharedSandbox.crawl(bench.request(old + "/").withChanged(ChangedTerms.of(rules)));

    assertThat(bench.foundUrls())
        .contains(site.origin() + "/", site.origin() + "/a/0.html")
        .doesNotContain(site.origin() + "/a/3.html")
        .noneMatch(url -> url.contains("/b/"));
  }

  @Test
  void aSecondStartUrlThatRedirectsToTheSameSiteNeedsNoIncludeEither() throws IOException {
    var old = redirecting(path -> site.origin() + path);
    var rules = new RuleChange(Optional.of(List.of("/none/")), Optional.empty());
    var request = bench.request(old + "/", old + "/a/0.html");
    SharedSandbox.crawl(request.withChanged(ChangedTerms.of(rules)));
    var expected = List.of(site.origin() + "/", site.origin() + "/a/0.html");
    assertThat(bench.foundUrls()).containsExactlyInAnyOrderElementsOf(expected);

    SharedSandbox.crawlAgain(bench.request());
    assertThat(bench.foundUrls()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aSiteOfTheCrawlThatAnotherRedirectsToIsCrawledOnce() throws IOException {
    var old = redirecting(path -> site.origin() + path);
    var summary = bench.crawl(old + "/", site.origin() + "/a/");

    bench.assertFoundExactly(site);
    assertThat(summary.sites()).hasSize(2);
    assertThat(summary.complete()).as("%s", summary).isTrue();
  }
}

package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls of sites with pages to which no link leads.
class SitemapCrawlIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path directory;
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch answering = new CountDownLatch(1);
  private volatile String held = "";
  private HttpServer server;
  private CrawlBench bench;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    bench = new CrawlBench(directory.resolve("out"));
  }

  @AfterEach
  void stop() {
    answering.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().toString();
    requests.add(path);
    if (path.equals(held)) {
      try {
        answering.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    var body = files.get(path);
    var type = path.contains("xml") || path.contains("feed") ? "application/xml" : "text/html";
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(body == null ? 404 : 200, body == null ? -1 : body.length);
    if (body != null) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void put(String path, String body) {
    files.put(path, body.getBytes(StandardCharsets.UTF_8));
  }

  private void page(String path, String links) {
    put(path, "<!doctype html><title>%s</title><p>Page %s %s".formatted(path, path, links));
  }

  private String list(String... paths) {
    var list = new StringBuilder("<urlset>");
    for (var path : paths) {
      list.append("<url><loc>").append(origin()).append(path).append("</loc></url>");
    }
    return list.append("</urlset>").toString();
  }

  private static byte[] gzip(String text) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  /// A start page with a link to `/linked`; an index of two lists, which name orphans.
  private void site() throws IOException {
    put(
        "/robots.txt",
        "User-agent: *\nDisallow: /private/\nSitemap: %s/i.xml\nSitemap: http://192.0.2.1/s.xml\n"
            .formatted(origin()));
    put(
        "/i.xml",
        "<sitemapindex><sitemap><loc>%s/1.xml</loc></sitemap><sitemap><loc>%s/2.xml.gz</loc></sitemap></sitemapindex>"
            .formatted(origin(), origin()));
    put("/1.xml", list("/linked", "/orphan", "/private/a", "/gone"));
    files.put("/2.xml.gz", gzip(list("/second", "/orphan")));
    page("/", "<a href=/linked>l</a>");
    page("/linked", "");
    page("/orphan", "<a href=/child>c</a>");
    page("/child", "");
    page("/second", "");
    page("/private/a", "");
    page("/new", "");
  }

  private List<String> found() throws IOException {
    return bench.foundUrls().stream().map(url -> url.substring(origin().length())).toList();
  }

  @Test
  void pagesThatOnlyASitemapNamesAreCrawledAfterThoseThatLinksLeadTo() throws IOException {
    site();
    var summary = bench.crawl(origin() + "/");

    assertThat(found()).containsExactly("/", "/linked", "/orphan", "/second", "/child");
    assertThat(requests)
        .containsExactly(
            "/robots.txt",
            "/",
            "/linked",
            "/i.xml",
            "/1.xml",
            "/2.xml.gz",
            "/orphan",
            "/gone",
            "/second",
            "/child");
    assertThat(summary.complete()).isTrue();
    assertThat(summary.sites().getFirst().remarks())
        .anyMatch(remark -> remark.startsWith("1 page in the sitemaps of " + origin()))
        .anyMatch(remark -> remark.startsWith(origin() + " names 1 sitemap of other sites"));
    assertThat(bench.indexedPages()).isEqualTo(5);

    // A crawl that is over asks for nothing when it is resumed, and reports the same.
    requests.clear();
    var again = bench.crawl();
    assertThat(requests).isEmpty();
    assertThat(again.sites().getFirst().remarks()).isEqualTo(summary.sites().getFirst().remarks());
  }

  @Test
  void sitemapsAreLeftAloneWhereTheyAreNotWanted() throws IOException {
    site();
    var settings = TestSettings.withoutSitemaps(CrawlSettings.defaults());
    SharedSandbox.crawl(bench.request(settings, origin() + "/", origin() + "/feed"));
    assertThat(found()).containsExactly("/", "/linked");
    assertThat(requests).doesNotContain("/i.xml");
  }

  @Test
  void aSitemapAndAFeedThatAreStartUrlsAreRead() throws IOException {
    site();
    put("/robots.txt", "");
    put("/sub/sitemap.xml", list("/orphan"));
    put(
        "/feed",
        "<rss><channel><item><link>%s/new</link></item></channel></rss>".formatted(origin()));
    bench.crawl(origin() + "/sub/sitemap.xml", origin() + "/feed", origin() + "/sitemap.html");

    // The agent itself follows the entries of the feed, before any sitemap is read.
    assertThat(found()).containsExactly("/new", "/orphan", "/child");
  }

  @Test
  void pagesThatOnlyAFeedNamesAreCrawledIfAPageNamesOrLinksTheFeed() throws IOException {
    page("/", "<link rel=alternate type=application/rss+xml href=/feed><a href=/a.xml>a</a>");
    put("/feed", "<rss><channel><item><link>/new</link></item></channel></rss>");
    put("/a.xml", "<feed><entry><link href='second'/></entry></feed>");
    page("/new", "");
    page("/second", "");
    var summary = bench.crawl(origin() + "/");

    assertThat(found()).containsExactlyInAnyOrder("/", "/new", "/second");
    assertThat(summary.complete()).isTrue();
    assertThat(summary.urls().indexed()).isEqualTo(3);
  }

  @Test
  void theLimitOfPagesHoldsForThePagesOfASitemapToo() throws IOException {
    site();
    var settings =
        TestSettings.withAllowance(
            CrawlSettings.defaults(), new Allowance(3, 1 << 20, 1_000, 3_600));
    var summary = SharedSandbox.crawl(bench.request(settings, origin() + "/"));
    assertThat(found()).containsExactly("/", "/linked", "/orphan");
    assertThat(summary.complete()).isFalse();
  }

  @Test
  void aSitemapThatCannotBeReadNowIsReadWhenTheCrawlIsResumed() throws IOException {
    site();
    put("/robots.txt", "Sitemap: " + origin() + "/1.xml\nSitemap: " + origin() + "/later.xml\n");
    server.createContext(
        "/later.xml",
        exchange -> {
          exchange.sendResponseHeaders(500, -1);
          exchange.close();
        });
    var first = bench.crawl(origin() + "/");
    assertThat(first.sites().getFirst().remarks().toString())
        .contains("1 sitemap of " + origin() + " could not be read, and --resume asks again");

    server.removeContext("/later.xml");
    put("/later.xml", list("/second"));
    bench.crawl();
    assertThat(found()).contains("/second").doesNotHaveDuplicates();
  }

  @Test
  void aCrawlThatIsStoppedWhileASitemapIsReadEndsAsOneThatWasNotDisturbed() throws Exception {
    site();
    held = "/2.xml.gz";
    var request = bench.request(origin() + "/");
    var crawl =
        new FutureTask<CrawlSummary>(
            () -> Crawl.run(request, CrawlListener.SILENT, InstantSource.system()));
    var thread = Thread.ofPlatform().start(crawl);
    await().atMost(LONG).until(() -> requests.contains(held));
    thread.interrupt();
    var stopped = crawl.get();
    assertThat(stopped.interrupted()).isTrue();
    assertThat(stopped.complete()).isFalse();
    assertThat(found()).containsExactly("/", "/linked");
    assertThat(Files.readAllLines(bench.out.resolve("urls.jsonl"))).hasSize(2);

    held = "";
    answering.countDown();
    var resumed = bench.crawl();
    assertThat(resumed.complete()).isTrue();
    assertThat(found()).containsExactly("/", "/linked", "/orphan", "/second", "/child");
  }

  @Test
  void theDisplayHearsWhenSitemapsAreReadAndWhenTheyWere() throws Exception {
    site();
    var heard = new CopyOnWriteArrayList<String>();
    var listener =
        new CrawlListener() {
          @Override
          public void planned(Plan plan) {}

          @Override
          public void changed(TerritoryProgress territory) {}

          @Override
          public void noted(String sentence) {}

          @Override
          public void sitemaps(String origin, boolean isReading) {
            heard.add(origin + " " + isReading + " " + requests.contains("/i.xml"));
          }
        };
    SharedSandbox.crawl(bench.request(origin() + "/"), listener);
    assertThat(heard).containsExactly(origin() + " true false", origin() + " false true");
  }

  @Test
  void pagesThatOnlyASitemapNamesAreVisitedAtTheHostOfTheirPart() throws Exception {
    try (var site = new TestSite(directory.resolve("www"), 20);
        var host = TestHost.start(directory.resolve("host"), site, bench.owner.verifyKey(), "")) {
      site.robots(
          "Mobile-agent-server: / %s\nSitemap: %s/sitemap.xml\n"
              .formatted(host.url(), site.origin()));
      Files.writeString(site.root().resolve("orphan.html"), "<title>Orphan</title><p>Alone.");
      Files.writeString(
          site.root().resolve("sitemap.xml"),
          "<urlset><url><loc>%s/orphan.html</loc></url><url><loc>%s/a/1.html</loc></url></urlset>"
              .formatted(site.origin(), site.origin()));
      var summary = bench.crawl(site.origin() + "/");

      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.territories())
          .allSatisfy(t -> assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE))
          .allSatisfy(t -> assertThat(t.reason()).isEmpty());
      assertThat(bench.foundUrls())
          .doesNotHaveDuplicates()
          .contains(site.origin() + "/orphan.html")
          .containsAll(site.expected());
    }
  }
}

package dev.sojourn.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.index.Excerpt;
import dev.sojourn.crawl.index.Hit;
import dev.sojourn.crawl.index.SearchResult;
import dev.sojourn.crawl.local.report.CombinationSummary;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.OutsideSummary;
import dev.sojourn.crawl.local.report.PageCounts;
import dev.sojourn.crawl.local.report.RecrawlCounts;
import dev.sojourn.crawl.local.report.RobotsStanding;
import dev.sojourn.crawl.local.report.SiteContent;
import dev.sojourn.crawl.local.report.SiteSummary;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import dev.sojourn.robots.HostUrl;
import dev.sojourn.robots.Route;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
  private static final String SITE = "http://127.0.0.1:8080";
  private static final String EVIL = "<script>alert('x')</script>\"&";
  private static final String EVIL_ESCAPED =
      "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;";

  @Test
  void showsTheFigures() {
    var html = DemoReport.render(demo("Analyzer", ""), "User-agent: *\n");

    assertThat(html)
        .contains("A complete crawl at http://127.0.0.1:8080: 3,021 pages read and 3,000 indexed")
        .contains(
            "<code>/lucene-core/org/apache/lucene/search/</code>",
            "atp://127.0.0.1:7001",
            "line 6",
            "mobile")
        .contains("1,234,567", "7,654,321", "222,333")
        .contains(" 1  User-agent: *")
        .contains("<li><b>Analyzer</b>");
  }

  @Test
  void namesTheReasonWhereAPartWasNotCrawledAsPlanned() {
    var html = DemoReport.render(demo("t", "The host was lost."), "");

    assertThat(html).contains("<br>The host was lost.");
  }

  @Test
  void scriptInATitleAReasonOrRobotsTxtStaysText() {
    var html = DemoReport.render(demo(EVIL, EVIL), EVIL);

    assertThat(html).doesNotContain("<script").contains(EVIL_ESCAPED);
  }

  @Test
  void jsonHoldsTheCrawlAndWhereItsResultsAre() {
    var json = demo("Analyzer", "").json();

    assertThat(json.fieldNames())
        .toIterable()
        .contains("pages", "findings", "territories", "wireBytesMobile", "wireBytesClassic")
        .contains("classicBytesAvoided", "seconds", "sites", "query", "hits")
        .doesNotContain("site");
    assertThat(json.path("index").asText()).isEqualTo("/tmp/demo/crawl/index");
    assertThat(json.path("report").asText()).isEqualTo("/tmp/demo/report.html");
    assertThat(json.path("territories").path(0).path("route").asText())
        .isEqualTo("atp://127.0.0.1:7001");
    assertThat(json.path("hits").path(0).path("title").asText()).isEqualTo("Analyzer");
  }

  @Test
  void needsNothingFromOutside() {
    var html = DemoReport.render(demo("t", ""), "");

    assertThat(html).doesNotContain("src=", "href=", "url(", "@import", "<script", "<link");
  }

  static DemoResult demo(String title, String reason) {
    var part =
        new TerritorySummary(
            SITE,
            "/lucene-core/org/apache/lucene/search/",
            new Route.Host(new HostUrl("atp", "127.0.0.1", 7001, true), 6),
            6,
            CrawlWay.MOBILE,
            TerritoryStatus.COMPLETE,
            reason,
            3021,
            3000,
            1_234_567,
            1_234_567,
            7_654_321,
            PageCounts.NONE,
            "");
    var crawl =
        new CrawlSummary(
            true,
            false,
            3021,
            3000,
            List.of(part),
            1_234_567,
            222_333,
            7_654_321,
            12.34,
            List.of(
                new SiteSummary(
                    SITE,
                    RobotsStanding.READ,
                    "It was read.",
                    List.of(),
                    SiteContent.PAGES,
                    List.of(),
                    List.of(),
                    false)),
            PageCounts.NONE,
            RecrawlCounts.NONE,
            CombinationSummary.NONE,
            OutsideSummary.NONE);
    var hit = new Hit(1, SITE + "/" + title, title, 1, false, new Excerpt(title, List.of()), 0);
    return new DemoResult(
        SITE,
        crawl,
        new SearchResult(title, 3, true, List.of(hit)),
        Path.of("/tmp/demo/crawl/index"),
        Path.of("/tmp/demo/report.html"));
  }
}

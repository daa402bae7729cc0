package dev.sojourn.dispatcher.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The summary of a crawl for people.
final class SummaryTextTest {
  private final List<TerritorySummary> territories = new ArrayList<>();
  private final List<SiteSummary> sites = new ArrayList<>();

  private void site(
      String name, TerritoryStatus state, String reason, long findings, String... remarks) {
    var origin = "https://" + name + ".example";
    territories.add(
        new TerritorySummary(
            origin,
            "/",
            new Route.Unspecified(),
            0,
            CrawlWay.CLASSIC,
            state,
            reason,
            3,
            findings,
            5_000,
            0,
            4_000,
            PageCounts.NONE,
            ""));
    sites.add(
        new SiteSummary(
            origin,
            RobotsStanding.READ,
            "robots.txt was read.",
            List.of(),
            SiteContent.PAGES,
            List.of(remarks),
            List.of(),
            hasErrors(remarks)));
  }

  private static boolean hasErrors(String... remarks) {
    return Arrays.stream(remarks).anyMatch(remark -> remark.contains("has errors"));
  }

  private void unreachable(String name) {
    var origin = "https://" + name + ".example";
    sites.add(
        new SiteSummary(
            origin,
            RobotsStanding.UNREACHABLE,
            "robots.txt of " + origin + " cannot be read.",
            List.of(),
            SiteContent.NOTHING,
            List.of(),
            List.of(),
            false));
  }

  private List<String> lines() {
    var summary =
        new CrawlSummary(
            false,
            false,
            600,
            500,
            territories,
            0,
            1_000_000,
            0,
            12.5,
            sites,
            PageCounts.NONE,
            RecrawlCounts.NONE,
            CombinationSummary.NONE,
            OutsideSummary.NONE);
    var text = new StringWriter();
    SummaryText.print(
        summary, Path.of("out"), "sojourn crawl --resume --out out", new PrintWriter(text, true));
    return text.toString().lines().toList();
  }

  @Test
  void ofTwoHundredSitesItIsAPageWithTheTroubledOnesFirst() {
    for (int i = 0; i < 150; i++) {
      site("good-" + i, TerritoryStatus.COMPLETE, "", 2);
    }
    for (int i = 0; i < 20; i++) {
      site(
          "part-" + i,
          TerritoryStatus.IN_PART,
          "stopped by --max-pages 3.",
          2,
          "A remark.",
          "Another.");
      unreachable("gone-" + i);
    }
    for (int i = 0; i < 6; i++) {
      site("failed-" + i, TerritoryStatus.FAILED, "The agent failed.", 0);
      site("empty-" + i, TerritoryStatus.COMPLETE, "", 0, "The agent found nothing there.");
    }
    site("odd", TerritoryStatus.COMPLETE, "", 2, "Line 3 of robots.txt is not understood.");
    var lines = lines();

    assertThat(lines).hasSizeLessThan(40);
    assertThat(lines)
        .containsSequence(
            "CRAWLED  SITES  TERRITORIES  PAGES  FINDINGS      WIRE",
            "classic    183          183    549       342  915.0 kB",
            "203 sites: 150 complete, 20 not reached, 6 failed, 20 done in part, 6 without a"
                + " finding, 1 complete with a remark.",
            "  robots.txt of https://gone-0.example cannot be read; try again later with: sojourn"
                + " crawl --resume --out out");
    assertThat(lines)
        .contains(
            "  and 16 more not reached: see out/summary.json, or add --json.",
            "  https://part-0.example/: stopped by --max-pages 3.  (and 2 further sentences of this"
                + " site)",
            "  and 16 more done in part: see out/summary.json, or add --json.",
            "  Line 3 of robots.txt is not understood.")
        .noneMatch(line -> line.contains("good-"));
  }

  private void withoutRobots(String name) {
    var origin = "https://" + name + ".example";
    var sentence = "There is no " + origin + "/robots.txt (status 404): all is allowed.";
    territories.add(
        new TerritorySummary(
            origin,
            "/",
            new Route.Unspecified(),
            0,
            CrawlWay.CLASSIC,
            TerritoryStatus.COMPLETE,
            "",
            3,
            2,
            5_000,
            0,
            4_000,
            PageCounts.NONE,
            ""));
    sites.add(
        new SiteSummary(
            origin,
            RobotsStanding.ABSENT,
            sentence,
            List.of(),
            SiteContent.PAGES,
            List.of(sentence),
            List.of(),
            false));
  }

  private void fellBack(String name, long hostBytes) {
    var origin = "https://" + name + ".example";
    var host = "atp://agents.%s.example:10434".formatted(name);
    var reason = host + " cannot be reached: the connection was refused.";
    territories.add(
        new TerritorySummary(
            origin,
            "/",
            new Route.Host(new HostUrl("atp", "agents.%s.example".formatted(name), 10434, true), 1),
            1,
            CrawlWay.CLASSIC,
            TerritoryStatus.COMPLETE,
            reason,
            3,
            2,
            5_000,
            hostBytes,
            4_000,
            PageCounts.NONE,
            ""));
    sites.add(
        new SiteSummary(
            origin,
            RobotsStanding.READ,
            "robots.txt was read.",
            List.of(),
            SiteContent.PAGES,
            List.of(),
            List.of(),
            false));
  }

  @Test
  void hostsThatWereGivenUpComeBeforeErrorsThoseBeforeRemarksAndNoRobotsTxtIsNoTrouble() {
    for (int i = 0; i < 30; i++) {
      withoutRobots("bare-" + i);
      site("odd-" + i, TerritoryStatus.COMPLETE, "", 2, "A remark.");
    }
    site(
        "wrong",
        TerritoryStatus.COMPLETE,
        "",
        2,
        "https://wrong.example/robots.txt has errors: 1 line.");
    fellBack("dead", 0);
    var lines = lines();

    assertThat(lines)
        .containsSequence(
            "62 sites: 30 complete, 1 complete from here instead of at a host, 1 complete with"
                + " errors in robots.txt, 30 complete with a remark.",
            "  https://dead.example/: atp://agents.dead.example:10434 cannot be reached: the"
                + " connection was refused.",
            "  https://wrong.example/robots.txt has errors: 1 line.",
            "  A remark.")
        .noneMatch(line -> line.contains("There is no"));
  }

  @Test
  void theTableReportsBytesOfLostHostsAsTheLineDoes() {
    fellBack("lost", 3_000);
    assertThat(lines())
        .anyMatch(
            line ->
                line.matches("https://lost.example/ .* complete .* 5.0 kB \\(3.0 kB mobile\\)"));

    for (int i = 0; i < 30; i++) {
      site("good-" + i, TerritoryStatus.COMPLETE, "", 2);
    }
    assertThat(lines())
        .containsSequence(
            "CRAWLED  SITES  TERRITORIES  PAGES  FINDINGS      WIRE",
            "mobile       0            0      0         0    3.0 kB",
            "classic     31           31     93        62  152.0 kB");
  }

  @Test
  void ofAFewSitesItReportsAll() {
    site("a", TerritoryStatus.COMPLETE, "", 2);
    site("b", TerritoryStatus.UNTOUCHED, "", 0);
    site("c", TerritoryStatus.IN_PART, "stopped by --max-pages 3.", 2, "A remark.", "Another.");

    assertThat(lines())
        .contains("https://c.example/: stopped by --max-pages 3.", "A remark.", "Another.")
        .anyMatch(line -> line.matches("https://a.example/ .* complete .*"))
        .anyMatch(line -> line.matches("https://b.example/ +- +no link led to it .*"))
        .noneMatch(line -> line.contains("untouched"));
  }

  @Test
  void http2IsNamedWhereItWasSpoken() {
    site("a", TerritoryStatus.COMPLETE, "", 2);
    assertThat(lines()).anyMatch(line -> line.contains("classic 1.0 MB.  Classic"));
    sites.add(
        new SiteSummary(
            "https://b.example",
            RobotsStanding.READ,
            "robots.txt was read.",
            List.of(),
            SiteContent.PAGES,
            List.of(),
            List.of("HTTP/2"),
            false));
    assertThat(lines()).anyMatch(line -> line.contains("classic 1.0 MB (HTTP/2).  Classic"));
  }
}

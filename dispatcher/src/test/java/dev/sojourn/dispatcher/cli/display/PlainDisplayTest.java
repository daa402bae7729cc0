package dev.sojourn.dispatcher.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RobotsOutcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The display of a crawl where standard error is no terminal.
final class PlainDisplayTest {
  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");

  private final StringWriter text = new StringWriter();
  private Instant now = BEGUN;
  private final CrawlDisplay display = CrawlDisplay.plain(new PrintWriter(text), () -> now);

  private void reads(int site, TerritoryStatus state, long pages, long unread) {
    display.changed(
        new TerritoryProgress(
            "https://site-%d.example".formatted(site),
            0,
            "/",
            new Place.Home(),
            state,
            pages,
            pages,
            1_000 * pages,
            "",
            unread));
  }

  /// The lines that are written when the display looks at the clock each second until a time.
  private List<String> until(int seconds) {
    int before = text.getBuffer().length();
    while (now.isBefore(BEGUN.plusSeconds(seconds))) {
      now = now.plusSeconds(1);
      display.look();
    }
    return text.toString().substring(before).lines().toList();
  }

  @Test
  void showsTheTotalsAfterTenSecondsAndThenEachMinuteInWhichSomethingChanges() {
    display.begun(3);
    reads(1, TerritoryStatus.VISITING, 1, 0);
    assertThat(until(9)).isEmpty();
    reads(1, TerritoryStatus.VISITING, 1_234, 0);
    assertThat(until(10))
        .containsExactly(
            "After 10 s: 1,234 pages, 137/s  0 of 3 sites done  1,234 findings  1.2 MB");
    reads(1, TerritoryStatus.VISITING, 1_300, 0);
    assertThat(until(69)).isEmpty();
    reads(1, TerritoryStatus.COMPLETE, 2_000, 0);
    assertThat(until(70))
        .containsExactly(
            "After 1 min: 2,000 pages, 12/s  1 of 3 sites done  2,000 findings  2.0 MB");
    assertThat(until(7_200)).isEmpty();
    reads(2, TerritoryStatus.VISITING, 1, 0);
    assertThat(until(10_000)).hasSize(1);
    reads(2, TerritoryStatus.VISITING, 2, 0);
    display.finish();
    assertThat(until(10_100)).isEmpty();
  }

  @Test
  void reportsOfACrawlWhoseSitesSayNothing() {
    display.begun(2);
    assertThat(until(60))
        .containsExactly("After 10 s: 0 pages, 0.0/s  0 of 2 sites done  0 findings  0 B");
    display.unreached("https://site-1.example");
    assertThat(until(80))
        .containsExactly("After 1 min: 0 pages, 0.0/s  1 of 2 sites done  0 findings  0 B");
  }

  @Test
  void aSiteWhoseSitemapsAreReadHasALineAndIsNotDone() {
    display.begun(1);
    reads(1, TerritoryStatus.VISITING, 1, 0);
    reads(1, TerritoryStatus.COMPLETE, 2, 0);
    display.sitemaps("https://site-1.example", true);
    assertThat(text.toString().lines().toList().getLast())
        .isEqualTo("https://site-1.example  reading its sitemaps");
    assertThat(until(10))
        .containsExactly(
            "After 10 s: 2 pages, 0.0/s  0 of 1 site done  2 findings  2.0 kB  reading the"
                + " sitemaps of https://site-1.example");
    display.sitemaps("https://site-1.example", false);
    assertThat(until(70))
        .containsExactly("After 1 min: 2 pages, 0.0/s  1 of 1 site done  2 findings  2.0 kB");
  }

  @Test
  void ofManySitesTheTotalsSayHowManyHaveTheirSitemapsRead() {
    display.begun(2_000);
    for (int site = 0; site < 30; site++) {
      display.sitemaps("https://site-%d.example".formatted(site), true);
    }
    assertThat(until(10).getFirst()).endsWith("  reading the sitemaps of 30 sites");
    assertThat(text.toString().lines()).hasSize(1);
  }

  @Test
  void saysHowManyPagesCouldNotBeRead() {
    reads(1, TerritoryStatus.WAITING, 0, 0);
    reads(1, TerritoryStatus.IN_PART, 9, 22);
    assertThat(text.toString().lines())
        .containsExactly(
            "https://site-1.example/  in part (from here)  9 pages, 22 could not be read, 9"
                + " findings, 9.0 kB");
  }

  /// 10,000 pages a minute, from a site whose agent makes a checkpoint every 25 seconds.
  @Test
  void theRateIsNotNothingBetweenTwoCheckpoints() {
    display.begun(1);
    reads(1, TerritoryStatus.VISITING, 0, 0);
    for (int pages = 0; now.isBefore(BEGUN.plusSeconds(190)); ) {
      for (var line : until((int) Duration.between(BEGUN, now).toSeconds() + 25)) {
        if (pages > 0) {
          assertThat(line).contains(", 167/s");
        }
      }
      pages += 4_167;
      reads(1, TerritoryStatus.VISITING, pages, 0);
    }
  }

  @Test
  void ofManySitesThereIsOneLineEachAndTheTotals() {
    int sites = 2_000;
    display.begun(sites);
    for (int site = 0; site < sites; site++) {
      display.planned(plan(site));
      display.noted("robots.txt of a site asks for a long Crawl-delay.");
      reads(site, TerritoryStatus.WAITING, 0, 0);
      reads(site, TerritoryStatus.VISITING, 0, 0);
      reads(site, TerritoryStatus.VISITING, 3, 0);
      reads(site, TerritoryStatus.COMPLETE, 4, 0);
      reads(site, TerritoryStatus.COMPLETE, 4, 0);
    }
    display.unreached("https://away.example");
    assertThat(text.toString().lines().filter(line -> line.startsWith("https://site-")))
        .hasSize(sites)
        .doesNotHaveDuplicates()
        .contains("https://site-7.example/  complete (from here)  4 pages, 4 findings, 4.0 kB");
    assertThat(text.toString().lines().filter(line -> !line.startsWith("https://site-")))
        .hasSize(21)
        .contains("https://away.example  not reached");
    assertThat(until(10).getFirst()).endsWith("  1,980 further remarks for the summary");
  }

  @Test
  void aSiteThatWasDoneBeforeThisRunHasNoLine() {
    display.begun(1);
    reads(1, TerritoryStatus.COMPLETE, 4, 0);
    assertThat(text.toString()).isEmpty();
  }

  private static Plan plan(int site) {
    var outcome = RobotsOutcome.of(RobotsOutcome.Kind.ABSENT, Bytes.EMPTY, "There is none.");
    return Plan.of("https://site-%d.example".formatted(site), outcome, new Reach(false));
  }
}

package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.PageCounts;
import dev.sojourn.crawl.local.report.SiteContent;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import dev.sojourn.robots.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HomeReadingsTest {
  private static final String SITE = "http://a.example";

  private final HomeReadings.Records records = new HomeReadings.Records();
  private final HomeReadings yield = new HomeReadings();

  /// A header field may hold what clears the screen, or sets the title of the window.
  @Test
  void aContentTypeCannotSteerTheTerminalThatShowsTheSummary() {
    records.add(read("image/\u001b[2J\u009b31mred\u202e"));
    yield.learn(records, true);

    assertThat(remark(1))
        .startsWith("There is no HTML in the 1 page read of " + SITE + " (image/ [2J 31mred)");
  }

  @Test
  void nothingIsSaidOfTypesWhereThatOfOnePageIsNotKnown() {
    records.add(read("text/plain"));
    yield.learn(records, false);
    assertThat(content(2)).isEqualTo(SiteContent.PAGES);
    yield.learn(records, true);
    assertThat(content(2)).isEqualTo(SiteContent.NO_HTML);
    records.add(record(PageOutcome.UNCHANGED, Optional.empty(), Optional.empty()));
    yield.learn(records, true);
    assertThat(content(2)).isEqualTo(SiteContent.PAGES);
  }

  @Test
  void htmlIsKnownBehindManyOtherTypes() {
    for (int i = 0; i < 9; i++) {
      records.add(read("image/" + i));
    }
    yield.learn(records, true);
    assertThat(remark(9)).contains("(image/0, image/1, image/2, image/3, image/4)");
    records.add(read("text/html"));
    yield.learn(records, true);
    assertThat(content(10)).isEqualTo(SiteContent.PAGES);
  }

  @Test
  void theFirstPageThatTheSiteDidNotGiveIsNamed() {
    records.add(record(PageOutcome.DISALLOWED, Optional.empty(), Optional.empty()));
    records.add(record(PageOutcome.OUTSIDE, Optional.of(SITE + "/elsewhere/"), Optional.empty()));
    yield.learn(records, true);
    assertThat(remark(0)).startsWith("No page of " + SITE + " could be read; look");
    records.add(record(PageOutcome.SERVER_ERROR, Optional.of(SITE + "/y"), Optional.empty()));
    records.add(record(PageOutcome.TIMED_OUT, Optional.empty(), Optional.empty()));
    yield.learn(records, true);
    assertThat(remark(0)).contains(" could be read (" + SITE + "/y: It is missing); look");
  }

  private SiteContent content(long pages) {
    return yield.content(territories(pages));
  }

  private String remark(long pages) {
    return yield.remark(SITE, territories(pages)).orElseThrow();
  }

  private static List<TerritorySummary> territories(long pages) {
    return List.of(
        new TerritorySummary(
            SITE,
            "/",
            new Route.None(1),
            1,
            CrawlWay.CLASSIC,
            TerritoryStatus.COMPLETE,
            "",
            pages,
            0,
            9,
            0,
            0,
            PageCounts.NONE,
            ""));
  }

  private static PageRecord read(String type) {
    var body =
        new PageRecord.Body(
            type, 1, "0123456789abcdef", false, "", Optional.empty(), Optional.empty());
    return record(PageOutcome.FETCHED, Optional.empty(), Optional.of(body));
  }

  private static PageRecord record(
      PageOutcome outcome, Optional<String> end, Optional<PageRecord.Body> body) {
    return new PageRecord(
        SITE + "/x",
        end,
        Optional.empty(),
        OptionalInt.empty(),
        Instant.EPOCH,
        Duration.ZERO,
        outcome,
        0,
        "It is missing.",
        body);
  }
}

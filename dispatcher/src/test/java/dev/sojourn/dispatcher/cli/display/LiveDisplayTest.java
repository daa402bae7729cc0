package dev.sojourn.dispatcher.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The live display, on a screen that interprets what it writes.
final class LiveDisplayTest {
  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = BEGUN;
  private int columns;
  private TerminalScreen screen = new TerminalScreen(80, 50);

  private CrawlDisplay display(int width, boolean isColoured) {
    columns = width;
    screen = new TerminalScreen(width, 50);
    return CrawlDisplay.live(
        new PrintWriter(new ScreenWriter()), () -> columns, isColoured, () -> now);
  }

  private final class ScreenWriter extends Writer {
    @Override
    public void write(char[] chars, int offset, int length) {
      screen.write(new String(chars, offset, length));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private void resize(int width) {
    columns = width;
    screen.resize(width);
  }

  private static TerritoryProgress territory(
      int site, TerritoryStatus state, long pages, String reason) {
    return new TerritoryProgress(
        "https://site-%03d.example".formatted(site),
        0,
        "/docs/",
        new Place.Home(),
        state,
        pages,
        pages,
        1_000 * pages,
        reason,
        0);
  }

  private void assertNoLineIsRepeated() {
    assertThat(new HashSet<>(screen.lines()))
        .as("%s", screen.lines())
        .hasSameSizeAs(screen.lines());
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80, 200})
  void noLineWrapsAndNoneIsRepeated(int width) {
    var display = display(width, true);
    var reason = "atp://agents.example:10434 cannot be reached: the connection was refused.";
    for (int step = 0; step < 50; step++) {
      now = now.plusMillis(250);
      for (int site = 0; site < 6; site++) {
        display.changed(
            territory(site, TerritoryStatus.VISITING, step * (site + 1L), site == 2 ? reason : ""));
      }
      display.look();

      assertThat(screen.usedRows()).isEqualTo(7);
      assertNoLineIsRepeated();
    }
    display.noted("A sentence that stays.");
    display.look();

    assertThat(screen.lines()).first().isEqualTo("A sentence that stays.");
    assertThat(screen.usedRows()).isEqualTo(8);
  }

  @Test
  void aWindowThatIsResizedInMidRunShowsEveryLineOnce() {
    var display = display(200, false);
    var random = new Random(11);
    display.noted("Before.");
    for (int step = 0; step < 200; step++) {
      now = now.plusMillis(250);
      for (int site = 0; site < 8; site++) {
        display.changed(
            territory(
                site, TerritoryStatus.VISITING, step, "because of 漢字 " + "reasons ".repeat(9)));
      }
      display.look();
      resize(List.of(40, 41, 57, 80, 200).get(random.nextInt(5)));
      display.look();

      assertNoLineIsRepeated();
      assertThat(screen.lines()).hasSize(10).startsWith("Before.");
      assertThat(screen.usedRows()).as("a line wraps").isEqualTo(10);
    }
    display.finish();

    assertThat(screen.lines()).containsExactly("Before.");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 41})
  void wideCharactersAreCountedByTheirColumns(int width) {
    var display = display(width, false);
    for (int step = 0; step < 3; step++) {
      display.changed(territory(1, TerritoryStatus.VISITING, step, "理由".repeat(60)));
      display.changed(territory(2, TerritoryStatus.VISITING, step, "e\u0301".repeat(60)));
      display.look();
    }

    assertThat(screen.usedRows()).isEqualTo(3);
    assertThat(screen.lines()).allMatch(line -> TextWidth.of(line) < width);
    assertThat(screen.lines().get(1)).endsWith("…");
  }

  @Test
  void showsTheTerritoriesThatMoveOfTwoHundredAndCountsTheOthers() {
    var display = display(120, false);
    for (int site = 0; site < 200; site++) {
      display.changed(
          territory(
              site, site < 150 ? TerritoryStatus.COMPLETE : TerritoryStatus.VISITING, 10, ""));
    }
    now = now.plus(Duration.ofSeconds(30));
    display.changed(territory(190, TerritoryStatus.VISITING, 25, ""));
    display.changed(territory(195, TerritoryStatus.VISITING, 15, ""));
    display.look();

    assertThat(screen.lines()).hasSize(10);
    assertThat(screen.lines().getFirst())
        .isEqualTo("2,020 pages, 0.7/s  150 of 200 sites done  2,020 findings  2.0 MB");
    assertThat(screen.lines().get(1))
        .isEqualTo("      25 pages  https://site-190.example/docs/  reading pages, from here");
    assertThat(screen.lines().get(2)).contains("15 pages").contains("site-195");
    assertThat(screen.lines().getLast()).isEqualTo("  and 42 more at work");
  }

  @Test
  void sitesWhoseSitemapsAreReadHaveALineAndAreNotDone() {
    var display = display(120, false);
    for (int site = 0; site < 20; site++) {
      display.changed(
          territory(site, site < 2 ? TerritoryStatus.COMPLETE : TerritoryStatus.VISITING, 10, ""));
    }
    display.sitemaps("https://site-000.example", true);
    display.look();
    assertThat(screen.lines()).hasSize(10);
    assertThat(screen.lines().getFirst()).contains("1 of 20 sites done");
    assertThat(screen.lines().get(1))
        .isEqualTo("  reading the sitemaps of https://site-000.example");

    display.sitemaps("https://site-001.example", true);
    display.look();
    assertThat(screen.lines().get(1)).isEqualTo("  reading the sitemaps of 2 sites");

    display.sitemaps("https://site-000.example", false);
    display.sitemaps("https://site-001.example", false);
    display.look();
    assertThat(screen.lines()).hasSize(10).noneMatch(line -> line.contains("sitemaps"));
    assertThat(screen.lines().getFirst()).contains("2 of 20 sites done");
  }

  @Test
  void theSpeedIsThatOfTheLastSecondsAndNotOfAnEarlierRun() {
    var display = display(120, false);
    display.changed(territory(1, TerritoryStatus.VISITING, 5_000, ""));
    for (int second = 1; second <= 20; second++) {
      now = BEGUN.plusSeconds(second);
      display.changed(territory(1, TerritoryStatus.VISITING, 5_000 + 20L * second, ""));
    }
    display.look();
    assertThat(screen.lines().getFirst()).startsWith("5,400 pages, 20/s");

    now = now.plusSeconds(10);
    display.look();
    assertThat(screen.lines().getFirst()).startsWith("5,400 pages, 0.0/s");
  }

  @Test
  void aSiteWhoseRobotsTxtIsNotReadYetIsNotDoneAndOneThatCannotBeReachedIs() {
    var display = display(120, false);
    display.begun(5);
    for (int site = 0; site < 3; site++) {
      display.changed(territory(site, TerritoryStatus.COMPLETE, 10, ""));
    }
    display.look();
    assertThat(screen.lines().getFirst()).contains("3 of 5 sites done");

    display.unreached("https://site-003.example");
    display.look();
    assertThat(screen.lines().getFirst()).contains("4 of 5 sites done");

    display.changed(territory(3, TerritoryStatus.VISITING, 1, ""));
    display.look();
    assertThat(screen.lines().getFirst()).contains("3 of 5 sites done");
  }

  @Test
  void onePageIsNoPages() {
    var display = display(120, false);
    display.changed(territory(1, TerritoryStatus.COMPLETE, 1, ""));
    display.look();

    assertThat(screen.lines().getFirst())
        .isEqualTo("1 page, 0.0/s  1 of 1 site done  1 finding  1.0 kB");
  }

  @Test
  void nothingIsLeftOfItWhenTheCrawlIsOver() {
    var display = display(80, true);
    display.changed(territory(1, TerritoryStatus.VISITING, 1, ""));
    display.look();
    display.finish();
    display.finish();
    display.look();

    assertThat(screen.lines()).isEmpty();
  }
}

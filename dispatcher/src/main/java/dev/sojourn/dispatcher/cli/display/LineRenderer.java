package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/// Shows a crawl line by line, for logs: each change of state, and the totals at most once a
/// minute, if something has changed.
///
/// A crawl of many sites has one line for each site, when the site is done. Only the first remarks
/// are shown, and the others are counted: the summary has them all.
final class LineRenderer implements Renderer {
  /// A crawl with at most this number of sites is shown in full.
  private static final int FEW_SITES = 20;

  private static final int MOST_NOTES = 20;

  private static final Duration FIRST_TOTALS = Duration.ofSeconds(10);
  private static final Duration TOTALS_EVERY = Duration.ofMinutes(1);
  private static final Duration LOOKS_EVERY = Duration.ofSeconds(1);

  private final PrintWriter out;
  private final InstantSource clock;
  private final CrawlProgress crawl;
  private final Instant begun;
  private final Map<String, Shown> states = new HashMap<>();
  private final Map<String, SiteLine> siteLines = new HashMap<>();
  private int sites;
  private int notes;
  private Instant totalsDue;
  private boolean hasNews;

  private record Shown(TerritoryStatus state, Place place) {}

  LineRenderer(PrintWriter out, CrawlProgress crawl, InstantSource clock) {
    this.out = out;
    this.crawl = crawl;
    this.clock = clock;
    this.begun = clock.instant();
    this.totalsDue = begun.plus(FIRST_TOTALS);
  }

  @Override
  public Duration every() {
    return LOOKS_EVERY;
  }

  /// Shows the totals if they are due.
  @Override
  public void look() {
    var now = clock.instant();
    if (hasNews && !now.isBefore(totalsDue)) {
      print(
          "After %s: %s%s%s"
              .formatted(
                  time(Duration.between(begun, now)),
                  crawl.totals(now),
                  crawl.sitemaps().map(text -> "  " + text).orElse(""),
                  unreported()));
      totalsDue = now.plus(TOTALS_EVERY);
      hasNews = false;
    }
  }

  private static String time(Duration passed) {
    return passed.compareTo(TOTALS_EVERY) < 0
        ? passed.toSeconds() + " s"
        : passed.toMinutes() + " min";
  }

  private String unreported() {
    return notes <= MOST_NOTES
        ? ""
        : "  " + Messages.count(notes - MOST_NOTES, "further remark") + " for the summary";
  }

  private boolean isOfMany() {
    return sites > FEW_SITES;
  }

  private void print(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public void begun(int all) {
    sites = all;
    hasNews = true;
  }

  @Override
  public void unreached(String origin) {
    hasNews = true;
    if (isOfMany()) {
      print(origin + "  not reached");
    }
  }

  @Override
  public void planned(Plan plan) {
    if (isOfMany()) {
      siteLines.put(plan.origin(), new SiteLine(plan.territories().size()));
    } else {
      PlanText.print(plan, out);
    }
  }

  @Override
  public void sitemaps(String origin, boolean isReading) {
    hasNews = true;
    if (isReading && !isOfMany()) {
      print(origin + "  reading its sitemaps");
    }
  }

  @Override
  public void changed(TerritoryProgress now) {
    hasNews = true;
    var state = new Shown(now.state(), now.place());
    var before = states.put(now.site() + " " + now.number(), state);
    // A territory that was over before this run did not change in this run.
    boolean isOld = before == null && now.state().isOver();
    boolean isIdle =
        now.state() == TerritoryStatus.WAITING || now.state() == TerritoryStatus.UNTOUCHED;
    if (isOfMany()) {
      var line = siteLines.get(now.site());
      if (line != null) {
        line.changed(now, isOld).ifPresent(this::print);
      }
    } else if (!state.equals(before) && !isIdle && !isOld) {
      print(TerritoryText.line(now));
    }
  }

  @Override
  public void noted(String sentence) {
    notes++;
    if (!isOfMany() || notes <= MOST_NOTES) {
      print(sentence);
    }
  }

  @Override
  public void followed(FollowEvent event) {
    print(FollowText.line(event));
  }

  @Override
  public void end() {
    out.flush();
  }
}

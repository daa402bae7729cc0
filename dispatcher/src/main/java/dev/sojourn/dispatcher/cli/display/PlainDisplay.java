package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Shows a crawl line by line, for logs: each change of state, and the totals at most once a
/// minute, if something has changed.
///
/// A crawl of many sites has a line for each site when it is done. The sentences about them are
/// counted after the first ones: the summary has them all.
final class PlainDisplay implements CrawlDisplay {
  /// A crawl of no more sites than these is shown in full.
  private static final int FEW_SITES = 20;

  private static final int MOST_NOTES = 20;

  private static final Duration FIRST_TOTALS = Duration.ofSeconds(10);
  private static final Duration TOTALS_EVERY = Duration.ofMinutes(1);
  private static final Duration LOOKS_EVERY = Duration.ofSeconds(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition over = lock.newCondition();
  private final PrintWriter out;
  private final InstantSource clock;
  private final CrawlProgress crawl;
  private final Instant begun;
  private final Map<String, String> states = new HashMap<>();
  private final Map<String, SiteLine> siteLines = new HashMap<>();
  private int sites;
  private int notes;
  private Instant totalsDue;
  private boolean hasNews;
  private boolean isOver;

  /// Creates a display that shows the totals when [#showTotals] is called, and not by itself.
  PlainDisplay(PrintWriter out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
    this.begun = clock.instant();
    this.crawl = new CrawlProgress(begun);
    this.totalsDue = begun.plus(FIRST_TOTALS);
  }

  /// {@return a display that shows the totals by itself}
  static PlainDisplay start(PrintWriter out) {
    var display = new PlainDisplay(out, InstantSource.system());
    Thread.ofPlatform().daemon().name("crawl-display").start(display::showTotalsUntilOver);
    return display;
  }

  private void showTotalsUntilOver() {
    lock.lock();
    try {
      while (!isOver) {
        showTotals();
        long _ = over.awaitNanos(LOOKS_EVERY.toNanos());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /// Shows the totals if they are due. May be called by any thread.
  void showTotals() {
    lock.lock();
    try {
      var now = clock.instant();
      if (!isOver && hasNews && !now.isBefore(totalsDue)) {
        print(
            "After %s: %s%s%s"
                .formatted(
                    time(Duration.between(begun, now)),
                    crawl.totals(now),
                    crawl.sitemaps().map(text -> "  " + text).orElse(""),
                    untold()));
        totalsDue = now.plus(TOTALS_EVERY);
        hasNews = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private static String time(Duration passed) {
    return passed.compareTo(TOTALS_EVERY) < 0
        ? passed.toSeconds() + " s"
        : passed.toMinutes() + " min";
  }

  private String untold() {
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
    lock.lock();
    try {
      sites = all;
      crawl.begun(all);
      hasNews = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unreached(String origin) {
    lock.lock();
    try {
      crawl.unreached(origin);
      hasNews = true;
      if (isOfMany()) {
        print(origin + "  not reached");
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void planned(Plan plan) {
    lock.lock();
    try {
      if (isOfMany()) {
        siteLines.put(plan.origin(), new SiteLine(plan.territories().size()));
      } else {
        PlanText.print(plan, out);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sitemaps(String origin, boolean isReading) {
    lock.lock();
    try {
      crawl.sitemaps(origin, isReading);
      hasNews = true;
      if (isReading && !isOfMany()) {
        print(origin + "  reading its sitemaps");
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void changed(TerritoryProgress now) {
    lock.lock();
    try {
      crawl.changed(now, clock.instant());
      hasNews = true;
      var state = now.state() + " " + now.where();
      var before = states.put(now.site() + " " + now.number(), state);
      // A territory that was over before this run did not change in it.
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
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void noted(String sentence) {
    lock.lock();
    try {
      notes++;
      if (!isOfMany() || notes <= MOST_NOTES) {
        print(sentence);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void followed(FollowEvent event) {
    lock.lock();
    try {
      print(FollowText.line(event));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void finish() {
    lock.lock();
    try {
      isOver = true;
      over.signalAll();
      out.flush();
    } finally {
      lock.unlock();
    }
  }
}

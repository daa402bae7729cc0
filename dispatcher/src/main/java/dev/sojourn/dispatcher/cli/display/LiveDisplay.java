package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/// Shows a crawl on a terminal: totals and the territories that are moving, drawn over four times a
/// second, and at once when the window is resized. Lines that stay are printed above them.
final class LiveDisplay implements CrawlDisplay {
  private static final Duration EVERY = Duration.ofMillis(250);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition over = lock.newCondition();
  private final PrintWriter out;
  private final InstantSource clock;
  private final LiveBlock block;
  private final CrawlProgress crawl;
  private boolean isOver;

  /// Creates a display that is drawn when [#redraw] is called, and not before.
  ///
  /// @param columns the width of the terminal now
  /// @param isColoured whether it has colours
  LiveDisplay(PrintWriter out, IntSupplier columns, boolean isColoured, InstantSource clock) {
    this.out = out;
    this.clock = clock;
    this.block = new LiveBlock(out, columns, isColoured);
    this.crawl = new CrawlProgress(clock.instant());
  }

  /// {@return a display that draws itself}
  static LiveDisplay start(PrintWriter out, TerminalWindow window, boolean isColoured) {
    var display = new LiveDisplay(out, window::columns, isColoured, InstantSource.system());
    window.onResize(display::redraw);
    Thread.ofPlatform().daemon().name("crawl-display").start(display::drawUntilOver);
    return display;
  }

  private void drawUntilOver() {
    lock.lock();
    try {
      while (!isOver) {
        redraw();
        long _ = over.awaitNanos(EVERY.toNanos());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void begun(int sites) {
    lock.lock();
    try {
      crawl.begun(sites);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unreached(String origin) {
    lock.lock();
    try {
      crawl.unreached(origin);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void planned(Plan plan) {
    if (PlanText.isPlain(plan)) {
      return;
    }
    lock.lock();
    try {
      block.erase();
      PlanText.print(plan, out);
    } finally {
      lock.unlock();
    }
    redraw();
  }

  @Override
  public void sitemaps(String origin, boolean isReading) {
    lock.lock();
    try {
      crawl.sitemaps(origin, isReading);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void changed(TerritoryProgress now) {
    lock.lock();
    try {
      crawl.changed(now, clock.instant());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void noted(String sentence) {
    lock.lock();
    try {
      block.erase();
      out.println(sentence);
    } finally {
      lock.unlock();
    }
    redraw();
  }

  @Override
  public void followed(FollowEvent event) {
    lock.lock();
    try {
      crawl.followed(event, clock.instant());
    } finally {
      lock.unlock();
    }
    if (FollowText.isNews(event)) {
      noted(FollowText.line(event));
    }
  }

  /// Draws the lines as they are now. May be called by any thread.
  void redraw() {
    lock.lock();
    try {
      if (!isOver) {
        block.draw(crawl.lines(clock.instant()));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void finish() {
    lock.lock();
    try {
      if (!isOver) {
        block.erase();
        isOver = true;
        over.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }
}

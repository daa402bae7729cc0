package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.dispatcher.crawl.report.TerritoryProgress;
import dev.sojourn.dispatcher.plan.Plan;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Shows a crawl on a terminal: a line for each territory, drawn anew ten times a second at most.
final class LiveDisplay implements CrawlDisplay {
  private static final long EVERY_NANOS = 100_000_000;
  private static final int USUAL_COLUMNS = 120;
  private static final int MAX_LINES = 30;

  private final ReentrantLock lock = new ReentrantLock();
  private final PrintWriter out;
  private final int columns;
  private final Map<String, TerritoryProgress> territories = new LinkedHashMap<>();
  private int drawn;
  private long drawnAt = System.nanoTime() - EVERY_NANOS;

  LiveDisplay(PrintWriter out) {
    this.out = out;
    this.columns = columns();
  }

  private static int columns() {
    var given = System.getenv("COLUMNS");
    return given != null && given.matches("[1-9][0-9]{1,3}")
        ? Integer.parseInt(given)
        : USUAL_COLUMNS;
  }

  @Override
  public void planned(Plan plan) {
    lock.lock();
    try {
      erase();
      PlanText.print(plan, out);
      draw();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void changed(TerritoryProgress now) {
    lock.lock();
    try {
      territories.put(now.site() + " " + now.number(), now);
      if (System.nanoTime() - drawnAt >= EVERY_NANOS) {
        erase();
        draw();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void noted(String sentence) {
    lock.lock();
    try {
      erase();
      out.println(sentence);
      draw();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void finish() {
    lock.lock();
    try {
      erase();
      draw();
      drawn = 0;
    } finally {
      lock.unlock();
    }
  }

  private void erase() {
    if (drawn > 0) {
      // Up to the first line of the block, then clear to the end of the screen.
      out.print("\u001b[" + drawn + "A\u001b[J");
      drawn = 0;
    }
  }

  private void draw() {
    for (var territory : territories.values()) {
      if (drawn == MAX_LINES) {
        break;
      }
      var text = PlainDisplay.text(territory);
      out.println(text.length() < columns ? text : text.substring(0, columns - 1));
      drawn++;
    }
    drawnAt = System.nanoTime();
    out.flush();
  }
}

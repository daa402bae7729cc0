package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/// Shows the progress of a crawl until it is finished. May be used by any thread.
public final class CrawlDisplay implements CrawlListener, AutoCloseable {
  private final CrawlProgress crawl;
  private final Renderer renderer;
  private final InstantSource clock;
  private Consumer<FollowEvent> events = _ -> {};
  private boolean isOver;

  private CrawlDisplay(CrawlProgress crawl, Renderer renderer, InstantSource clock) {
    this.crawl = crawl;
    this.renderer = renderer;
    this.clock = clock;
  }

  /// {@return a display} If standard error is a terminal, it redraws a few lines. Else it writes a
  /// line for each change of state, and a line of totals at intervals. If `isLiveWanted` is false,
  /// it writes only the changes of state.
  ///
  /// It uses no colours if the environment variable `NO_COLOR` is set and not empty.
  ///
  /// @param err standard error
  /// @param isLiveWanted whether the display may use the terminal
  public static CrawlDisplay on(PrintWriter err, boolean isLiveWanted) {
    var clock = InstantSource.system();
    if (!isLiveWanted) {
      return plain(err, clock);
    }
    var window = TerminalWindow.ofStandardError();
    var display =
        window
            .map(w -> live(err, w::columns, isColoured(), clock))
            .orElseGet(() -> plain(err, clock));
    window.ifPresent(w -> w.onResize(display::look));
    Thread.ofPlatform().daemon().name("crawl-display").start(display::lookUntilOver);
    return display;
  }

  /// {@return a display for a terminal, which draws only when [#look] is called}
  ///
  /// @param columns returns the present width of the terminal
  /// @param isColoured whether it has colours
  static CrawlDisplay live(
      PrintWriter out, IntSupplier columns, boolean isColoured, InstantSource clock) {
    var crawl = new CrawlProgress(clock.instant());
    var block = new LiveBlock(out, columns, isColoured);
    return new CrawlDisplay(
        crawl, new LiveRenderer(out, block, () -> crawl.lines(clock.instant())), clock);
  }

  /// {@return a display for logs, which shows the totals only when [#look] is called}
  static CrawlDisplay plain(PrintWriter out, InstantSource clock) {
    var crawl = new CrawlProgress(clock.instant());
    return new CrawlDisplay(crawl, new LineRenderer(out, crawl, clock), clock);
  }

  /// {@return whether a person reads standard error and types into standard input}
  public static boolean isDialog() {
    return TerminalWindow.isDialog();
  }

  private static boolean isColoured() {
    var refusal = System.getenv("NO_COLOR");
    return refusal == null || refusal.isEmpty();
  }

  private synchronized void lookUntilOver() {
    try {
      while (!isOver) {
        look();
        wait(renderer.every().toMillis());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Shows the output that is due now.
  synchronized void look() {
    if (!isOver) {
      renderer.look();
    }
  }

  @Override
  public synchronized void begun(int sites) {
    crawl.begun(sites);
    renderer.begun(sites);
  }

  @Override
  public synchronized void unreached(String origin) {
    crawl.unreached(origin);
    renderer.unreached(origin);
  }

  @Override
  public synchronized void planned(Plan plan) {
    renderer.planned(plan);
  }

  @Override
  public synchronized void sitemaps(String origin, boolean isReading) {
    crawl.sitemaps(origin, isReading);
    renderer.sitemaps(origin, isReading);
  }

  @Override
  public synchronized void changed(TerritoryProgress now) {
    crawl.changed(now, clock.instant());
    renderer.changed(now);
  }

  @Override
  public synchronized void noted(String sentence) {
    renderer.noted(sentence);
  }

  @Override
  public synchronized void followed(FollowEvent event) {
    events.accept(event);
    crawl.followed(event, clock.instant());
    renderer.followed(event);
  }

  /// Passes each event of a crawl that follows its sites to a listener too.
  ///
  /// @param listener receives the event before it is shown
  public synchronized void onFollowed(Consumer<FollowEvent> listener) {
    events = listener;
  }

  /// Ends the display. The permanent lines are above the cursor, and the summary can follow. A
  /// second call changes nothing.
  public synchronized void finish() {
    if (!isOver) {
      renderer.end();
      isOver = true;
      notifyAll();
    }
  }

  @Override
  public void close() {
    finish();
  }
}

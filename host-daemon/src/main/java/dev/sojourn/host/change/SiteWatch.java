package dev.sojourn.host.change;

import java.time.Duration;

/// Watches the pages of one site, and records and reports their changes.
interface SiteWatch extends AutoCloseable {
  /// Starts watching.
  void start();

  /// Checks the site now, unless the watch receives events.
  void look();

  /// Starts recording changes. Before this, a watch with another task records none.
  void record();

  /// Waits until all pages were listed once, at most for the given time.
  ///
  /// @return whether they were listed in time
  boolean awaitListed(Duration longest) throws InterruptedException;

  /// {@return whether the recorded changes are complete, as far as known}
  default boolean reportsAll() {
    return true;
  }

  @Override
  void close();

  /// Interrupts the thread of a watch, and waits for its end.
  static void end(Thread thread) {
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.sojourn.host.change;

import java.time.Duration;

/// A watch of one site's pages, which records and reports what changes in them.
interface SiteWatch extends AutoCloseable {
  /// Begins to watch.
  void start();

  /// Looks at once, if no event says that pages may have changed.
  void look();

  /// Records changes from now on. A watch that has other work as well records none before.
  void record();

  /// Waits until all pages were listed once.
  ///
  /// @return whether they were, before the time was up
  boolean awaitListed(Duration longest) throws InterruptedException;

  /// {@return whether the recorded changes are all that there are, as far as is known}
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

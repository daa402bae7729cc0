package dev.sojourn.dispatcher.cli.display;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// The pages a second that were read during the last seconds.
final class PageRate {
  private static final Duration WINDOW = Duration.ofSeconds(5);
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final Instant begun;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private long pagesInWindow;

  private record Sample(Instant at, long pages) {}

  /// @param begun when pages could be read for the first time
  PageRate(Instant begun) {
    this.begun = begun;
  }

  /// Takes notice of pages that were read.
  void add(Instant at, long pages) {
    if (pages > 0) {
      samples.addLast(new Sample(at, pages));
      pagesInWindow += pages;
    }
  }

  /// {@return pages a second over the last five seconds, or since the beginning}
  double perSecond(Instant now) {
    var from = now.minus(WINDOW);
    while (!samples.isEmpty() && !samples.getFirst().at().isAfter(from)) {
      pagesInWindow -= samples.removeFirst().pages();
    }
    var time = Duration.between(begun.isAfter(from) ? begun : from, now);
    var counted = time.compareTo(SHORTEST) < 0 ? SHORTEST : time;
    return pagesInWindow * 1e9 / counted.toNanos();
  }
}

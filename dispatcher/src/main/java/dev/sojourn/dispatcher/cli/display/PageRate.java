package dev.sojourn.dispatcher.cli.display;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// The number of pages a second during the last seconds.
///
/// A territory reports at its checkpoints, which may be a minute apart. Its pages count as read
/// evenly since its previous report. The rate is the average over a window that ends with the last
/// report, and is as long as the longest time between two reports. A shorter window would show no
/// pages between two reports, and far too many at each report.
final class PageRate {
  private static final Duration LEAST = Duration.ofSeconds(5);
  private static final Duration MOST = Duration.ofMinutes(1);
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final Instant begun;
  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(Instant from, Instant at, long pages) {
    Duration time() {
      return Duration.between(from, at);
    }

    /// The number of its pages in a window, in proportion to the time.
    double pagesWithin(Instant begin, Instant end) {
      var first = from.isAfter(begin) ? from : begin;
      var last = at.isBefore(end) ? at : end;
      if (!time().isPositive()) {
        return from.isBefore(begin) || at.isAfter(end) ? 0 : pages;
      }
      var shared = Duration.between(first, last);
      return shared.isPositive() ? (double) pages * shared.toNanos() / time().toNanos() : 0;
    }
  }

  /// @param begun the time at which the first page could be read
  PageRate(Instant begun) {
    this.begun = begun;
  }

  /// Records pages that were read.
  ///
  /// @param since the time of the territory's previous report
  void add(Instant since, Instant at, long pages) {
    forgetBefore(at.minus(MOST.multipliedBy(2)));
    if (pages > 0) {
      samples.addLast(new Sample(since.isAfter(at) ? at : since, at, pages));
    }
  }

  private void forgetBefore(Instant time) {
    while (!samples.isEmpty() && samples.getFirst().at().isBefore(time)) {
      samples.removeFirst();
    }
  }

  /// {@return pages a second over the last five seconds, or up to a minute if territories report
  /// less often; time before the beginning does not count}
  double perSecond(Instant now) {
    forgetBefore(now.minus(MOST.multipliedBy(2)));
    var window = window(now);
    var last = samples.isEmpty() ? now : samples.getLast().at();
    var end = last.isBefore(now.minus(window)) || last.isAfter(now) ? now : last;
    var from = end.minus(window);
    var begin = begun.isAfter(from) ? begun : from;
    double pages = samples.stream().mapToDouble(s -> s.pagesWithin(begin, end)).sum();
    var time = Duration.between(begin, end);
    var counted = time.compareTo(SHORTEST) < 0 ? SHORTEST : time;
    return pages * 1e9 / counted.toNanos();
  }

  private Duration window(Instant now) {
    var from = now.minus(MOST);
    var longest =
        samples.stream()
            .filter(sample -> sample.at().isAfter(from))
            .map(Sample::time)
            .max(Duration::compareTo)
            .orElse(LEAST);
    if (longest.compareTo(LEAST) < 0) {
      return LEAST;
    }
    return longest.compareTo(MOST) > 0 ? MOST : longest;
  }
}

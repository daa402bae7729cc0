package dev.sojourn.dispatcher.cli.display;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// The pages a second that were read during the last seconds.
///
/// A territory reports at its checkpoints, which may be a minute apart. So its pages count for the
/// time since its report before. The rate is that of a window as long as the longest of these
/// times, which ends with the last report. Otherwise it would be nothing between two reports, and
/// far too much at each.
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

    /// The share of its pages that fell into a window.
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

  /// @param begun when pages could be read for the first time
  PageRate(Instant begun) {
    this.begun = begun;
  }

  /// Takes notice of pages that were read.
  ///
  /// @param since when the territory reported before
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

  /// {@return pages a second over the last five seconds, or over up to a minute where territories
  /// report so seldom; since the beginning, if that is later}
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

package dev.sojourn.lab.report.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Intervals of medians, compared with published tables and with chance.
final class MedianIntervalTest {
  private static List<Double> upTo(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> (double) i).toList();
  }

  private static MedianInterval interval(int count, double level) {
    return MedianInterval.of(upTo(count), level).orElseThrow();
  }

  /// The ranks of tables for the sign test at 0.05, two-sided. Beyond each end may lie 0 of 6, 1 of
  /// 9, 5 of 20, or 39 of 100 figures.
  @Test
  void ranksAreThoseOfTheTablesOfTheSignTest() {
    assertThat(interval(6, 0.95)).isEqualTo(new MedianInterval(1, 6));
    assertThat(interval(8, 0.95)).isEqualTo(new MedianInterval(1, 8));
    assertThat(interval(9, 0.95)).isEqualTo(new MedianInterval(2, 8));
    assertThat(interval(20, 0.95)).isEqualTo(new MedianInterval(6, 15));
    assertThat(interval(100, 0.95)).isEqualTo(new MedianInterval(40, 61));
    assertThat(interval(8, 0.99)).isEqualTo(new MedianInterval(1, 8));
  }

  @Test
  void fewerThanSixFiguresHaveNoIntervalAndTheirRangeCoversLess() {
    for (int count = 1; count < 6; count++) {
      assertThat(MedianInterval.of(upTo(count), 0.95)).isEmpty();
      assertThat(MedianInterval.coverageOfRange(count)).isLessThan(0.95);
    }
    assertThat(MedianInterval.of(upTo(7), 0.99)).isEmpty();
    assertThat(MedianInterval.coverageOfRange(3)).isEqualTo(0.75);
    assertThat(MedianInterval.coverageOfRange(6)).isGreaterThan(0.95);
  }

  @Test
  void ofManyFiguresItIsNarrowAndInTheMiddle() {
    var interval = interval(10_000, 0.95);

    // The normal distribution has 1.96 times the root of 10,000, halved, on each side.
    assertThat(interval.low()).isEqualTo(5_000 - 98, within(2.0));
    assertThat(interval.high()).isEqualTo(5_000 + 98, within(2.0));
  }

  @Test
  void ofSkewedFiguresItHasTheMedianAsOftenAsItSays() {
    var random = new Random(7);
    int hits = 0;
    for (int i = 0; i < 4_000; i++) {
      var sample =
          IntStream.range(0, 9)
              .mapToObj(_ -> Math.exp(3 * random.nextGaussian()))
              .sorted()
              .toList();
      var interval = MedianInterval.of(sample, 0.95).orElseThrow();
      hits += interval.low() <= 1 && interval.high() >= 1 ? 1 : 0;
    }
    // 1 - 2 * (1 + 9) / 512.
    assertThat(hits / 4_000.0).isEqualTo(0.961, within(0.012));
  }

  @Test
  void aRatioReachesFromTheLeastQuotientToTheLargest() {
    var of = new MedianInterval(2, 4);

    assertThat(of.over(new MedianInterval(1, 2))).hasValue(new MedianInterval(1, 4));
    assertThat(of.over(new MedianInterval(0, 2))).isEmpty();
  }
}

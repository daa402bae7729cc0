package dev.sojourn.lab.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Round numbers at an axis, by examples and by rules for all.
final class AxisTicksTest {
  private static List<String> linear(double least, double largest, int most) {
    return AxisTicks.linear(least, largest, most).stream().map(AxisTicks::text).toList();
  }

  private static List<String> logarithmic(double least, double largest, int most) {
    return AxisTicks.logarithmic(least, largest, most).stream().map(AxisTicks::text).toList();
  }

  @Test
  void stepsAreOneTwoOrFiveTimesAPowerOfTen() {
    assertThat(linear(0, 23.9, 6)).containsExactly("0", "5", "10", "15", "20", "25");
    assertThat(linear(0, 0.9, 6)).containsExactly("0", "0.2", "0.4", "0.6", "0.8", "1");
    assertThat(linear(0, 3, 6)).containsExactly("0", "0.5", "1", "1.5", "2", "2.5", "3");
    assertThat(linear(0, 4_100, 6))
        .containsExactly("0", "1,000", "2,000", "3,000", "4,000", "5,000");
    assertThat(linear(7, 23, 4)).containsExactly("5", "10", "15", "20", "25");
  }

  @Test
  void nothingButZeroHasAnAxisToo() {
    assertThat(linear(0, 0, 6)).containsExactly("0", "0.2");
  }

  @Test
  void logarithmicTicksFallBackOnPowersOfTen() {
    assertThat(logarithmic(3, 80, 9)).containsExactly("2", "5", "10", "20", "50", "100");
    assertThat(logarithmic(1, 100, 9)).containsExactly("1", "2", "5", "10", "20", "50", "100");
    assertThat(logarithmic(0.02, 30_000, 9))
        .containsExactly("0.01", "0.1", "1", "10", "100", "1,000", "10,000", "100,000");
  }

  @Test
  void ticksEncloseAllNumbersAndAreNotMany() {
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      double least = random.nextDouble() * Math.pow(10, random.nextInt(-6, 12));
      double largest = least * (1 + random.nextDouble() * Math.pow(10, random.nextInt(-3, 7)));
      int most = random.nextInt(1, 10);

      var linear = AxisTicks.linear(least, largest, most);
      encloses(linear, least, largest);
      assertThat(linear).hasSizeBetween(2, most + 3);
      encloses(AxisTicks.logarithmic(least, largest, most), least, largest);
    }
  }

  private static void encloses(List<BigDecimal> ticks, double least, double largest) {
    var because = "%s to %s: %s".formatted(least, largest, ticks);
    assertThat(ticks.getFirst()).as(because).isLessThanOrEqualTo(BigDecimal.valueOf(least));
    assertThat(ticks.getLast()).as(because).isGreaterThanOrEqualTo(BigDecimal.valueOf(largest));
    assertThat(ticks).as(because).isSorted().doesNotHaveDuplicates();
  }
}

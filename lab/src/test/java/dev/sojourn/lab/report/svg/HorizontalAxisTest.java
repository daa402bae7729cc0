package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.RunSamples.delay;
import static dev.sojourn.lab.report.RunSamples.hosts;
import static dev.sojourn.lab.report.RunSamples.rate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sojourn.lab.result.Setting;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Places along the axis of a setting.
final class HorizontalAxisTest {
  private static HorizontalAxis axis(Setting... settings) {
    return HorizontalAxis.of(settings[0].key(), List.of(settings), 0, 600);
  }

  @Test
  void equalDistancesAreEqualDifferences() {
    var axis = axis(delay(0), delay(10), delay(20));

    assertThat(axis.name()).isEqualTo("link.delay");
    assertThat(place(axis, delay(10)) - place(axis, delay(0)))
        .isEqualTo(place(axis, delay(20)) - place(axis, delay(10)), within(0.01));
    assertThat(axis.ticks()).extracting(AxisTick::text).containsExactly("0 ms", "10 ms", "20 ms");
    assertThat(axis.gaps()).isEmpty();
  }

  @Test
  void aFactorAboveTwentyIsLogarithmic() {
    assertThat(axis(hosts(1), hosts(20)).name()).isEqualTo("hosts.count");
    var axis = axis(hosts(1), hosts(10), hosts(100));

    assertThat(axis.name()).isEqualTo("hosts.count, logarithmic scale");
    assertThat(place(axis, hosts(10)) - place(axis, hosts(1)))
        .isEqualTo(place(axis, hosts(100)) - place(axis, hosts(10)), within(0.01));
  }

  @Test
  void zeroStandsApartOfALogarithmicScale() {
    var axis = axis(delay(0), delay(1), delay(10), delay(100));

    assertThat(axis.gaps()).hasSize(1);
    assertThat(place(axis, delay(0))).isLessThan(place(axis, delay(1)) - 50);
    assertThat(place(axis, delay(10)) - place(axis, delay(1)))
        .isEqualTo(place(axis, delay(100)) - place(axis, delay(10)), within(0.01));
  }

  @Test
  void noLimitStandsApartAtTheRight() {
    var ten = rate("10 Mbit/s", 1e7);
    var fifty = rate("50 Mbit/s", 5e7);
    var unlimited = rate("unlimited", 0);
    var axis = axis(ten, fifty, unlimited);

    assertThat(axis.gaps()).hasSize(1);
    assertThat(place(axis, unlimited)).isGreaterThan(place(axis, fifty) + 50);
    assertThat(place(axis(unlimited), unlimited)).isBetween(0.0, 600.0);
  }

  @Test
  void settingsThatAreTooManyToBeWrittenGiveWayToRoundNumbers() {
    var many = IntStream.rangeClosed(1, 60).mapToObj(i -> delay(i * 7)).toArray(Setting[]::new);
    var axis = axis(many);

    assertThat(axis.name()).isEqualTo("link.delay (ms), logarithmic scale");
    assertThat(axis.ticks())
        .extracting(AxisTick::text)
        .contains("10", "100")
        .doesNotContain("7 ms");
    assertThat(axis.ticks()).extracting(AxisTick::at).allMatch(at -> at >= 0 && at <= 600);
  }

  private static double place(HorizontalAxis axis, Setting setting) {
    return axis.places().getOrDefault(setting, Double.NaN);
  }
}

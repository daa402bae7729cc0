package dev.sojourn.base.toml;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @Test
  void readsSizesInAllUnits() {
    assertThat(Quantity.bytes("7 B")).hasValue(7);
    assertThat(Quantity.bytes("3KiB")).hasValue(3_072);
    assertThat(Quantity.bytes("2 MiB")).hasValue(2 << 20);
    assertThat(Quantity.bytes("1 GiB")).hasValue(1 << 30);
    assertThat(Quantity.bytes("1 TiB")).hasValue(1L << 40);
  }

  @Test
  void readsDurationsInAllUnits() {
    assertThat(Quantity.duration("5 ms")).contains(Duration.ofMillis(5));
    assertThat(Quantity.duration("5s")).contains(Duration.ofSeconds(5));
    assertThat(Quantity.duration("5 min")).contains(Duration.ofMinutes(5));
    assertThat(Quantity.duration("5 h")).contains(Duration.ofHours(5));
    assertThat(Quantity.duration("5 d")).contains(Duration.ofDays(5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "MiB", "1.5 MiB", "-1 MiB", "1 MB", "1 mib", "9999999999999 TiB", "1 m"})
  void readsNothingElse(String text) {
    assertThat(Quantity.bytes(text)).isEmpty();
    assertThat(Quantity.duration(text)).isEmpty();
  }

  @Test
  void printsInTheLargestUnitThatFits() {
    assertThat(Quantity.ofBytes(256 << 20)).isEqualTo("256 MiB");
    assertThat(Quantity.ofBytes(1_500)).isEqualTo("1500 B");
    assertThat(Quantity.of(Duration.ofMinutes(90))).isEqualTo("90 min");
    assertThat(Quantity.of(Duration.ZERO)).isEqualTo("0 ms");
  }
}

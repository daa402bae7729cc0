package dev.sojourn.lab.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Units and decimals by examples.
final class NotationTest {
  private static String text(String unit, double figure, double... others) {
    var all = new double[others.length + 1];
    all[0] = figure;
    System.arraycopy(others, 0, all, 1, others.length);
    return Notation.of(unit, Arrays.stream(all).boxed().toList()).text(figure);
  }

  @Test
  void threeDigitsOfTheLeastFigureAreShown() {
    assertThat(text("s", 3.15)).isEqualTo("3.15 s");
    assertThat(text("s", 23.85, 3.15)).isEqualTo("23.85 s");
    assertThat(text("pages/s", 1234.56)).isEqualTo("1,235 pages/s");
    assertThat(text("s", 0.0004)).isEqualTo("0.000 s");
  }

  @Test
  void wholeFiguresHaveNoDecimals() {
    assertThat(text("requests", 1, 502)).isEqualTo("1 requests");
    assertThat(text("requests", 0)).isEqualTo("0 requests");
  }

  @Test
  void bytesAndRatesAreWrittenInAUnitThatFitsAll() {
    assertThat(text("B", 3 << 20)).isEqualTo("3 MiB");
    assertThat(text("B", 900)).isEqualTo("900 B");
    assertThat(text("B", 1 << 20, 600)).isEqualTo("1,024.000 KiB");
    assertThat(text("bit/s", 48.4e6)).isEqualTo("48.4 Mbit/s");
  }

  @Test
  void aShareHasNoUnit() {
    assertThat(text("1", 0.05)).isEqualTo("0.050");
    assertThat(Notation.of("1", Arrays.asList(0.5)).head("site.leaving")).isEqualTo("site.leaving");
    assertThat(Notation.of("s", Arrays.asList(0.5)).head("median")).isEqualTo("median (s)");
  }
}

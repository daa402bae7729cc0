package dev.sojourn.lab.report.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Medians by examples.
final class SpreadTest {
  @Test
  void theMedianOfAnOddCountIsTheMiddleFigure() {
    assertThat(Spread.of(List.of(9.0, 1.0, 2.0)))
        .isEqualTo(new Spread(2, 1, 9, 3, Optional.empty()));
  }

  @Test
  void theMedianOfAnEvenCountIsTheMeanOfTheTwoInTheMiddle() {
    assertThat(Spread.of(List.of(9.0, 1.0, 2.0, 4.0)))
        .isEqualTo(new Spread(3, 1, 9, 4, Optional.empty()));
  }

  @Test
  void oneFigureIsItsOwnSpread() {
    assertThat(Spread.of(List.of(7.0))).isEqualTo(new Spread(7, 7, 7, 1, Optional.empty()));
  }

  @Test
  void noFigureHasNoSpread() {
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
  }
}

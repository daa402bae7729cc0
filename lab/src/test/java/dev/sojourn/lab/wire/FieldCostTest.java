package dev.sojourn.lab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Each reader of the wire with its worst text. Between the two sizes lies a factor of 16: a reader
/// that is linear takes 16 times as long, one that is quadratic 256 times. Values in between are
/// tried again, so that other work on the machine does not fail a reader.
final class FieldCostTest {

  private static final int SMALL = 8 * 1024;
  private static final int LARGE = 16 * SMALL;
  private static final double MOST = 80;
  private static final int ATTEMPTS = 8;

  @Test
  @Timeout(120)
  void noFieldOfAStrangerTakesMoreThanLinearTime() {
    try (var client = AtpClient.open(ClientSettings.DEFAULT)) {
      var dear = new ArrayList<String>();
      for (var field : WorstField.all(client)) {
        if (!isLinear(field)) {
          dear.add(field.name());
        }
      }
      assertThat(dear).isEmpty();
    }
  }

  private static boolean isLinear(WorstField field) {
    for (int i = 0; i < ATTEMPTS; i++) {
      if (FieldCost.nanos(field, LARGE, 2) <= MOST * FieldCost.nanos(field, SMALL, 3)) {
        return true;
      }
    }
    return false;
  }
}

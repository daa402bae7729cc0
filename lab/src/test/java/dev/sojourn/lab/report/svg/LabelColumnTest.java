package dev.sojourn.lab.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Labels that would lie on each other.
final class LabelColumnTest {
  @Test
  void labelsThatHaveRoomStayWhereTheyAre() {
    assertThat(LabelColumn.apart(List.of(90.0, 10.0, 50.0), 15, 100))
        .containsExactly(90.0, 10.0, 50.0);
  }

  @Test
  void laterLabelsMoveDownAndTheLowestStopAtTheBottom() {
    assertThat(LabelColumn.apart(List.of(10.0, 12.0), 15, 100)).containsExactly(10.0, 25.0);
    assertThat(LabelColumn.apart(List.of(99.0, 95.0), 15, 100)).containsExactly(100.0, 85.0);
  }

  @Test
  void noTwoLabelsOverlapAndTheirOrderStays() {
    var random = new Random(3);
    for (int i = 0; i < 500; i++) {
      var wanted = random.doubles(random.nextInt(1, 20), 0, 400).boxed().toList();
      var placed = LabelColumn.apart(wanted, 17, 400);

      var order =
          IntStream.range(0, wanted.size())
              .boxed()
              .sorted(Comparator.comparing(wanted::get))
              .map(placed::get)
              .toList();
      for (int j = 1; j < order.size(); j++) {
        assertThat(order.get(j) - order.get(j - 1)).isGreaterThan(16.99);
      }
      assertThat(order.getLast()).isLessThanOrEqualTo(400);
    }
  }
}

package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TraceTest {

  private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

  @Test
  void isReadAsW3cWritesIt() {
    assertThat(read("00-" + ID + "-00f067aa0ba902b7-01")).containsExactly(new Trace(ID));
    assertThat(read("cc-" + ID + "-00f067aa0ba902b7-00")).containsExactly(new Trace(ID));
  }

  @Test
  void whatHasAnotherFormIsNone() {
    for (var text :
        List.of(
            "",
            "x",
            ID,
            "ff-" + ID + "-00f067aa0ba902b7-01",
            "00-" + ID.toUpperCase(Locale.ROOT) + "-00f067aa0ba902b7-01",
            "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01",
            "00-" + ID + "-" + "0".repeat(16) + "-01",
            "00-" + ID + "-00f067aa0ba902b7-01-more",
            "00-" + ID + "-00f067aa0ba902b7")) {
      assertThat(read(text)).describedAs(text).isEmpty();
    }
    assertThatThrownBy(() -> new Trace("0".repeat(32)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyRequestOfAJourneyNamesTheSameTraceAndItself() {
    var random = new SplittableRandom(1);
    var first = Trace.ofJourney("a1").parent(random);
    var second = Trace.ofJourney("a1").parent(random);

    assertThat(first).isNotEqualTo(second);
    assertThat(read(first)).isEqualTo(read(second)).containsExactly(Trace.ofJourney("a1"));
    assertThat(read(Trace.ofJourney("a2").parent(random))).isNotEqualTo(read(first));
  }

  private static List<Trace> read(String value) {
    return Trace.of(AtpHeaders.of("TraceParent", value)).stream().toList();
  }
}

package dev.sojourn.host.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTextTest {
  @Test
  void aFamilyHasItsHelpItsTypeAndOneLineForEachValueOfItsLabel() {
    var text = new MetricsText();
    text.counters("a_total", "Of it.", "of", Map.of("x", 3L));
    text.gauge("b_seconds", "Time.", 0.25);

    assertThat(text)
        .hasToString(
            """
            # HELP a_total Of it.
            # TYPE a_total counter
            a_total{of="x"} 3
            # HELP b_seconds Time.
            # TYPE b_seconds gauge
            b_seconds 0.250000
            """);
  }

  @Test
  void theNameOfASignerCannotForgeALine() {
    var text = new MetricsText();
    text.gauges("a", "A.", "of", Map.of("x\"} 7\nb{of=\"\\", 1L));

    assertThat(text.toString().lines().toList())
        .last()
        .isEqualTo("a{of=\"x\\\"} 7\\nb{of=\\\"\\\\\"} 1");
  }
}

package dev.sojourn.host.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.visit.LimitWords;
import org.junit.jupiter.api.Test;

/// The words for limits, by the keys that hold them.
final class GrantedLimitsTest {
  private static final VisitLimits LIMITS = VisitLimits.defaults();

  private final LimitWords words = new GrantedLimits(LIMITS, LIMITS, LIMITS, 320);

  @Test
  void theHeapAndTheBudgetHaveKeysOfTheirOwn() {
    assertThat(words.of(LimitWords.HEAP)).contains("limits.heap of the host, 320 MiB");
    assertThat(words.of("allocatedBytes"))
        .hasValueSatisfying(
            noted ->
                assertThat(noted)
                    .startsWith("limits.allocated-bytes of the host, ")
                    .endsWith(" of allocated memory"));
  }

  @Test
  void saysWhereNoKeyCanAllowMore() {
    assertThat(words.of("stateBytes"))
        .contains("limits.state-bytes of the host, 16 MiB of state, the most that there is");
  }
}

package dev.sojourn.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.Bytes;
import org.junit.jupiter.api.Test;

final class RobotsOutcomeTest {
  @Test
  void takesNothingThatSteersATerminalFromARedirect() {
    var outcome =
        RobotsOutcome.of(
            RobotsOutcome.Kind.UNREACHABLE,
            Bytes.EMPTY,
            "It redirects to http://a.example/\u001b]0;title\u0007\u009b31m.");

    assertThat(outcome.sentence()).isEqualTo("It redirects to http://a.example/ ]0;title  31m.");
  }
}

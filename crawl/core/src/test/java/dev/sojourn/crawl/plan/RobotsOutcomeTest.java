package dev.sojourn.crawl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.plan.RobotsOutcome.Kind;
import dev.sojourn.identity.net.Destinations;
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

  @Test
  void isMadeAgainFromItsDescription() {
    var rules = Bytes.utf8("Mobile-agent-server: / atp://127.0.0.1:7001");
    for (var kind : Kind.values()) {
      var outside = RobotsOutcome.of(kind, kind == Kind.READ ? rules : Bytes.EMPTY, "So it was.");
      var inside = outside.withDestinations(Destinations.INSIDE);
      assertThat(RobotsOutcome.ofDescription(outside.description(), outside.body()))
          .isEqualTo(outside);
      assertThat(RobotsOutcome.ofDescription(inside.description(), inside.body()))
          .isEqualTo(inside);
    }
    assertThatThrownBy(() -> RobotsOutcome.ofDescription("READ", Bytes.EMPTY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noSentenceMakesASiteOneOfThisNetwork() {
    for (var sentence : new String[] {"@inside it was.", "READ@inside it was.", "It was@inside"}) {
      var outcome = RobotsOutcome.of(Kind.READ, Bytes.EMPTY, sentence);
      var again = RobotsOutcome.ofDescription(outcome.description(), Bytes.EMPTY);
      assertThat(again.destinations()).isEqualTo(Destinations.PUBLIC);
      assertThat(again.sentence()).isEqualTo(sentence);
    }
  }
}

package dev.sojourn.host.onward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.WireBytes;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HopRulingTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final DispatchOutcome REFUSED = refusal("site-not-served", AtpStatus.FORBIDDEN);
  private static final DispatchOutcome CROWDED = refusal("crowded", AtpStatus.SERVICE_UNAVAILABLE);

  private static DispatchOutcome refusal(String code, AtpStatus status) {
    return new DispatchOutcome.Refused(new Problem(code, status, "No."), WireBytes.NONE);
  }

  private static DispatchOutcome silence(boolean maybeAccepted) {
    return new DispatchOutcome.Unreachable("No answer.", maybeAccepted, WireBytes.NONE);
  }

  private static HopRuling of(DispatchOutcome outcome, boolean isUnsure, Duration tried) {
    return HopRuling.of(outcome, isUnsure, tried, PATIENCE);
  }

  @Test
  void anAgentThatIsOnDiskThereHasMoved() {
    var host = new AtpAddress("b.example", 434);
    var accepted = new DispatchOutcome.Accepted(host, false, WireBytes.NONE);
    assertThat(of(accepted, true, PATIENCE)).isEqualTo(new HopRuling.Moved(host));
  }

  @Test
  void aHostThatCertainlyDoesNotHaveTheAgentIsPassedOver() {
    assertThat(of(REFUSED, false, SOON))
        .isEqualTo(new HopRuling.PassedOver("site-not-served", Optional.of("No.")));
    assertThat(of(CROWDED, false, PATIENCE))
        .isEqualTo(new HopRuling.PassedOver("crowded", Optional.of("No.")));
    assertThat(of(silence(false), false, PATIENCE))
        .isEqualTo(new HopRuling.PassedOver("unreachable", Optional.empty()));
  }

  @Test
  void aHostThatMayComeBackIsTriedAsLongAsThereIsPatience() {
    var again = new HopRuling.Again(false, Duration.ofSeconds(5));
    assertThat(of(CROWDED, false, SOON)).isEqualTo(again);
    assertThat(of(silence(false), false, SOON)).isEqualTo(again);
    assertThat(of(CROWDED, false, Duration.ZERO))
        .isEqualTo(new HopRuling.Again(false, HopRuling.FIRST));
  }

  @Test
  void aHostThatMayHaveTheAgentIsNeverPassedOver() {
    var late = Duration.ofDays(1);
    var again = new HopRuling.Again(true, HopRuling.LONGEST);
    assertThat(of(silence(true), false, late)).isEqualTo(again);
    assertThat(of(silence(false), true, late)).isEqualTo(again);
    assertThat(of(CROWDED, true, late)).isEqualTo(again);
    assertThat(of(REFUSED, true, late)).isEqualTo(new HopRuling.Ended("site-not-served", "No."));
    assertThat(of(REFUSED, true, SOON)).isInstanceOf(HopRuling.Again.class);
  }
}

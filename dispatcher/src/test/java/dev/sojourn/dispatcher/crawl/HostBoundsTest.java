package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.dispatcher.core.Allowance;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class HostBoundsTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private final HostBounds bounds =
      new HostBounds(new Allowance(10, 1_000, 5, 60), Duration.ofSeconds(30));

  @Test
  void endsAVisitThatRunsForEver() {
    assertThat(bounds.state(VisitState.RUNNING, NOW)).isEmpty();
    assertThat(bounds.state(VisitState.RUNNING, NOW.plusSeconds(150))).isEmpty();
    assertThat(bounds.state(VisitState.RUNNING, NOW.plusSeconds(151)))
        .isEqualTo("it says that the visit still runs, which was to take 60 s at most.");
  }

  @Test
  void letsAVisitWaitForItsTurn() {
    assertThat(bounds.state(VisitState.WAITING, NOW)).isEmpty();
    assertThat(bounds.state(VisitState.WAITING, NOW.plusSeconds(10_000))).isEmpty();
    assertThat(bounds.state(VisitState.RUNNING, NOW.plusSeconds(10_000))).isEmpty();
    assertThat(bounds.state(VisitState.FINISHED, NOW.plusSeconds(99_999))).isEmpty();
  }

  @Test
  void takesNoMoreFindingsThanWereAllowed() {
    assertThat(bounds.parcel(lines(5, new ParcelLine.Finding("{}")))).isEmpty();
    assertThat(bounds.parcel(lines(1, new ParcelLine.Log("x")))).isEmpty();
    assertThat(bounds.parcel(lines(1, new ParcelLine.Finding("{}"))))
        .isEqualTo("it delivered more than the 5 findings that the visit may report.");
  }

  @Test
  void takesNoReferralsWithoutEnd() {
    var many = lines(150_000, new ParcelLine.Referral("http://a.example/"));

    assertThat(bounds.parcel(many)).isEmpty();
    assertThat(bounds.parcel(many)).isEmpty();
    assertThat(bounds.parcel(many)).isEqualTo("it delivered more lines than the visit may write.");
  }

  private static ParcelReading.Lines lines(int count, ParcelLine line) {
    return new ParcelReading.Lines(Collections.nCopies(count, line));
  }
}

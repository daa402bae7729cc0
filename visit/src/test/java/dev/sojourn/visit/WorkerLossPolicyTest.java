package dev.sojourn.visit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.WallName;
import org.junit.jupiter.api.Test;

/// Whether a visit goes on after its worker was lost.
final class WorkerLossPolicyTest {
  @Test
  void aVisitThatHadAPageInHandGetsAWorkerOfItsOwn() {
    assertThat(WorkerLossPolicy.isAlone(0, false)).isFalse();
    assertThat(WorkerLossPolicy.isAlone(1, false)).isTrue();
    assertThat(WorkerLossPolicy.isAlone(2, false)).isTrue();
  }

  @Test
  void aVisitGoesOnThreeTimesAfterAnEndThatItDidNotCause() {
    var noReader = new VisitEnd.NoReader("no reader");
    var other = new VisitEnd.WorkerEnded(WallName.PROCESS, "another", CodePlace.UNKNOWN, true);
    var own = new VisitEnd.WorkerEnded(WallName.PROCESS, "its own", CodePlace.UNKNOWN, false);

    assertThat(WorkerLossPolicy.cause(noReader, 2)).hasValue("no reader");
    assertThat(WorkerLossPolicy.cause(other, 2)).hasValue("another");
    assertThat(WorkerLossPolicy.cause(noReader, 3)).isEmpty();
    assertThat(WorkerLossPolicy.cause(other, 3)).isEmpty();
    assertThat(WorkerLossPolicy.cause(own, 0)).isEmpty();
    assertThat(WorkerLossPolicy.cause(new VisitEnd.Failed("f", CodePlace.UNKNOWN), 0)).isEmpty();
  }

  @Test
  void aVisitThatWaitedForAPageGoesOnAmongOthersOnce() {
    assertThat(WorkerLossPolicy.isAlone(1, true)).isFalse();
    assertThat(WorkerLossPolicy.isAlone(2, true)).isTrue();
    assertThat(WorkerLossPolicy.isAlone(3, true)).isTrue();
  }
}

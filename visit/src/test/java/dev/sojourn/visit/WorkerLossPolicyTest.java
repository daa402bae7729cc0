package dev.sojourn.visit;

import static org.assertj.core.api.Assertions.assertThat;

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
  void aVisitThatWaitedForAPageGoesOnAmongOthersOnce() {
    assertThat(WorkerLossPolicy.isAlone(1, true)).isFalse();
    assertThat(WorkerLossPolicy.isAlone(2, true)).isTrue();
    assertThat(WorkerLossPolicy.isAlone(3, true)).isTrue();
  }
}

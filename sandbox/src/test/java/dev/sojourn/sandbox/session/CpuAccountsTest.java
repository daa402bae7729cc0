package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.VisitSpending;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Times are in milliseconds; each visit's budget is a second unless a test says otherwise, so that
/// eight may be taken for it.
class CpuAccountsTest {
  private static final int ALLOWED = 8_000;

  private final CpuAccounts ledger = new CpuAccounts();

  CpuAccountsTest() {
    ledger.wake(nanos(1_000));
    ledger.begin(1, Duration.ofSeconds(1));
  }

  @Test
  void threeTimesTheBudgetAndFiveSecondsMayBeTaken() {
    announce(1, 900, 100);
    assertThat(look(1_000 + ALLOWED)).isEmpty();
    assertThat(look(1_001 + ALLOWED))
        .containsExactly(
            new CpuAccounts.Overrun(1, Duration.ofMillis(ALLOWED + 1), Duration.ofMillis(ALLOWED)));
  }

  @Test
  void whatTheProcessTookBeforeIsNobodys() {
    assertThat(look(1_000 + ALLOWED)).isEmpty();
  }

  @Test
  void oneVisitAloneIsChargedAllHoweverLittleTheWorkerSaysOfIt() {
    assertThat(look(1_001 + ALLOWED)).hasSize(1);
  }

  @Test
  void theCollectorsWorkIsThatOfTheVisitThatAllocates() {
    ledger.begin(2, Duration.ofSeconds(1));
    announce(1, 500, 1_000_000);
    announce(2, 500, 1_000);
    look(30_000);
    assertThat(look(30_000)).extracting(CpuAccounts.Overrun::visit).containsExactly(1);
  }

  @Test
  void theCompilersWorkIsThatOfTheVisitWhoseThreadComputes() {
    ledger.begin(2, Duration.ofSeconds(1));
    announce(1, 10, 0);
    announce(2, 990, 0);
    assertThat(look(1_000 + 2 * ALLOWED)).extracting(CpuAccounts.Overrun::visit).containsExactly(2);
  }

  @Test
  void whatNobodyTookWaitsForTheNextWord() {
    ledger.begin(2, Duration.ofSeconds(1));
    assertThat(look(5_000)).isEmpty();
    announce(2, 10, 1_000);
    assertThat(look(13_000)).extracting(CpuAccounts.Overrun::visit).containsExactly(2);
  }

  @Test
  void silenceIsNoWayOutOfIt() {
    ledger.begin(2, Duration.ofSeconds(1));
    assertThat(look(1_001 + 2 * ALLOWED))
        .extracting(CpuAccounts.Overrun::visit)
        .containsExactly(1, 2);
  }

  @Test
  void whateverAWorkerSaysItsVisitsTogetherTakeWhatItsProcessTook() {
    ledger.begin(2, Duration.ofSeconds(1));
    var noted =
        new VisitSpending(
            Duration.ofNanos(Long.MAX_VALUE), Long.MAX_VALUE, VisitSpending.Said.NOTHING);
    ledger.announce(1, noted);
    ledger.announce(2, noted);
    assertThat(look(1_000 + 2 * ALLOWED)).isEmpty();
    ledger.announce(1, VisitSpending.NONE);
    ledger.announce(2, VisitSpending.NONE);
    assertThat(look(1_000 + 4 * ALLOWED)).hasSize(2);
  }

  @Test
  void aVisitThatLeftHasItsShareOfWhatWasTakenUntilTheNextLook() {
    ledger.begin(2, Duration.ofSeconds(1));
    announce(2, 500, 1_000_000);
    ledger.leave(2);
    assertThat(look(1_000 + 2 * ALLOWED)).isEmpty();
    assertThat(look(1_000 + 3 * ALLOWED)).isEmpty();
    assertThat(look(1_001 + 3 * ALLOWED)).extracting(CpuAccounts.Overrun::visit).containsExactly(1);
  }

  @Test
  void aWorkerWithoutAVisitMayTakeFiveSeconds() {
    ledger.leave(1);
    look(3_000);
    look(8_000);
    assertThat(ledger.isRestless()).isFalse();
    look(8_001);
    assertThat(ledger.isRestless()).isTrue();
  }

  @Test
  void aVisitThatComesIsNotChargedForTheTimeBefore() {
    ledger.leave(1);
    look(3_000);
    look(20_000);
    ledger.wake(nanos(20_000));
    ledger.begin(2, Duration.ofSeconds(1));
    assertThat(look(20_000 + ALLOWED)).isEmpty();
    assertThat(ledger.isRestless()).isFalse();
  }

  @Test
  void theReasonSaysWhatWasTakenAndWhatMayBe() {
    assertThat(new CpuAccounts.Overrun(1, Duration.ofMillis(9_001), Duration.ofMillis(8_000)))
        .extracting(CpuAccounts.Overrun::reason)
        .isEqualTo(
            "cpu: 9001 ms spent, garbage collection and compilation in its worker included"
                + " (allowed: 8000)");
  }

  private void announce(int visit, long cpuMillis, long bytes) {
    ledger.announce(
        visit, new VisitSpending(Duration.ofMillis(cpuMillis), bytes, VisitSpending.Said.NOTHING));
  }

  private List<CpuAccounts.Overrun> look(long processMillis) {
    return ledger.look(nanos(processMillis));
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}

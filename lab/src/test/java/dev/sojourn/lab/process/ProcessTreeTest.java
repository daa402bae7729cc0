package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The sums of a daemon (10), its launchers (20 and more) and their workers (30 and more).
final class ProcessTreeTest {
  private final ProcessTree tree = new ProcessTree(10);

  @Test
  void aChildThatItsParentWaitedForCountsOnce() {
    tree.sample(List.of(stat(10, 1, 2_000, 0), stat(20, 10, 5_000, 0)));
    assertThat(tree.millis()).isEqualTo(7_000);

    tree.sample(List.of(stat(10, 1, 2_100, 5_100)));

    assertThat(tree.millis()).isEqualTo(7_200);
  }

  @Test
  void aChildThatNoSampleSawCountsThroughItsParent() {
    tree.sample(List.of(stat(10, 1, 2_000, 0)));
    tree.sample(List.of(stat(10, 1, 2_000, 150)));

    assertThat(tree.millis()).isEqualTo(2_150);
  }

  /// The kernel does not pass on the time of a worker if its launcher is killed before it waits.
  @Test
  void workersThatAreKilledWithTheirLaunchersCountOneAfterTheOther() {
    tree.sample(List.of(stat(10, 1, 100, 0), stat(20, 10, 10, 0), stat(30, 20, 5_000, 0)));
    tree.sample(List.of(stat(10, 1, 110, 20)));
    tree.sample(List.of(stat(10, 1, 110, 20), stat(21, 10, 10, 0), stat(31, 21, 3_000, 0)));
    tree.sample(List.of(stat(10, 1, 120, 40)));

    assertThat(tree.millis()).isEqualTo(120 + 5_010 + 3_010);
  }

  @Test
  void anOrphanCountsOnUntilItsEnd() {
    tree.sample(List.of(stat(10, 1, 100, 0), stat(20, 10, 10, 0), stat(30, 20, 500, 0)));
    tree.sample(List.of(stat(10, 1, 100, 10), stat(30, 1, 900, 0)));
    assertThat(tree.millis()).isEqualTo(100 + 10 + 900);

    tree.sample(List.of(stat(10, 1, 100, 10)));

    assertThat(tree.millis()).isEqualTo(100 + 10 + 900);
  }

  /// The files of a sample are read one after the other: the parent's after its child has ended.
  @Test
  void aChildWhoseTimeArrivesASampleEarlyCountsOnce() {
    tree.sample(List.of(stat(10, 1, 100, 0), stat(20, 10, 400, 0)));
    tree.sample(List.of(stat(10, 1, 100, 400), stat(20, 10, 400, 0)));
    tree.sample(List.of(stat(10, 1, 100, 400)));

    assertThat(tree.millis()).isEqualTo(500);
  }

  @Test
  void aChildWhoseTimeArrivesASampleLateCountsOnce() {
    tree.sample(List.of(stat(10, 1, 100, 0), stat(20, 10, 400, 0)));
    tree.sample(List.of(stat(10, 1, 100, 0)));
    assertThat(tree.millis()).isEqualTo(500);
    tree.sample(List.of(stat(10, 1, 100, 410)));

    assertThat(tree.millis()).isEqualTo(510);
  }

  @Test
  void theTimeOfAnEndedRootStaysAndAnotherProcessWithItsIdDoesNotCount() {
    tree.sample(List.of(stat(10, 1, 100, 0), stat(20, 10, 400, 0)));
    tree.sample(List.of());
    tree.sample(List.of(new ProcessStat(10, 1, 77, Duration.ofSeconds(9), Duration.ZERO, 1)));

    assertThat(tree.millis()).isEqualTo(500);
    assertThat(tree.residentBytes()).isZero();
  }

  @Test
  void processesOfOthersDoNotCount() {
    tree.sample(List.of(stat(10, 1, 100, 0), stat(40, 1, 9_000, 0), stat(41, 40, 9_000, 0)));

    assertThat(tree.millis()).isEqualTo(100);
    assertThat(tree.residentBytes()).isEqualTo(1);
  }

  private static ProcessStat stat(long pid, long parent, long own, long ofEnded) {
    return new ProcessStat(pid, parent, 5, Duration.ofMillis(own), Duration.ofMillis(ofEnded), 1);
  }
}

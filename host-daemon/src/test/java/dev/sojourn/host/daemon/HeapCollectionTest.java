package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HeapCollectionTest {
  private static final long MIB = 1L << 20;

  private final HeapCollection collection = HeapCollection.unstarted();

  @Test
  void aBusyDaemonIsCollectedWhenItHasPromotedEnough() {
    assertThat(collection.isDue(100 * MIB, 30 * MIB)).isFalse();
    assertThat(collection.isDue(157 * MIB, 30 * MIB)).isFalse();
    assertThat(collection.isDue(158 * MIB, 30 * MIB)).isTrue();
  }

  @Test
  void aLargeLiveHeapIsCollectedWhenItHasDoubled() {
    assertThat(collection.isDue(900 * MIB, 500 * MIB)).isFalse();
    assertThat(collection.isDue(1000 * MIB, 500 * MIB)).isTrue();
  }

  @Test
  void anIdleDaemonIsCollectedOnce() {
    for (int look = 0; look < HeapCollection.IDLE_LOOKS; look++) {
      assertThat(collection.isDue(40 * MIB, 30 * MIB)).as("look %d", look).isFalse();
    }
    assertThat(collection.isDue(40 * MIB, 30 * MIB)).isTrue();

    for (int look = 0; look < 2 * HeapCollection.IDLE_LOOKS; look++) {
      assertThat(collection.isDue(31 * MIB, 31 * MIB)).as("look %d after", look).isFalse();
    }
  }

  @Test
  void aDaemonThatStillPromotesIsNotIdle() {
    for (int look = 0; look < 20; look++) {
      assertThat(collection.isDue((40 + look) * MIB, 30 * MIB)).as("look %d", look).isFalse();
    }
  }
}

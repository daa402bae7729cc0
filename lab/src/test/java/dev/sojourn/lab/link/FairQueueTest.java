package dev.sojourn.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The order of the chunks of several connections, and what a full queue drops.
final class FairQueueTest {
  private static final int QUANTUM = 1_500;

  @Test
  void connectionsTakeTurnsAlthoughOneCameFirstWithAll() {
    var queue = new FairQueue(1 << 20, QUANTUM);
    var first = flow();
    var second = flow();
    fill(queue, first, 10, 1_500);
    fill(queue, second, 10, 1_500);

    for (int i = 0; i < 20; i++) {
      assertThat(queue.next().orElseThrow().flow()).isSameAs(i % 2 == 0 ? first : second);
    }
    assertThat(queue.next()).isEmpty();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void turnsAreTakenByBytesAndNotByChunks() {
    var queue = new FairQueue(64 << 20, QUANTUM);
    var random = new Random(2);
    var flows = new Flow[] {flow(), flow(), flow()};
    int[] sizes = {100, 700, 1_500};
    for (int i = 0; i < 3; i++) {
      fill(queue, flows[i], 3_000_000 / sizes[i], sizes[i]);
    }
    Map<Flow, Integer> sent = new HashMap<>();
    int turns = 2_000 + random.nextInt(500);
    for (int i = 0; i < turns; i++) {
      var chunk = queue.next().orElseThrow();
      sent.merge(chunk.flow(), chunk.bytes(), Integer::sum);
    }

    for (var flow : flows) {
      assertThat(sent.get(flow)).isBetween(sent.get(flows[0]) - 4_500, sent.get(flows[0]) + 4_500);
    }
  }

  @Test
  void aFullQueueDropsTheLastOfTheConnectionWithTheMost() {
    var queue = new FairQueue(10_000, QUANTUM);
    var greedy = flow();
    var modest = flow();
    fill(queue, greedy, 6, 1_500);
    assertThat(queue.dropped()).isEmpty();
    fill(queue, modest, 1, 1_500);

    assertThat(queue.dropped().orElseThrow().flow()).isSameAs(greedy);
    assertThat(queue.dropped()).isEmpty();
    assertThat(queue.bytes()).isEqualTo(9_000);
  }

  @Test
  void aConnectionKeepsOneChunkInAFullQueue() {
    var queue = new FairQueue(3_000, QUANTUM);
    for (int i = 0; i < 8; i++) {
      fill(queue, flow(), 1, 1_500);
    }

    assertThat(queue.dropped()).isEmpty();
    assertThat(queue.bytes()).isEqualTo(8 * 1_500);
  }

  private static void fill(FairQueue queue, Flow flow, int chunks, int size) {
    for (int i = 0; i < chunks; i++) {
      queue.add(new Chunk(flow, size, () -> {}));
    }
  }

  private static Flow flow() {
    return new Flow(new SendWindow(1 << 20, 0), () -> {});
  }
}

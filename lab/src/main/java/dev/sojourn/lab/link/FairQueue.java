package dev.sojourn.lab.link;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/// The bounded queue of one direction of a link. Connections take turns by bytes: deficit round
/// robin (Shreedhar and Varghese, 1995). If it is full, the connection with the most bytes in it
/// loses its last chunk, as in FQ-CoDel (RFC 8290, 4.1). Each connection may have one chunk in a
/// full queue, so none is shut out. Not for several threads.
final class FairQueue {
  private final long mostBytes;
  private final int quantumBytes;
  private final Deque<Flow> active = new ArrayDeque<>();
  private long bytes;

  /// An empty queue.
  ///
  /// @param mostBytes that it holds
  /// @param quantumBytes that a flow may send in a turn; the rest counts in its next turn
  FairQueue(long mostBytes, int quantumBytes) {
    this.mostBytes = mostBytes;
    this.quantumBytes = quantumBytes;
  }

  /// Adds a chunk behind the others of its flow.
  void add(Chunk chunk) {
    var flow = chunk.flow();
    if (flow.queuedChunks() == 0) {
      flow.deficit(quantumBytes);
      active.addLast(flow);
    }
    flow.enqueue(chunk);
    bytes += chunk.bytes();
  }

  /// Takes a chunk for which there is no room.
  ///
  /// @return the chunk; empty if the queue holds no more than it may
  Optional<Chunk> dropped() {
    if (bytes <= mostBytes) {
      return Optional.empty();
    }
    return active.stream()
        .filter(flow -> flow.queuedChunks() > 1)
        .max(Comparator.comparingLong(Flow::queuedBytes))
        .map(
            flow -> {
              var chunk = flow.takeTail();
              bytes -= chunk.bytes();
              return chunk;
            });
  }

  /// Takes the chunk that leaves next; empty if there is none.
  Optional<Chunk> next() {
    while (true) {
      var flow = active.peekFirst();
      if (flow == null) {
        return Optional.empty();
      }
      int size = flow.head().orElseThrow().bytes();
      if (size > flow.deficitBytes()) {
        flow.deficit(flow.deficitBytes() + quantumBytes);
        active.addLast(active.removeFirst());
        continue;
      }
      flow.deficit(flow.deficitBytes() - size);
      bytes -= size;
      var chunk = flow.takeHead();
      if (flow.queuedChunks() == 0) {
        active.removeFirst();
      }
      return Optional.of(chunk);
    }
  }

  long bytes() {
    return bytes;
  }
}

package dev.sojourn.lab.link;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/// The limited queue of one direction of a link. Connections take turns by bytes, with deficit
/// round robin (Shreedhar and Varghese, 1995). If the queue is full, the connection with the most
/// bytes in it loses its last chunk, similar to FQ-CoDel (RFC 8290, section 4.1). Even in a full
/// queue each connection keeps one chunk, so no connection is shut out. Not thread-safe.
final class FairQueue {
  private final long mostBytes;
  private final int quantumBytes;
  private final Deque<Flow> active = new ArrayDeque<>();
  private long bytes;

  /// Creates an empty queue.
  ///
  /// @param mostBytes the largest size of its chunks together
  /// @param quantumBytes bytes that a flow may send in a turn; unused bytes count in its next turn
  FairQueue(long mostBytes, int quantumBytes) {
    this.mostBytes = mostBytes;
    this.quantumBytes = quantumBytes;
  }

  /// Adds a chunk after the others of its flow.
  void add(Chunk chunk) {
    var flow = chunk.flow();
    if (flow.queuedChunks() == 0) {
      flow.deficit(quantumBytes);
      active.addLast(flow);
    }
    flow.enqueue(chunk);
    bytes += chunk.bytes();
  }

  /// Removes a chunk that exceeds the limit.
  ///
  /// @return the chunk; empty if no chunk has to be removed
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

  /// Removes and returns the chunk that leaves next; empty if there is none.
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

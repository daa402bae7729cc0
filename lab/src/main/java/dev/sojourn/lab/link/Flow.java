package dev.sojourn.lab.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// One direction of one connection, with the state of its sender and its receiver. It holds the
/// chunks under way, and those that arrived before an earlier lost chunk. Confined to the event
/// loop of its link.
final class Flow {
  private final SendWindow window;
  private final Runnable whenRoom;
  private final Deque<Chunk> queued = new ArrayDeque<>();
  private final Deque<Chunk> undelivered = new ArrayDeque<>();
  private final Deque<Chunk> lost = new ArrayDeque<>();
  private long queuedBytes;
  private long deficitBytes;
  private long sentBytes;
  private long underWayBytes;
  private boolean hasHeard;
  private int timeouts;
  private long timeoutNanos = Long.MIN_VALUE;

  /// Creates a flow without bytes.
  ///
  /// @param window the limit of bytes that the sender has under way
  /// @param whenRoom runs if the sender may send more
  Flow(SendWindow window, Runnable whenRoom) {
    this.window = window;
    this.whenRoom = whenRoom;
  }

  /// {@return whether the sender may send a new chunk}
  boolean hasRoom() {
    return lost.isEmpty() && isWithinWindow();
  }

  private boolean isWithinWindow() {
    return underWayBytes == 0 || underWayBytes + SendWindow.PACKET_BYTES <= window.bytes();
  }

  /// {@return whether the sender got an acknowledgement, so that it knows the round trip}
  boolean hasHeard() {
    return hasHeard;
  }

  void sent(Chunk chunk) {
    sentBytes += chunk.bytes();
    chunk.send(sentBytes);
    undelivered.addLast(chunk);
    underWayBytes += chunk.bytes();
  }

  /// Delivers the arrived chunks, up to the first that has not arrived.
  void deliver() {
    for (var next = undelivered.peek(); next != null && next.hasArrived(); ) {
      undelivered.remove();
      next.deliver();
      next = undelivered.peek();
    }
  }

  /// Records that the sender got the acknowledgement of a chunk.
  void heard(Chunk chunk, long waitedNanos) {
    hasHeard = true;
    timeouts = 0;
    underWayBytes -= chunk.bytes();
    window.acknowledged(chunk.bytes(), chunk.end(), sentBytes, waitedNanos);
  }

  /// {@return packets that were sent after a chunk and are not lost, so that the sender gets their
  /// acknowledgements}
  long packetsAfter(Chunk chunk) {
    return undelivered.stream()
        .filter(each -> each != chunk && !each.isLost())
        .filter(each -> each.queuedNanos() >= chunk.queuedNanos())
        .mapToInt(Chunk::packets)
        .sum();
  }

  /// {@return number of timeouts since the last acknowledgement}
  int timeouts() {
    return timeouts;
  }

  /// Records that the sender noticed the loss of a chunk.
  ///
  /// @param isTimeout whether a timeout revealed the loss
  void miss(Chunk chunk, long nowNanos, boolean isTimeout) {
    window.lost(chunk.queuedNanos(), nowNanos, isTimeout);
    // A sender has one timer. A chunk that was sent before the last timeout has no timeout of its
    // own.
    if (isTimeout && chunk.queuedNanos() >= timeoutNanos) {
      timeouts++;
      timeoutNanos = nowNanos;
    }
    underWayBytes -= chunk.bytes();
    lost.addLast(chunk);
  }

  /// Removes and returns a lost chunk that is sent again; empty if there is none, or the window is
  /// full.
  Optional<Chunk> again() {
    if (lost.isEmpty() || !isWithinWindow()) {
      return Optional.empty();
    }
    underWayBytes += lost.getFirst().bytes();
    return Optional.of(lost.removeFirst());
  }

  /// Lets the sender continue, if the window has room.
  void goOn() {
    if (hasRoom()) {
      whenRoom.run();
    }
  }

  // The following methods are the part of the queue that belongs to this flow.

  void enqueue(Chunk chunk) {
    queuedBytes += chunk.bytes();
    queued.addLast(chunk);
  }

  Optional<Chunk> head() {
    return Optional.ofNullable(queued.peekFirst());
  }

  Chunk takeHead() {
    var chunk = queued.removeFirst();
    queuedBytes -= chunk.bytes();
    return chunk;
  }

  Chunk takeTail() {
    var chunk = queued.removeLast();
    queuedBytes -= chunk.bytes();
    return chunk;
  }

  int queuedChunks() {
    return queued.size();
  }

  long queuedBytes() {
    return queuedBytes;
  }

  long deficitBytes() {
    return deficitBytes;
  }

  void deficit(long bytes) {
    deficitBytes = bytes;
  }
}

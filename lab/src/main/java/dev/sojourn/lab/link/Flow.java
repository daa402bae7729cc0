package dev.sojourn.lab.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// One direction of one connection, as its sender and its receiver see it: the chunks under way,
/// and those that arrived before a lost one. Confined to the event loop of its link.
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

  /// A flow without bytes.
  ///
  /// @param window the most bytes that its sender has under way
  /// @param whenRoom is run if that may have become more
  Flow(SendWindow window, Runnable whenRoom) {
    this.window = window;
    this.whenRoom = whenRoom;
  }

  /// {@return whether its sender may send a new chunk}
  boolean hasRoom() {
    return lost.isEmpty() && isWithinWindow();
  }

  private boolean isWithinWindow() {
    return underWayBytes == 0 || underWayBytes + SendWindow.PACKET_BYTES <= window.bytes();
  }

  /// {@return whether its sender has heard of the far end, so that it knows the round trip}
  boolean hasHeard() {
    return hasHeard;
  }

  void sent(Chunk chunk) {
    sentBytes += chunk.bytes();
    chunk.send(sentBytes);
    undelivered.addLast(chunk);
    underWayBytes += chunk.bytes();
  }

  /// Delivers what has arrived, up to the first chunk that has not.
  void deliver() {
    for (var next = undelivered.peek(); next != null && next.hasArrived(); ) {
      undelivered.remove();
      next.deliver();
      next = undelivered.peek();
    }
  }

  /// The sender hears that a chunk arrived.
  void heard(Chunk chunk, long waitedNanos) {
    hasHeard = true;
    timeouts = 0;
    underWayBytes -= chunk.bytes();
    window.acknowledged(chunk.bytes(), chunk.end(), sentBytes, waitedNanos);
  }

  /// {@return packets that were sent after a chunk and arrived, so that the sender gets their
  /// acknowledgements}
  long packetsAfter(Chunk chunk) {
    return undelivered.stream()
        .filter(each -> each != chunk && !each.isLost())
        .filter(each -> each.queuedNanos() >= chunk.queuedNanos())
        .mapToInt(Chunk::packets)
        .sum();
  }

  /// {@return timeouts since the sender heard of the far end}
  int timeouts() {
    return timeouts;
  }

  /// The sender notices that a chunk was lost.
  ///
  /// @param isTimeout whether by waiting in vain
  void miss(Chunk chunk, long nowNanos, boolean isTimeout) {
    window.lost(chunk.queuedNanos(), nowNanos, isTimeout);
    // A sender has one timer: a chunk that was sent before it ran out has no timeout of its own.
    if (isTimeout && chunk.queuedNanos() >= timeoutNanos) {
      timeouts++;
      timeoutNanos = nowNanos;
    }
    underWayBytes -= chunk.bytes();
    lost.addLast(chunk);
  }

  /// Takes a chunk that is sent again, since the window has room for it; empty if there is none.
  Optional<Chunk> again() {
    if (lost.isEmpty() || !isWithinWindow()) {
      return Optional.empty();
    }
    underWayBytes += lost.getFirst().bytes();
    return Optional.of(lost.removeFirst());
  }

  /// Lets the sender go on, if it may.
  void goOn() {
    if (hasRoom()) {
      whenRoom.run();
    }
  }

  // The methods from here on are the part of the queue that belongs to this flow.

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

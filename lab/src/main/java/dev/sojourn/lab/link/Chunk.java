package dev.sojourn.lab.link;

/// Bytes of a connection that travel together, or a sign without bytes, for example the start or
/// end of a connection. Confined to the event loop of its link.
final class Chunk {
  private final Flow flow;
  private final int bytes;
  private final Runnable delivery;
  private long end;
  private boolean isLost;
  private long queuedNanos;
  private boolean hasArrived;

  /// Creates a chunk at the near end.
  ///
  /// @param bytes size; 0 for a sign
  /// @param delivery delivers the chunk at the far end
  Chunk(Flow flow, int bytes, Runnable delivery) {
    this.flow = flow;
    this.bytes = bytes;
    this.delivery = delivery;
  }

  Flow flow() {
    return flow;
  }

  int bytes() {
    return bytes;
  }

  /// Records the position of the chunk.
  ///
  /// @param place position of its last byte, counted from the start of the connection
  void send(long place) {
    end = place;
  }

  /// {@return the position of its last byte, counted from the start of the connection}
  long end() {
    return end;
  }

  /// {@return the number of its packets, at least one}
  int packets() {
    return Math.max(1, Math.ceilDiv(bytes, SendWindow.PACKET_BYTES));
  }

  void lose() {
    isLost = true;
  }

  /// {@return whether the chunk was lost and has not been sent again yet}
  boolean isLost() {
    return isLost;
  }

  /// Records that the chunk entered the queue.
  void queue(long nowNanos) {
    isLost = false;
    queuedNanos = nowNanos;
  }

  /// {@return when the chunk last entered the queue}
  long queuedNanos() {
    return queuedNanos;
  }

  void arrive() {
    hasArrived = true;
  }

  boolean hasArrived() {
    return hasArrived;
  }

  void deliver() {
    delivery.run();
  }
}

package dev.sojourn.lab.link;

/// Bytes of a connection that travel together, or a sign without bytes, as the begin or the end of
/// a connection. Confined to the event loop of its link.
final class Chunk {
  private final Flow flow;
  private final int bytes;
  private final Runnable delivery;
  private long end;
  private boolean isLost;
  private long queuedNanos;
  private boolean hasArrived;

  /// A chunk at the near end.
  ///
  /// @param bytes how many; 0 for a sign
  /// @param delivery hands it over at the far end
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

  /// Notes its place.
  ///
  /// @param place that of its last byte, counted from the begin of the connection
  void send(long place) {
    end = place;
  }

  /// {@return the place of its last byte, counted from the begin of the connection}
  long end() {
    return end;
  }

  /// {@return the packets that it has, one at least}
  int packets() {
    return Math.max(1, Math.ceilDiv(bytes, SendWindow.PACKET_BYTES));
  }

  void lose() {
    isLost = true;
  }

  /// {@return whether it was lost, and not sent again yet}
  boolean isLost() {
    return isLost;
  }

  /// Notes that it came to the queue.
  void queue(long nowNanos) {
    isLost = false;
    queuedNanos = nowNanos;
  }

  /// {@return when it came to the queue the last time}
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

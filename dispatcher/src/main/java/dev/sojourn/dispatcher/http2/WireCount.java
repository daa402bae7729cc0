package dev.sojourn.dispatcher.http2;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes of a shared connection that are charged to no exchange yet. The socket adds to it, and
/// the connection takes from it. May be used by any thread.
public final class WireCount {
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();

  /// Creates a count at zero.
  public WireCount() {}

  /// Adds bytes that were read from the socket.
  ///
  /// @param bytes how many
  public void addReceived(long bytes) {
    received.addAndGet(bytes);
  }

  /// Adds bytes that were written to the socket.
  ///
  /// @param bytes how many
  public void addSent(long bytes) {
    sent.addAndGet(bytes);
  }

  long takeReceived() {
    return received.getAndSet(0);
  }

  long takeSent() {
    return sent.getAndSet(0);
  }
}

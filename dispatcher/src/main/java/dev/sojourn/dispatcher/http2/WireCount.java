package dev.sojourn.dispatcher.http2;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes of a shared connection that are charged to no exchange yet. The socket adds to it, and
/// the connection takes from it. May be used by any thread.
public final class WireCount {
  /// A frame has 16 KiB, and its records little more.
  private static final long MAX_WITHOUT_FRAME = 1 << 20;

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

  /// {@return why nothing more may be read, a clause; empty if it may}
  ///
  /// Empty records of TLS, session tickets and changes of keys bring no frame, so nothing above TLS
  /// bounds them.
  public String objection() {
    return received.get() > MAX_WITHOUT_FRAME
        ? "it sent more than " + MAX_WITHOUT_FRAME + " bytes that bring no frame"
        : "";
  }

  long takeReceived() {
    return received.getAndSet(0);
  }

  long takeSent() {
    return sent.getAndSet(0);
  }
}

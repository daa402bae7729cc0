package dev.sojourn.atp.wire;

import java.util.concurrent.atomic.AtomicLong;

/// How many bytes of bodies all connections may hold together. Safe for use by several threads.
public final class BodyBudget {

  private final long maxBytes;
  private final AtomicLong reserved = new AtomicLong();

  /// Creates an untouched budget.
  ///
  /// @param maxBytes of all bodies together
  public BodyBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// {@return the part of one connection, which takes nothing yet}
  public Share share() {
    return new Share();
  }

  /// {@return how many bytes are taken}
  public long reservedBytes() {
    return reserved.get();
  }

  /// What one connection takes of the budget. Confined to the connection's event loop.
  public final class Share {
    private long mine;
    private boolean closed;

    private Share() {}

    /// Takes bytes.
    ///
    /// @param bytes how many
    /// @return whether they were to be had
    public boolean reserve(long bytes) {
      if (closed || reserved.addAndGet(bytes) > maxBytes) {
        if (!closed) {
          reserved.addAndGet(-bytes);
        }
        return false;
      }
      mine += bytes;
      return true;
    }

    /// Gives bytes back.
    ///
    /// @param bytes how many
    public void release(long bytes) {
      if (!closed) {
        mine -= bytes;
        reserved.addAndGet(-bytes);
      }
    }

    /// Gives everything back for good, but for what is held beyond the end of the connection.
    ///
    /// @param kept bytes for which [#releaseKept] will follow
    public void close(long kept) {
      if (!closed) {
        closed = true;
        reserved.addAndGet(kept - mine);
        mine = kept;
      }
    }

    /// Gives bytes back that were kept when the rest was given back.
    ///
    /// @param bytes how many
    public void releaseKept(long bytes) {
      mine -= bytes;
      reserved.addAndGet(-bytes);
    }
  }
}

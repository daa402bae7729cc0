package dev.sojourn.host.store;

import java.io.IOException;

/// The disk did not take or give what it should. Nothing was kept of the write that failed.
public final class StoreException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean full;

  StoreException(String message, boolean full, Throwable cause) {
    super(message, cause);
    this.full = full;
  }

  /// {@return whether the disk is full, so that the same may succeed later}
  public boolean isFull() {
    return full;
  }
}

package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The disk failed to store or return data. The failed write left no data behind.
public final class StoreException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean full;

  StoreException(String message, boolean full, Throwable cause) {
    super(message, cause);
    this.full = full;
  }

  /// Converts a failure to an exception for callers.
  static StoreException of(@Nullable Throwable e) {
    boolean full = e instanceof SQLException sql && SqliteSession.isFull(sql);
    return new StoreException(
        full ? "The disk of the store is full." : "The store failed: " + said(e),
        full,
        e == null ? new IllegalStateException("no cause") : e);
  }

  /// The message of SQLite for a failure of the disk. For any other failure, which is a bug, the
  /// name of its exception.
  static String said(@Nullable Throwable e) {
    return e instanceof SQLException sql && sql.getMessage() != null
        ? sql.getMessage()
        : String.valueOf(e);
  }

  /// {@return whether the disk is full, so that a retry may succeed later}
  public boolean isFull() {
    return full;
  }
}

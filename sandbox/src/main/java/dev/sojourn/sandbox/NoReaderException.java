package dev.sojourn.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Thrown if no process that reads pages can be started. The agent is not the cause, so its visit
/// may be repeated from its last checkpoint.
public final class NoReaderException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param reason why none started, for the owner of the agent
  public NoReaderException(String reason) {
    super("no reader of pages: " + reason, new IOException(reason));
  }
}

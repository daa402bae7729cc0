package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.AtpRequest;
import java.time.Duration;

/// Sends requests, and keeps connections for the next ones. Safe for use by many (virtual) threads;
/// each call blocks its own.
@SuppressWarnings("DoNotCallSuggester")
public final class AtpClient implements AutoCloseable {

  private AtpClient() {}

  /// {@return a client}
  ///
  /// @param settings how it behaves
  public static AtpClient open(ClientSettings settings) {
    throw new UnsupportedOperationException();
  }

  /// Sends a request and waits for its answer.
  ///
  /// @param host where to
  /// @param request what to send
  /// @param timeout from sending to the end of the answer
  /// @return the answer, or why there is none
  /// @throws InterruptedException if the thread is interrupted; the connection is closed
  public Exchange send(AtpAddress host, AtpRequest request, Duration timeout)
      throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// Closes all connections; requests under way end as lost.
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}

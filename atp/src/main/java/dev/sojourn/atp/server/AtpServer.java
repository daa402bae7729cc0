package dev.sojourn.atp.server;

import java.io.IOException;
import java.net.InetSocketAddress;

/// A listening server. May be closed from any thread.
@SuppressWarnings("DoNotCallSuggester")
public final class AtpServer implements AutoCloseable {

  private AtpServer() {}

  /// Starts listening.
  ///
  /// @param config where, and what the server bears
  /// @param handler answers the requests
  /// @return the running server
  /// @throws IOException if the address cannot be listened on
  public static AtpServer start(AtpServerConfig config, AtpHandler handler) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// {@return the address and port that the server listens on}
  public InetSocketAddress address() {
    throw new UnsupportedOperationException();
  }

  /// Stops listening, lets requests being handled end within the grace of the configuration,
  /// interrupts those that do not, and closes all connections.
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}

package dev.sojourn.fetch.client;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The sockets of a client, to all servers together. May be used by any thread.
final class OpenSockets implements AutoCloseable {
  private final Set<CountingSocket> sockets = ConcurrentHashMap.newKeySet();
  private final ClientLimits limits;
  private volatile boolean isClosed;

  OpenSockets(ClientLimits limits) {
    this.limits = limits;
  }

  ClientLimits limits() {
    return limits;
  }

  /// {@return a socket that is not connected, for the exchange on this thread} If the limit is
  /// reached, it first closes the sockets that are free longest.
  CountingSocket make() {
    while (sockets.size() >= limits.maxConnections() && isOneGivenUp()) {
      // Each call closes one socket.
    }
    var socket = new CountingSocket(this, SiteCall.CURRENT.get());
    sockets.add(socket);
    if (isClosed) {
      socket.giveUp();
    }
    return socket;
  }

  private boolean isOneGivenUp() {
    Optional<CountingSocket> longest =
        sockets.stream()
            .filter(CountingSocket::isFree)
            .min(Comparator.comparingLong(CountingSocket::freeSinceNanos));
    longest.ifPresent(CountingSocket::giveUp);
    return longest.isPresent();
  }

  void remove(CountingSocket socket) {
    sockets.remove(socket);
  }

  @Override
  public void close() {
    isClosed = true;
    sockets.forEach(CountingSocket::giveUp);
  }
}

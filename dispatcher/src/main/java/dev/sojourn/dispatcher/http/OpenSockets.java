package dev.sojourn.dispatcher.http;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The sockets of a fetcher, to all sites together. May be used by any thread.
final class OpenSockets implements AutoCloseable {
  private final Set<CountingSocket> sockets = ConcurrentHashMap.newKeySet();
  private final HttpSettings settings;
  private volatile boolean isClosed;

  OpenSockets(HttpSettings settings) {
    this.settings = settings;
  }

  /// {@return a socket that is not connected, for the exchange on this thread} The one that is free
  /// longest makes room for it.
  CountingSocket make() {
    while (sockets.size() >= settings.maxConnections() && isOneGivenUp()) {
      // A further one may have to go.
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

  /// {@return all that may arrive for one answer, its head and the records of TLS included}
  long maxAnswerBytes() {
    return WireAllowance.maxBytes(settings.maxBodyBytes());
  }

  @Override
  public void close() {
    isClosed = true;
    sockets.forEach(CountingSocket::giveUp);
  }
}

package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.Peer;
import java.time.Duration;
import java.util.Optional;

/// The stand-in for the service between listening and being ready: the port must be known before
/// the service can know its own address.
public final class LateHandler implements AtpHandler {
  private volatile Optional<AtpHandler> service = Optional.empty();

  /// Creates a stand-in that tells everybody to come back.
  public LateHandler() {}

  /// Lets requests through.
  ///
  /// @param handler answers them from now on
  public void open(AtpHandler handler) {
    service = Optional.of(handler);
  }

  @Override
  public AtpResponse handle(AtpRequest request, Peer peer) throws InterruptedException {
    var ready = service;
    return ready.isPresent()
        ? ready.get().handle(request, peer)
        : AtpResponse.unavailable(
            "starting", "This host is about to start.", Duration.ofSeconds(1));
  }
}

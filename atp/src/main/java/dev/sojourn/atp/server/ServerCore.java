package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.tls.HostCertificate;
import dev.sojourn.atp.wire.BodyBudget;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/// What all connections of a server share.
///
/// @param config where, and what the server bears
/// @param handler answers the requests
/// @param threads one virtual thread for each request
/// @param certificate shown to peers; where there is none, connections are plain
/// @param bodies what all bodies may hold
/// @param connections how many there are
/// @param clock for `Date`
record ServerCore(
    AtpServerConfig config,
    AtpHandler handler,
    ExecutorService threads,
    Optional<HostCertificate> certificate,
    BodyBudget bodies,
    ConnectionCounter connections,
    InstantSource clock) {

  AtpResponse answer(AtpRequest request, Peer peer) throws InterruptedException {
    var named = request.target().authority();
    if (named.isPresent() && !config.names().isEmpty() && !config.names().contains(named.get())) {
      return AtpResponse.refusal(
          new Problem(
              "not-a-proxy",
              AtpStatus.BAD_GATEWAY,
              "The URI names " + named.get() + ", and this host forwards nothing."));
    }
    return handler.handle(request, peer);
  }
}

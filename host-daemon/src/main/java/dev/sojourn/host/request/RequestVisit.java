package dev.sojourn.host.request;

import dev.sojourn.atp.server.Peer;
import dev.sojourn.host.audit.AuditVisit;
import java.util.Optional;

/// The visit that a request is about, as far as it is proven: it is known once the signature of its
/// signer was verified. The peer keeps its connection from then on. For one thread.
final class RequestVisit {
  private final Peer peer;
  private Optional<AuditVisit> proven = Optional.empty();

  RequestVisit(Peer peer) {
    this.peer = peer;
  }

  /// Takes note of a signature that was verified.
  void prove(AuditVisit visit) {
    proven = Optional.of(visit);
    peer.prove();
  }

  /// The address of the peer.
  String from() {
    return peer.ip();
  }

  Optional<AuditVisit> proven() {
    return proven;
  }
}

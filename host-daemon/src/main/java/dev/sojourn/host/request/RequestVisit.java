package dev.sojourn.host.request;

import dev.sojourn.atp.server.Peer;
import dev.sojourn.host.audit.AuditVisit;
import java.util.Optional;

/// The visit that a request is about; known once its signer's signature is verified. The peer may
/// then keep its connection. Used by one thread only.
final class RequestVisit {
  private final Peer peer;
  private Optional<AuditVisit> proven = Optional.empty();

  RequestVisit(Peer peer) {
    this.peer = peer;
  }

  /// Records a verified signature.
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

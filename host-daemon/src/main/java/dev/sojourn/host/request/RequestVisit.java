package dev.sojourn.host.request;

import dev.sojourn.host.audit.AuditVisit;
import java.util.Optional;

/// The visit that a request is about, as far as it is proven: it is known once the signature of its
/// signer was verified. For one thread.
final class RequestVisit {
  private Optional<AuditVisit> proven = Optional.empty();

  /// Takes note of a signature that was verified.
  void prove(AuditVisit visit) {
    proven = Optional.of(visit);
  }

  Optional<AuditVisit> proven() {
    return proven;
  }
}

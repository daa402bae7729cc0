package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.host.store.KeptVisit;
import java.util.Optional;

/// Checks a signer again, after a ban, a reload or a restart: a visit continues only if its signer
/// is still trusted. Thread-safe.
///
/// @param verifier checks by the current rules
record TrustRecheck(PackageVerifier verifier) {

  /// The reason why a visit may not continue; empty if its signer is still trusted. An unreadable
  /// key directory is not a reason, because the signer was trusted on arrival.
  Optional<String> objection(KeptVisit visit) {
    return switch (verifier.verifySigner(visit.agent())) {
      case PackageVerdict.Verified _ -> Optional.empty();
      case PackageVerdict.Refused refused ->
          refused.fault() == PackageFault.SIGNER_UNVERIFIED
              ? Optional.empty()
              : Optional.of("Its signer is not trusted here any more.");
    };
  }
}

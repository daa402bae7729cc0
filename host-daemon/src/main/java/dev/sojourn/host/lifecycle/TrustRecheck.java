package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.host.store.KeptVisit;
import java.util.Optional;

/// The second check of a signer, after a ban, a reload or a restart: a visit goes on only if its
/// signer is still trusted and not banned. Safe for use by many threads.
///
/// @param verifier asks the rules of the moment
record TrustRecheck(PackageVerifier verifier) {

  /// The reason why a visit may not go on, if its signer is trusted no more. A key directory that
  /// cannot be read is no reason: the signer was trusted when the agent came.
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

package dev.sojourn.atp.agent;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.identity.trust.TrustedSigner;

/// Whether a package is what its owner made, meant for this host, now.
public sealed interface PackageVerdict {

  /// It is.
  ///
  /// @param passport what the owner says
  /// @param signer who the owner is
  record Verified(Passport passport, TrustedSigner signer) implements PackageVerdict {}

  /// It is not.
  ///
  /// @param fault the first one found
  /// @param sentence says which part, what was expected and what was there
  record Refused(PackageFault fault, String sentence) implements PackageVerdict {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(fault.code(), fault.status(), sentence);
    }
  }
}

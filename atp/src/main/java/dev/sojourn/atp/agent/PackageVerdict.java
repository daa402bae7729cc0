package dev.sojourn.atp.agent;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.identity.trust.TrustedSigner;

/// Whether a package is as its owner made it, meant for this host, now.
public sealed interface PackageVerdict {

  /// The package is so.
  ///
  /// @param passport the verified passport
  /// @param signer the owner
  record Verified(Passport passport, TrustedSigner signer) implements PackageVerdict {}

  /// The package is not so.
  ///
  /// @param fault the first one found
  /// @param sentence names the part, the expectation and the value found
  record Refused(PackageFault fault, String sentence) implements PackageVerdict {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(fault.code(), fault.status(), sentence);
    }
  }
}

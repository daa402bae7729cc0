package dev.sojourn.atp.agent;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.identity.trust.TrustedSigner;

/// The verdict on a package: whether it is unchanged since its owner made it, and meant for this
/// host now.
public sealed interface PackageVerdict {

  /// The package is accepted.
  ///
  /// @param passport the verified passport
  /// @param signer the owner
  record Verified(Passport passport, TrustedSigner signer) implements PackageVerdict {}

  /// The package is refused.
  ///
  /// @param fault the first fault found
  /// @param sentence names the part, the expected value and the value found
  record Refused(PackageFault fault, String sentence) implements PackageVerdict {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(fault.code(), fault.status(), sentence);
    }
  }
}

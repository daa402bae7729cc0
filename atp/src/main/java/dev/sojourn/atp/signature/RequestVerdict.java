package dev.sojourn.atp.signature;

import dev.sojourn.atp.Problem;
import dev.sojourn.identity.trust.TrustedSigner;

/// Whether a request is signed by someone known, for this host, now, and for the first time.
public sealed interface RequestVerdict {

  /// It is. Whether the signer may do what they ask is not said: compare with the agent's owner.
  ///
  /// @param signer who signed
  record Verified(TrustedSigner signer) implements RequestVerdict {}

  /// It is not.
  ///
  /// @param fault the first one found
  /// @param sentence says what was expected and what was there
  record Refused(SignatureFault fault, String sentence) implements RequestVerdict {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(fault.code(), fault.status(), sentence);
    }
  }
}

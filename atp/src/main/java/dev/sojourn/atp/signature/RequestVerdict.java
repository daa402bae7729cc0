package dev.sojourn.atp.signature;

import dev.sojourn.atp.Problem;
import dev.sojourn.identity.trust.TrustedSigner;

/// The verdict on a request: signed by a known signer, for this host, now, and for the first time,
/// or not.
public sealed interface RequestVerdict {

  /// The request is signed as it must be. Whether the signer may act on the agent is another
  /// question: compare with the agent's owner.
  ///
  /// @param signer the signer
  record Verified(TrustedSigner signer) implements RequestVerdict {}

  /// The request is refused.
  ///
  /// @param fault the first one found
  /// @param sentence names the expectation and the value found
  record Refused(SignatureFault fault, String sentence) implements RequestVerdict {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(fault.code(), fault.status(), sentence);
    }
  }
}

package dev.sojourn.atp.signature;

import dev.sojourn.atp.Problem;
import dev.sojourn.identity.trust.TrustedSigner;

/// The verdict on a request: whether a known signer signed it for this host now, and whether it
/// came for the first time.
public sealed interface RequestVerdict {

  /// The request is signed correctly. The verdict does not say whether the signer may act on the
  /// agent: compare the signer with the agent's owner.
  ///
  /// @param signer the signer
  record Verified(TrustedSigner signer) implements RequestVerdict {}

  /// The request is refused.
  ///
  /// @param fault the first fault found
  /// @param sentence names the expected value and the value found
  record Refused(SignatureFault fault, String sentence) implements RequestVerdict {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(fault.code(), fault.status(), sentence);
    }
  }
}

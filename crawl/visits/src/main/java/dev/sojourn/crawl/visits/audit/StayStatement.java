package dev.sojourn.crawl.visits.audit;

import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.JourneyVerifier;
import dev.sojourn.atp.journey.JourneyVerifier.Stay;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.signature.Envelope;
import java.util.List;
import java.util.Optional;

/// The signed statement of a host about a stay, checked against the owner's own record. Each method
/// returns the fault, as the rest of a sentence that begins with the host, or the empty string.
///
/// @param envelope as the host sent it
public record StayStatement(Envelope envelope) {

  /// {@return the fault of its signer}
  ///
  /// @param hosts the keys of trusted hosts
  public String signerFault(KeySet hosts) {
    boolean isKnown =
        envelope.payloadType().equals(HopStatement.PAYLOAD_TYPE)
            && hosts.keys().stream().anyMatch(envelope::isSignedBy);
    return isKnown ? "" : "its statement about the visit is not signed with a key of --host-keys.";
  }

  /// {@return the fault of its content}
  ///
  /// @param sent the passport for the stay
  /// @param findings the chain over the parcels that arrived
  public String fault(Passport sent, Digest findings) {
    var stay =
        new Stay(sent.codeDigest(), sent.nonce(), sent.stateDigest(), Optional.empty(), findings);
    return fault(JourneyVerifier.ofAnyHost(), sent, List.of(stay), List.of(envelope));
  }

  static String fault(
      JourneyVerifier verifier, Passport sent, List<Stay> stays, List<Envelope> statements) {
    return switch (verifier.verify(
        sent.agentId(), sent.hop(), sent.previousHop(), stays, statements)) {
      case JourneyVerifier.Outcome.Holds _ -> "";
      case JourneyVerifier.Outcome.Broken(_, var sentence) -> "its hop log is broken: " + sentence;
    };
  }
}

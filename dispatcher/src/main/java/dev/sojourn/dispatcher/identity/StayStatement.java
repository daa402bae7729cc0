package dev.sojourn.dispatcher.identity;

import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.signature.Envelope;
import java.util.Optional;

/// The signed statement of a host about a stay, held against the owner's own record. Each answer is
/// the fault, as the rest of a sentence that begins with the host, or empty.
///
/// @param envelope as the host sent it
public record StayStatement(Envelope envelope) {

  /// {@return what is wrong with who signed it}
  ///
  /// @param hosts the keys of the hosts that are believed
  public String signerFault(KeySet hosts) {
    boolean isKnown =
        envelope.payloadType().equals(HopStatement.PAYLOAD_TYPE)
            && hosts.keys().stream().anyMatch(envelope::isSignedBy);
    return isKnown ? "" : "its statement about the visit is not signed with a key of --host-keys.";
  }

  /// {@return what is wrong with what it says}
  ///
  /// @param sent with which the agent came to its owner's first host
  /// @param hop number of the stay
  /// @param stateIn digest of the state with which the agent came to this one
  /// @param findings the chain over the parcels that came home
  public String fault(Passport sent, int hop, Optional<Digest> stateIn, Digest findings) {
    HopStatement said;
    try {
      said = HopStatement.read(envelope.payload());
    } catch (JsonException e) {
      return "its statement about the visit is malformed: " + e.getMessage();
    }
    boolean isOurs =
        envelope.payloadType().equals(HopStatement.PAYLOAD_TYPE)
            && said.agentId().equals(sent.agentId())
            && said.nonce().equals(sent.nonce())
            && said.hop() == hop;
    if (!isOurs) {
      return "its statement is about another visit.";
    }
    if (!said.codeDigest().equals(sent.codeDigest()) || !said.stateIn().equals(stateIn)) {
      return "its statement speaks of other code or another state than was sent.";
    }
    return said.findings().equals(findings)
        ? ""
        : "its statement speaks of other findings than came home.";
  }
}

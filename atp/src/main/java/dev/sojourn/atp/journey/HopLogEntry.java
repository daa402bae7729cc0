package dev.sojourn.atp.journey;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import java.util.Optional;

/// The signed content of one entry of a hop log: about a stay, or about the way on after it.
public sealed interface HopLogEntry permits HopStatement, OnwardStatement {

  /// {@return the agent that it is about}
  String agentId();

  /// {@return its number in the log, from 0}
  int hop();

  /// {@return digest of the entry before; empty exactly on the first}
  Optional<Digest> previous();

  /// {@return thumbprint of the key of the host that speaks}
  String hostKeyId();

  /// {@return the nonce of the passport with which the agent came}
  String nonce();

  /// {@return digest of the state that the agent had then}
  Optional<Digest> stateOut();

  /// {@return the content of an envelope} Says nothing of the signature.
  ///
  /// @param envelope whose size the caller has bounded
  /// @throws JsonException if it is malformed
  static HopLogEntry read(Envelope envelope) throws JsonException {
    return envelope.payloadType().equals(OnwardStatement.PAYLOAD_TYPE)
        ? OnwardStatement.read(envelope.payload())
        : HopStatement.read(envelope.payload());
  }
}

package dev.sojourn.atp.journey;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import java.util.Optional;

/// The signed content of one entry of a hop log. An entry is about a stay, or about the next stop
/// after it.
public sealed interface HopLogEntry permits HopStatement, OnwardStatement {

  /// {@return the agent of the entry}
  String agentId();

  /// {@return the number of the entry in the log, from 0}
  int hop();

  /// {@return digest of the previous entry; empty only for the first entry}
  Optional<Digest> previous();

  /// {@return thumbprint of the key of the host that made the entry}
  String hostKeyId();

  /// {@return the nonce of the passport with which the agent came}
  String nonce();

  /// {@return digest of the agent's state at that moment}
  Optional<Digest> stateOut();

  /// {@return the content of an envelope} Does not check the signature.
  ///
  /// @param envelope the caller limits its size
  /// @throws JsonException if it is malformed
  static HopLogEntry read(Envelope envelope) throws JsonException {
    return envelope.payloadType().equals(OnwardStatement.PAYLOAD_TYPE)
        ? OnwardStatement.read(envelope.payload())
        : HopStatement.read(envelope.payload());
  }
}

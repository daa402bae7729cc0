package dev.sojourn.atp.journey;

import dev.sojourn.atp.AtpTarget;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The signed statement of a host about one stay of an agent. Statements form a chain: each names
/// the digest of the previous one.
///
/// @param agentId the agent of the stay
/// @param hop number of the statement in the log, from 0
/// @param previous digest of the previous statement; empty only for the first
/// @param hostKeyId thumbprint of the host's key
/// @param codeDigest digest of the code that ran
/// @param nonce of the passport that came with the agent, so that two journeys of one agent cannot
///   be mixed
/// @param stateIn digest of the state with which the agent came
/// @param stateOut digest of the state with which the agent left
/// @param findings digest of its findings: the chain over its parcels
/// @param pages pages that it fetched
/// @param pageBytes bytes of page bodies that it read
/// @param time wall-clock time that it used, in whole milliseconds
/// @param policy digest of the limits that the host granted it
/// @param started start of the stay
/// @param ended end of the stay
public record HopStatement(
    String agentId,
    int hop,
    Optional<Digest> previous,
    String hostKeyId,
    Digest codeDigest,
    String nonce,
    Optional<Digest> stateIn,
    Optional<Digest> stateOut,
    Digest findings,
    long pages,
    long pageBytes,
    Duration time,
    Digest policy,
    Instant started,
    Instant ended)
    implements HopLogEntry {

  /// The DSSE payload type of a hop statement; part of what is signed.
  public static final String PAYLOAD_TYPE = "application/vnd.sojourn.hop+json";

  private static final int VERSION = 1;
  private static final long MAX_MILLIS = Duration.ofDays(366).toMillis();

  /// {@return the statement, signed}
  ///
  /// @param host the key that the statement names
  /// @throws IllegalArgumentException if it is another key
  public Envelope sign(SigningKey host) {
    if (!hostKeyId.equals(host.id())) {
      throw new IllegalArgumentException("host: " + host.id() + " (expected: " + hostKeyId + ")");
    }
    return Envelope.sign(PAYLOAD_TYPE, toJson(), host);
  }

  /// {@return the JSON object that is signed}
  public Bytes toJson() {
    return Bytes.wrap(
        JsonWriter.object(
            json ->
                json.put("version", VERSION)
                    .put("agent", agentId)
                    .put("hop", hop)
                    .putIfPresent("previous", previous)
                    .put("host", hostKeyId)
                    .put("code", codeDigest.hex())
                    .put("nonce", nonce)
                    .putIfPresent("state-in", stateIn)
                    .putIfPresent("state-out", stateOut)
                    .put("findings", findings.hex())
                    .put("pages", pages)
                    .put("bytes", pageBytes)
                    .put("milliseconds", time.toMillis())
                    .put("policy", policy.hex())
                    .put("started", started)
                    .put("ended", ended)));
  }

  /// Reads the JSON object that is signed. Does not check the signature.
  ///
  /// @param payload of the envelope; the caller limits its size
  /// @return the statement
  /// @throws JsonException if it is malformed, or has unknown members
  public static HopStatement read(Bytes payload) throws JsonException {
    var json = JsonMembers.parse(payload.toArray());
    json.number("version", VERSION, VERSION);
    var statement =
        new HopStatement(
            json.text("agent", AtpTarget.MAX_AGENT_ID_CHARS),
            (int) json.number("hop", 0, 1_000_000),
            json.optionalDigest("previous").map(Digest::new),
            json.text("host", 43),
            new Digest(json.digest("code")),
            json.text("nonce", 64),
            json.optionalDigest("state-in").map(Digest::new),
            json.optionalDigest("state-out").map(Digest::new),
            new Digest(json.digest("findings")),
            json.number("pages", 0, Long.MAX_VALUE),
            json.number("bytes", 0, Long.MAX_VALUE),
            Duration.ofMillis(json.number("milliseconds", 0, MAX_MILLIS)),
            new Digest(json.digest("policy")),
            json.instant("started"),
            json.instant("ended"));
    json.end();
    return statement;
  }
}

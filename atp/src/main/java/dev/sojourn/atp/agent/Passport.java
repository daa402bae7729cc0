package dev.sojourn.atp.agent;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import dev.sojourn.atp.json.JsonException;
import dev.sojourn.atp.key.VerifyKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The signed word of an owner about an agent: who it is, what it may see, where it may run and
/// until when. Made anew for each dispatch.
///
/// @param agentId 1 to 64 letters and digits; names the agent at its host
/// @param dispatchId 1 to 64 letters and digits, chosen anew for each transfer and kept when the
///   transfer is repeated
/// @param ownerKeyId thumbprint of the key that signs this passport
/// @param signatureAgent the URL whose key directory lists that key, where there is one
/// @param productToken picks the group of robots.txt that the agent obeys
/// @param codeDigest digest of the code jar
/// @param entryClass name of the class to run, as `org.example.Indexer`
/// @param scope what the agent may see
/// @param starts URLs to begin with
/// @param limits what the visit may spend
/// @param hop how many stays the agent has behind it; 0 on its first
/// @param previousHop digest of the last statement of the hop log; present unless `hop` is 0 or no
///   log is kept
/// @param stateDigest digest of the state that travels along; empty where there is none
/// @param audience the host that the agent is sent to, as its owner addresses it
/// @param notBefore valid from
/// @param expires valid until
/// @param nonce 8 to 64 characters of base64url, chosen at random
/// @param ownerKey the key itself, for hosts that know only its thumbprint
public record Passport(
    String agentId,
    String dispatchId,
    String ownerKeyId,
    Optional<String> signatureAgent,
    String productToken,
    Digest codeDigest,
    String entryClass,
    PassportScope scope,
    List<String> starts,
    PassportLimits limits,
    int hop,
    Optional<Digest> previousHop,
    Optional<Digest> stateDigest,
    AtpAddress audience,
    Instant notBefore,
    Instant expires,
    String nonce,
    Optional<VerifyKey> ownerKey) {

  /// The DSSE payload type of a passport; part of what is signed.
  public static final String PAYLOAD_TYPE = "application/vnd.sojourn.passport+json";

  /// Copies the list and checks every text, so that a passport that was made can be read back.
  ///
  /// @throws IllegalArgumentException if a component has another form
  public Passport {
    starts = List.copyOf(starts);
    PassportJson.check(
        agentId, dispatchId, ownerKeyId, signatureAgent, productToken, entryClass, nonce);
    PassportJson.checkStarts(starts);
    if (hop < 0) {
      throw new IllegalArgumentException("hop: " + hop + " (expected: 0 or more)");
    }
    if (!notBefore.isBefore(expires)) {
      throw new IllegalArgumentException("expires: " + expires + " (expected: after notBefore)");
    }
    if (ownerKey.filter(key -> !key.id().equals(ownerKeyId)).isPresent()) {
      throw new IllegalArgumentException("owner.x: (expected: the key named " + ownerKeyId + ")");
    }
  }

  /// A passport that names its owner's key only by its thumbprint; the components are those of the
  /// record.
  ///
  /// @param agentId names the agent
  /// @param dispatchId names the transfer
  /// @param ownerKeyId thumbprint
  /// @param signatureAgent URL of the directory
  /// @param productToken for robots.txt
  /// @param codeDigest of the jar
  /// @param entryClass what runs
  /// @param scope what it may see
  /// @param starts where it begins
  /// @param limits what it may spend
  /// @param hop stays so far
  /// @param previousHop end of the hop log
  /// @param stateDigest of the state
  /// @param audience the host
  /// @param notBefore valid from
  /// @param expires valid until
  /// @param nonce random
  public Passport(
      String agentId,
      String dispatchId,
      String ownerKeyId,
      Optional<String> signatureAgent,
      String productToken,
      Digest codeDigest,
      String entryClass,
      PassportScope scope,
      List<String> starts,
      PassportLimits limits,
      int hop,
      Optional<Digest> previousHop,
      Optional<Digest> stateDigest,
      AtpAddress audience,
      Instant notBefore,
      Instant expires,
      String nonce) {
    this(
        agentId,
        dispatchId,
        ownerKeyId,
        signatureAgent,
        productToken,
        codeDigest,
        entryClass,
        scope,
        starts,
        limits,
        hop,
        previousHop,
        stateDigest,
        audience,
        notBefore,
        expires,
        nonce,
        Optional.empty());
  }

  /// {@return this passport with its owner's key in it}
  ///
  /// @param key the one that it names
  /// @throws IllegalArgumentException if it is another
  public Passport withOwnerKey(VerifyKey key) {
    return new Passport(
        agentId,
        dispatchId,
        ownerKeyId,
        signatureAgent,
        productToken,
        codeDigest,
        entryClass,
        scope,
        starts,
        limits,
        hop,
        previousHop,
        stateDigest,
        audience,
        notBefore,
        expires,
        nonce,
        Optional.of(key));
  }

  /// {@return the JSON object that is signed}
  public Bytes toJson() {
    return PassportJson.write(this);
  }

  /// Reads the JSON object of a passport whose signature was verified before, as one that a host
  /// has kept. What has just arrived is for the [PackageVerifier].
  ///
  /// @param json the payload of the envelope
  /// @return the passport
  /// @throws JsonException if it is malformed
  public static Passport read(Bytes json) throws JsonException {
    return PassportJson.read(json);
  }
}

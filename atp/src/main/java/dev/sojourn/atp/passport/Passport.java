package dev.sojourn.atp.passport;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The signed word of an owner about an agent: its identity, its scope, its host and its time. Made
/// anew for each dispatch.
///
/// @param identity the owner and the agent
/// @param grant the code, its scope and its limits
/// @param journey of the agent between its stays
/// @param validity where and when the passport counts
public record Passport(Identity identity, Grant grant, Journey journey, Validity validity) {

  /// The DSSE payload type of a passport; part of what is signed.
  public static final String PAYLOAD_TYPE = "application/vnd.sojourn.passport+json";

  /// Names of the agent, of the transfer and of the owner.
  ///
  /// @param agentId 1 to 64 letters and digits; names the agent at its host
  /// @param dispatchId 1 to 64 letters and digits, chosen anew for each transfer and kept when the
  ///   transfer is repeated
  /// @param ownerKeyId thumbprint of the key that signs this passport
  /// @param signatureAgent the URL whose key directory lists that key, if there is one
  /// @param productToken picks the group of robots.txt that the agent obeys
  /// @param ownerKey the key itself, for hosts that know only its thumbprint
  public record Identity(
      String agentId,
      String dispatchId,
      String ownerKeyId,
      Optional<String> signatureAgent,
      String productToken,
      Optional<VerifyKey> ownerKey) {

    /// Checks every text, so that a passport that was made can be read back.
    ///
    /// @throws IllegalArgumentException if a component has another form
    public Identity {
      PassportJson.checkNames(agentId, dispatchId, ownerKeyId, signatureAgent, productToken);
      if (ownerKey.filter(key -> !key.id().equals(ownerKeyId)).isPresent()) {
        throw new IllegalArgumentException("owner.x: (expected: the key named " + ownerKeyId + ")");
      }
    }

    /// An identity that names its owner's key only by its thumbprint.
    ///
    /// @param agentId names the agent
    /// @param dispatchId names the transfer
    /// @param ownerKeyId thumbprint
    /// @param signatureAgent URL of the directory
    /// @param productToken for robots.txt
    public Identity(
        String agentId,
        String dispatchId,
        String ownerKeyId,
        Optional<String> signatureAgent,
        String productToken) {
      this(agentId, dispatchId, ownerKeyId, signatureAgent, productToken, Optional.empty());
    }
  }

  /// The program, its part of the site and its limits.
  ///
  /// @param codeDigest digest of the code jar
  /// @param entryClass name of the class to run, as `org.example.Indexer`
  /// @param scope the part of the site that the agent may see
  /// @param starts URLs to begin with
  /// @param limits the limits of the visit
  /// @param parameters the owner's word to the agent, by name: at most 64, of at most 16,000
  ///   characters together. Only the agent's worker reads them.
  public record Grant(
      Digest codeDigest,
      String entryClass,
      PassportScope scope,
      List<String> starts,
      PassportLimits limits,
      SortedMap<String, String> parameters) {

    /// Copies the collections and checks every text.
    ///
    /// @throws IllegalArgumentException if a component has another form
    public Grant {
      starts = List.copyOf(starts);
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
      PassportJson.checkEntry(entryClass);
      PassportJson.checkStarts(starts);
      PassportJson.checkParameters(parameters);
    }

    /// A grant of an agent without input.
    ///
    /// @param codeDigest digest of the code jar
    /// @param entryClass name of the class to run
    /// @param scope the part of the site that the agent may see
    /// @param starts URLs to begin with
    /// @param limits the limits of the visit
    public Grant(
        Digest codeDigest,
        String entryClass,
        PassportScope scope,
        List<String> starts,
        PassportLimits limits) {
      this(codeDigest, entryClass, scope, starts, limits, new TreeMap<>());
    }
  }

  /// The agent's place in the chain of its stays.
  ///
  /// @param hop how many stays the agent has behind it; 0 on its first
  /// @param previousHop digest of the last statement of the hop log; present unless `hop` is 0 or
  ///   no log is kept
  /// @param stateDigest digest of the state that travels along; empty if there is none
  /// @param legs the itinerary after the host that the agent is sent to; none if it comes home from
  ///   there
  public record Journey(
      int hop, Optional<Digest> previousHop, Optional<Digest> stateDigest, List<PassportLeg> legs) {

    /// Copies the list, and checks the numbers.
    ///
    /// @throws IllegalArgumentException if the number is negative, or there are too many legs
    public Journey {
      legs = List.copyOf(legs);
      if (hop < 0) {
        throw new IllegalArgumentException("hop: " + hop + " (expected: 0 or more)");
      }
      if (legs.size() > PassportLeg.MAX_LEGS) {
        throw new IllegalArgumentException(
            "itinerary: %d legs (expected: at most %d)"
                .formatted(legs.size(), PassportLeg.MAX_LEGS));
      }
    }

    /// The place of an agent that goes nowhere else.
    ///
    /// @param hop how many stays the agent has behind it
    /// @param previousHop digest of the last statement of the hop log
    /// @param stateDigest digest of the state that travels along
    public Journey(int hop, Optional<Digest> previousHop, Optional<Digest> stateDigest) {
      this(hop, previousHop, stateDigest, List.of());
    }
  }

  /// The host, the time and the one transfer for which a passport counts.
  ///
  /// @param audience the host that the agent is sent to, as its owner addresses it
  /// @param notBefore valid from
  /// @param expires valid until
  /// @param nonce 8 to 64 characters of base64url, chosen at random
  public record Validity(AtpAddress audience, Instant notBefore, Instant expires, String nonce) {

    /// Checks the interval and the nonce.
    ///
    /// @throws IllegalArgumentException if a component has another form
    public Validity {
      PassportJson.checkNonce(nonce);
      if (!notBefore.isBefore(expires)) {
        throw new IllegalArgumentException("expires: " + expires + " (expected: after notBefore)");
      }
    }
  }

  /// {@return [Identity#agentId()]}
  public String agentId() {
    return identity.agentId();
  }

  /// {@return [Identity#dispatchId()]}
  public String dispatchId() {
    return identity.dispatchId();
  }

  /// {@return [Identity#ownerKeyId()]}
  public String ownerKeyId() {
    return identity.ownerKeyId();
  }

  /// {@return [Identity#signatureAgent()]}
  public Optional<String> signatureAgent() {
    return identity.signatureAgent();
  }

  /// {@return [Identity#productToken()]}
  public String productToken() {
    return identity.productToken();
  }

  /// {@return [Identity#ownerKey()]}
  public Optional<VerifyKey> ownerKey() {
    return identity.ownerKey();
  }

  /// {@return [Grant#codeDigest()]}
  public Digest codeDigest() {
    return grant.codeDigest();
  }

  /// {@return [Grant#entryClass()]}
  public String entryClass() {
    return grant.entryClass();
  }

  /// {@return [Grant#scope()]}
  public PassportScope scope() {
    return grant.scope();
  }

  /// {@return [Grant#starts()]}
  public List<String> starts() {
    return grant.starts();
  }

  /// {@return [Grant#limits()]}
  public PassportLimits limits() {
    return grant.limits();
  }

  /// {@return [Grant#parameters()]}
  public SortedMap<String, String> parameters() {
    return grant.parameters();
  }

  /// {@return [Journey#hop()]}
  public int hop() {
    return journey.hop();
  }

  /// {@return [Journey#previousHop()]}
  public Optional<Digest> previousHop() {
    return journey.previousHop();
  }

  /// {@return [Journey#stateDigest()]}
  public Optional<Digest> stateDigest() {
    return journey.stateDigest();
  }

  /// {@return [Journey#legs()]}
  public List<PassportLeg> legs() {
    return journey.legs();
  }

  /// {@return [Validity#audience()]}
  public AtpAddress audience() {
    return validity.audience();
  }

  /// {@return [Validity#notBefore()]}
  public Instant notBefore() {
    return validity.notBefore();
  }

  /// {@return [Validity#expires()]}
  public Instant expires() {
    return validity.expires();
  }

  /// {@return [Validity#nonce()]}
  public String nonce() {
    return validity.nonce();
  }

  /// {@return this passport with its owner's key in it}
  ///
  /// @param key the one that it names
  /// @throws IllegalArgumentException if it is another
  public Passport withOwnerKey(VerifyKey key) {
    var named =
        new Identity(
            agentId(),
            dispatchId(),
            ownerKeyId(),
            signatureAgent(),
            productToken(),
            Optional.of(key));
    return new Passport(named, grant, journey, validity);
  }

  /// {@return this passport as it counts at a stop of its itinerary: for the host, the scope and
  /// the start URLs of that stop}
  ///
  /// @param stop one that it names
  public Passport at(PassportStop stop) {
    return new Passport(
        identity,
        new Grant(codeDigest(), entryClass(), stop.scope(), stop.starts(), limits(), parameters()),
        journey,
        new Validity(stop.host(), notBefore(), expires(), nonce()));
  }

  /// {@return the JSON object that is signed}
  public Bytes toJson() {
    return PassportJson.write(this);
  }

  /// Reads the JSON object of a passport whose signature was verified before, as one that a host
  /// has kept. The package verifier checks one that has just arrived.
  ///
  /// @param json the payload of the envelope
  /// @return the passport
  /// @throws JsonException if it is malformed
  public static Passport read(Bytes json) throws JsonException {
    return PassportJson.read(json);
  }
}

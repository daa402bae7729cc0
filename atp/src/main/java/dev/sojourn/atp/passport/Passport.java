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

/// The signed statement of an owner about an agent: its identity, scope, host and time. Each
/// dispatch gets a new passport.
///
/// @param identity the agent, the transfer and the owner
/// @param grant the code, its scope and its limits
/// @param journey the agent's place among its stays
/// @param validity where and when the passport is valid
public record Passport(Identity identity, Grant grant, Journey journey, Validity validity) {

  /// The DSSE payload type of a passport; part of what is signed.
  public static final String PAYLOAD_TYPE = "application/vnd.sojourn.passport+json";

  /// The names of the agent, the transfer and the owner.
  ///
  /// @param agentId 1 to 64 letters and digits; names the agent at its host
  /// @param dispatchId 1 to 64 letters and digits; new for each transfer, but the same if the
  ///   transfer is repeated
  /// @param ownerKeyId thumbprint of the key that signs this passport
  /// @param signatureAgent the URL whose key directory lists that key, if there is one
  /// @param productToken selects the group of robots.txt that the agent obeys
  /// @param ownerKey the owner's key, for hosts that know only its thumbprint
  public record Identity(
      String agentId,
      String dispatchId,
      String ownerKeyId,
      Optional<String> signatureAgent,
      String productToken,
      Optional<VerifyKey> ownerKey) {

    /// Checks every text, so that every passport can be read back.
    ///
    /// @throws IllegalArgumentException if a component has the wrong form
    public Identity {
      PassportJson.checkNames(agentId, dispatchId, ownerKeyId, signatureAgent, productToken);
      if (ownerKey.filter(key -> !key.id().equals(ownerKeyId)).isPresent()) {
        throw new IllegalArgumentException("owner.x: (expected: the key named " + ownerKeyId + ")");
      }
    }

    /// Creates an identity that names its owner's key only by its thumbprint.
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
  /// @param entryClass name of the class to run, for example `org.example.Indexer`
  /// @param scope the part of the site that the agent may see
  /// @param starts URLs to begin with
  /// @param limits the limits of the visit
  /// @param parameters the owner's input for the agent, by name: at most 64, with at most 16,000
  ///   characters in total. Only the agent's worker reads it.
  /// @param rules the owner's choice of URLs within the scope
  public record Grant(
      Digest codeDigest,
      String entryClass,
      PassportScope scope,
      List<String> starts,
      PassportLimits limits,
      SortedMap<String, String> parameters,
      PassportRules rules) {

    /// Copies the collections and checks every text.
    ///
    /// @throws IllegalArgumentException if a component has the wrong form
    public Grant {
      starts = List.copyOf(starts);
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
      PassportJson.checkEntry(entryClass);
      PassportJson.checkStarts(starts);
      PassportJson.checkParameters(parameters);
    }

    /// Creates a grant that leaves no URL of the scope out.
    ///
    /// @param codeDigest digest of the code jar
    /// @param entryClass name of the class to run
    /// @param scope the part of the site that the agent may see
    /// @param starts URLs to begin with
    /// @param limits the limits of the visit
    /// @param parameters the owner's input for the agent
    public Grant(
        Digest codeDigest,
        String entryClass,
        PassportScope scope,
        List<String> starts,
        PassportLimits limits,
        SortedMap<String, String> parameters) {
      this(codeDigest, entryClass, scope, starts, limits, parameters, PassportRules.NONE);
    }

    /// Creates a grant for an agent without parameters.
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

  /// The agent's place among its stays.
  ///
  /// @param hop number of earlier stays of the agent; 0 on its first
  /// @param previousHop digest of the last statement of the hop log; empty if `hop` is 0 or no log
  ///   is kept
  /// @param stateDigest digest of the state that travels along; empty if there is none
  /// @param legs the itinerary after the host that the agent is sent to; empty if the agent then
  ///   comes home
  public record Journey(
      int hop, Optional<Digest> previousHop, Optional<Digest> stateDigest, List<PassportLeg> legs) {

    /// Copies the list, and checks the numbers.
    ///
    /// @throws IllegalArgumentException if `hop` is negative, or there are too many legs
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

    /// Creates the place of an agent that comes home after its next stay.
    ///
    /// @param hop number of earlier stays of the agent
    /// @param previousHop digest of the last statement of the hop log
    /// @param stateDigest digest of the state that travels along
    public Journey(int hop, Optional<Digest> previousHop, Optional<Digest> stateDigest) {
      this(hop, previousHop, stateDigest, List.of());
    }
  }

  /// The host, the time and the transfer for which a passport is valid.
  ///
  /// @param audience the host that the agent is sent to, as its owner addresses it
  /// @param notBefore start of the validity
  /// @param expires end of the validity
  /// @param nonce 8 to 64 random characters of base64url
  public record Validity(AtpAddress audience, Instant notBefore, Instant expires, String nonce) {

    /// Checks the interval and the nonce.
    ///
    /// @throws IllegalArgumentException if a component has the wrong form
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

  /// {@return [Grant#rules()]}
  public PassportRules rules() {
    return grant.rules();
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

  /// {@return this passport with its owner's key included}
  ///
  /// @param key the key that the passport names
  /// @throws IllegalArgumentException if it is another key
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

  /// {@return this passport as valid at a stop of its itinerary: with the host, the scope and the
  /// start URLs of that stop}
  ///
  /// @param stop a stop of the itinerary
  public Passport at(PassportStop stop) {
    return new Passport(
        identity,
        new Grant(
            codeDigest(),
            entryClass(),
            stop.scope(),
            stop.starts(),
            limits(),
            parameters(),
            rules()),
        journey,
        new Validity(stop.host(), notBefore(), expires(), nonce()));
  }

  /// {@return the JSON object that is signed}
  public Bytes toJson() {
    return PassportJson.write(this);
  }

  /// Reads the JSON object of a passport whose signature was verified before, for example one that
  /// a host keeps. The package verifier checks passports that arrive.
  ///
  /// @param json the payload of the envelope
  /// @return the passport
  /// @throws JsonException if it is malformed
  public static Passport read(Bytes json) throws JsonException {
    return PassportJson.read(json);
  }
}

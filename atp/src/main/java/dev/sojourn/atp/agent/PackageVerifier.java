package dev.sojourn.atp.agent;

import dev.sojourn.atp.agent.PackageVerdict.Refused;
import dev.sojourn.atp.agent.PackageVerdict.Verified;
import dev.sojourn.atp.journey.HopLogCheck;
import dev.sojourn.atp.journey.JourneyRoute;
import dev.sojourn.atp.journey.StatementMemory;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportJson;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustedSigner;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Decides whether a package comes unchanged from a trusted owner, and is meant for this host now.
/// It refuses everything that is not proven. Safe for use by several threads.
///
/// It checks signatures before it parses the passport. The host checks whether the dispatch id was
/// used before, since the host remembers each transfer.
public final class PackageVerifier {

  private final VerifierSettings settings;
  private final InstantSource clock;
  private final StatementMemory statements = new StatementMemory();
  private final boolean isOfAnyHost;
  private final boolean isAtHome;

  /// Creates a verifier.
  ///
  /// @param settings the trusted signers, and the names of this host
  /// @param clock the time
  public PackageVerifier(VerifierSettings settings, InstantSource clock) {
    this(settings, clock, false, false);
  }

  private PackageVerifier(
      VerifierSettings settings, InstantSource clock, boolean isOfAnyHost, boolean isAtHome) {
    this.settings = settings;
    this.clock = clock;
    this.isOfAnyHost = isOfAnyHost;
    this.isAtHome = isAtHome;
  }

  /// {@return a verifier for readers who do not know the hosts of a hop log} It checks the content
  /// of statements, but not their signers. A host must not use it to accept an agent.
  public PackageVerifier ofAnyHost() {
    return new PackageVerifier(settings, clock, true, isAtHome);
  }

  /// {@return a verifier for agents that came home} It checks neither audience nor expiry. A host
  /// must not use it to accept an agent.
  public PackageVerifier atHome() {
    return new PackageVerifier(settings, clock, isOfAnyHost, true);
  }

  /// Checks a package. Missing code is not a fault here: the verdict's passport has the digest of
  /// the code.
  ///
  /// @param agent a package as read
  /// @return the passport and its signer, or the first fault found
  public PackageVerdict verify(AgentPackage agent) {
    var envelope = agent.passport();
    if (!envelope.payloadType().equals(Passport.PAYLOAD_TYPE)) {
      return noPassport(envelope);
    }
    return switch (signed(envelope)) {
      case Signed.By(var signers) -> verify(agent, signers, true);
      case Signed.Not(var refused) -> refused;
    };
  }

  /// Checks the signer of a verified package again, since trust may have changed. It checks the
  /// signatures, and the signer's URL, product token and name as owner. It does not check dates,
  /// audience, code, state and hop log again.
  ///
  /// @param agent with or without code and state
  /// @return the passport and its signer, or the first fault found
  public PackageVerdict verifySigner(AgentPackage agent) {
    return switch (signed(agent.passport())) {
      case Signed.By(var signers) -> verify(agent, signers, false);
      case Signed.Not(var refused) -> refused;
    };
  }

  /// If a host has sent the agent on, the passport is the one for the stop to which that host sent
  /// it.
  private static PackageVerdict verified(
      AgentPackage agent, Passport passport, TrustedSigner signer) {
    try {
      return new Verified(HopLogCheck.here(passport, agent.hops()), signer);
    } catch (JsonException e) {
      return new Refused(
          PackageFault.HOP_LOG_INVALID, "The hop log is malformed: " + e.getMessage());
    }
  }

  private PackageVerdict verify(AgentPackage agent, List<TrustedSigner> signers, boolean isWhole) {
    try {
      var passport = PassportJson.read(agent.passport().payload());
      return switch (meant(signers, passport)) {
        case Signed.By(var meant) -> {
          var signer = meant.getFirst();
          var further = isWhole ? ofPassport(agent, passport) : Stream.<Refused>empty();
          yield Stream.concat(ofSigner(agent, passport, signer), further)
              .<PackageVerdict>map(refused -> refused)
              .findFirst()
              .orElseGet(
                  () ->
                      isWhole ? verified(agent, passport, signer) : new Verified(passport, signer));
        }
        case Signed.Not(var refused) -> refused;
      };
    } catch (JsonException e) {
      return malformed(e);
    }
  }

  /// Looks for all objections to a package, even after the first fault. Unlike [#verify], it also
  /// reads a passport without a trusted signature. The review explains; it must not be used to
  /// accept an agent.
  ///
  /// @param agent a package as read
  /// @return the review
  public PackageReview review(AgentPackage agent) {
    var refusals = new ArrayList<Refused>();
    var envelope = agent.passport();
    var passport = Optional.<Passport>empty();
    if (!envelope.payloadType().equals(Passport.PAYLOAD_TYPE)) {
      refusals.add(noPassport(envelope));
    } else {
      try {
        passport = Optional.of(PassportJson.read(envelope.payload()));
      } catch (JsonException e) {
        refusals.add(malformed(e));
      }
    }
    var signed = signed(envelope);
    if (signed instanceof Signed.By(var signers) && passport.isPresent()) {
      signed = meant(signers, passport.get());
    }
    var signer = Optional.<TrustedSigner>empty();
    switch (signed) {
      case Signed.By(var signers) -> signer = Optional.of(signers.getFirst());
      case Signed.Not(var refused) -> refusals.add(refused);
    }
    if (passport.isPresent()) {
      var read = passport.get();
      signer.ifPresent(s -> ofSigner(agent, read, s).forEach(refusals::add));
      ofPassport(agent, read).forEach(refusals::add);
    }
    return new PackageReview(passport, signer, refusals);
  }

  /// The possible signers; all of them have the same key.
  private sealed interface Signed {
    record By(List<TrustedSigner> signers) implements Signed {}

    record Not(Refused refused) implements Signed {}
  }

  private Signed signed(Envelope envelope) {
    var signers = List.<TrustedSigner>of();
    // Looks up only the first signature's key, since a stranger could cause any number of further
    // look-ups.
    switch (settings.owners().lookUp(envelope.signatures().getFirst().keyId())) {
      case TrustLookup.Unknown _ -> {
        return untrusted(envelope);
      }
      case TrustLookup.Unavailable _ -> {
        return unavailable(envelope);
      }
      case TrustLookup.Known(var known) -> signers = known;
      case TrustLookup.ByThumbprint(var name) -> {
        var key = PassportJson.unverifiedKey(envelope.payload());
        if (key.isEmpty()) {
          return not(
              PackageFault.SIGNER_UNTRUSTED,
              "This host knows the key of %s only by its name, and the passport does not"
                      .formatted(name)
                  + " bring the key along (owner.x).");
        }
        signers = List.of(new TrustedSigner(name, key.get()));
      }
    }
    var key = signers.getFirst().key();
    return envelope.isSignedBy(key)
        ? new Signed.By(signers)
        : not(
            PackageFault.SIGNATURE_INVALID,
            "The passport's signature is not that of key %s over these bytes.".formatted(key.id()));
  }

  private static Signed.Not untrusted(Envelope envelope) {
    return not(
        PackageFault.SIGNER_UNTRUSTED,
        "The passport is signed with key %s, whose owner this host does not trust."
            .formatted(envelope.signatures().getFirst().keyId()));
  }

  /// Refuses a key whose publisher cannot be read now. Only a sender that names this signer's URL
  /// learns that the signer is trusted here. For all others, the key is unknown. The cause is not
  /// sent.
  private Signed.Not unavailable(Envelope envelope) {
    var keyId = envelope.signatures().getFirst().keyId();
    return PassportJson.unverifiedUrl(envelope.payload())
        .filter(url -> settings.owners().lookUp(keyId, url) instanceof TrustLookup.Unavailable)
        .map(url -> unverified(keyId, url))
        .orElseGet(() -> untrusted(envelope));
  }

  private static Signed.Not unverified(String keyId, String url) {
    return not(
        PackageFault.SIGNER_UNVERIFIED,
        "Whether %s publishes key %s is not known now; send the agent again later."
            .formatted(url, keyId));
  }

  private static Refused noPassport(Envelope envelope) {
    return new Refused(
        PackageFault.PASSPORT_MALFORMED,
        "The signed statement is of type %s, and a passport was expected."
            .formatted(envelope.payloadType()));
  }

  private static Refused malformed(JsonException e) {
    return new Refused(
        PackageFault.PASSPORT_MALFORMED, "The passport is malformed: " + e.getMessage());
  }

  private static Signed.Not not(PackageFault fault, String sentence) {
    return new Signed.Not(new Refused(fault, sentence));
  }

  /// Finds the signer that the passport names among those with the key.
  private Signed meant(List<TrustedSigner> signers, Passport passport) {
    var url = passport.signatureAgent();
    for (var signer : signers) {
      if (signer.url().isEmpty() || signer.url().equals(url)) {
        return new Signed.By(List.of(signer));
      }
    }
    var key = signers.getFirst().key();
    return switch (url.map(u -> settings.owners().lookUp(key.id(), u))
        .orElseGet(TrustLookup.Unknown::new)) {
      case TrustLookup.Known(var others) when others.getFirst().url().equals(url) ->
          new Signed.By(List.of(others.getFirst()));
      case TrustLookup.Unavailable _ -> unverified(key.id(), url.orElse("nobody"));
      default ->
          not(
              PackageFault.SIGNER_URL_WRONG,
              "The passport names %s as its signer's URL, and key %s is trusted as one of %s."
                  .formatted(
                      url.orElse("nothing"), key.id(), signers.getFirst().url().orElse("nobody")));
    };
  }

  /// The faults of the signer, in order. Each check runs only if its result is needed.
  private static Stream<Refused> ofSigner(
      AgentPackage agent, Passport passport, TrustedSigner signer) {
    return Stream.<Supplier<Optional<Refused>>>of(
            () -> surplus(agent.passport()),
            () -> token(passport, signer),
            () -> owner(passport, signer))
        .flatMap(check -> check.get().stream());
  }

  /// The other faults, in order. Each check runs only if its result is needed.
  private Stream<Refused> ofPassport(AgentPackage agent, Passport passport) {
    return Stream.<Supplier<Stream<Refused>>>of(
            () ->
                HopLogCheck.isOnward(passport, agent.hops()) ? Stream.empty() : audience(passport),
            () -> twice(passport).stream(),
            () -> notYetValid(passport).stream(),
            () -> isAtHome ? Stream.empty() : expired(passport).stream(),
            () -> validTooLong(passport).stream(),
            () -> code(passport, agent).stream(),
            () ->
                log(passport, agent.hops())
                    .map(sentence -> new Refused(PackageFault.HOP_LOG_INVALID, sentence)),
            () -> onward(passport, agent).stream(),
            () -> state(passport, agent).stream())
        .flatMap(Supplier::get);
  }

  private Stream<String> log(Passport passport, List<Envelope> hops) {
    return isOfAnyHost
        ? HopLogCheck.faultsOfContent(passport, hops, statements)
        : HopLogCheck.faults(passport, hops, settings.hosts(), statements);
  }

  /// The owner's signature must be the only one. Otherwise, a party that passes an agent on could
  /// add a signature that nobody can check. The stored envelope would then differ from the one that
  /// the owner sends.
  private static Optional<Refused> surplus(Envelope envelope) {
    var further = envelope.signatures().subList(1, envelope.signatures().size());
    return further.isEmpty()
        ? Optional.empty()
        : refused(
            PackageFault.SIGNATURE_SURPLUS,
            "The passport carries a signature of key %s that this host cannot check; send it with one signature."
                .formatted(further.getLast().keyId()));
  }

  private static Optional<Refused> token(Passport passport, TrustedSigner signer) {
    return signer.productToken().filter(t -> !t.equalsIgnoreCase(passport.productToken())).isEmpty()
        ? Optional.empty()
        : refused(
            PackageFault.TOKEN_WRONG,
            "The passport's product token is %s, and the card of %s says %s."
                .formatted(
                    passport.productToken(),
                    signer.url().orElse(signer.name()),
                    signer.productToken().orElse("")));
  }

  private static Optional<Refused> owner(Passport passport, TrustedSigner signer) {
    return passport.ownerKeyId().equals(signer.key().id())
        ? Optional.empty()
        : refused(
            PackageFault.OWNER_MISMATCH,
            "The passport names key %s as its owner's, and key %s signed it."
                .formatted(passport.ownerKeyId(), signer.key().id()));
  }

  private Stream<Refused> audience(Passport passport) {
    return settings.audiences().contains(passport.audience())
        ? Stream.empty()
        : refused(
            PackageFault.AUDIENCE_WRONG,
            "The passport is meant for %s, which is not this host.".formatted(passport.audience()))
            .stream();
  }

  /// A host keeps one visit for each agent, so a second stop here would replace the first.
  private Optional<Refused> twice(Passport passport) {
    long legs =
        passport.legs().stream()
            .filter(
                leg -> leg.stops().stream().anyMatch(s -> settings.audiences().contains(s.host())))
            .count();
    return legs + (settings.audiences().contains(passport.audience()) ? 1 : 0) > 1
        ? refused(
            PackageFault.AUDIENCE_WRONG,
            "The itinerary leads to this host more than once; send one agent for each time.")
        : Optional.empty();
  }

  /// Only the last host can send the agent on, since that host signed the next stop. So an agent
  /// with an itinerary that was at a host before must bring the statement of its last host.
  /// Otherwise, a copy could enter a second machine under the host name in the passport.
  private Optional<Refused> onward(Passport passport, AgentPackage agent) {
    var hops = agent.hops();
    if (isAtHome) {
      return astray(passport, hops);
    }
    boolean isOnward = HopLogCheck.isOnward(passport, hops);
    if (!isOnward && hops.size() > passport.hop() && !passport.legs().isEmpty()) {
      return refused(
          PackageFault.HOP_LOG_INVALID,
          "The agent was at a host, and no statement says where that host sent it.");
    }
    if (!isOnward) {
      return Optional.empty();
    }
    var astray = astray(passport, hops);
    if (astray.isPresent()) {
      return astray;
    }
    try {
      return audience(HopLogCheck.here(passport, hops)).findFirst();
    } catch (JsonException e) {
      return refused(PackageFault.HOP_LOG_INVALID, "The hop log is malformed: " + e.getMessage());
    }
  }

  private Optional<Refused> astray(Passport passport, List<Envelope> hops) {
    if (passport.legs().isEmpty() || hops.size() <= passport.hop()) {
      return Optional.empty();
    }
    var since = hops.subList(passport.hop(), hops.size());
    return JourneyRoute.fault(passport, since, passport.hop(), settings.places())
        .flatMap(fault -> refused(PackageFault.HOP_LOG_INVALID, fault));
  }

  private Optional<Refused> notYetValid(Passport passport) {
    var now = clock.instant();
    return now.plus(settings.skew()).isBefore(passport.notBefore())
        ? refused(
            PackageFault.NOT_YET_VALID,
            "The passport is valid from %s, and here it is %s."
                .formatted(passport.notBefore(), now))
        : Optional.empty();
  }

  private Optional<Refused> expired(Passport passport) {
    var now = clock.instant();
    return now.minus(settings.skew()).isBefore(passport.expires())
        ? Optional.empty()
        : refused(
            PackageFault.EXPIRED,
            "The passport was valid until %s, and here it is %s."
                .formatted(passport.expires(), now));
  }

  private Optional<Refused> validTooLong(Passport passport) {
    return passport.notBefore().plus(settings.maxValidity()).isBefore(passport.expires())
        ? refused(
            PackageFault.VALID_TOO_LONG,
            "The passport is valid from %s to %s, longer than the %s that this host allows."
                .formatted(passport.notBefore(), passport.expires(), settings.maxValidity()))
        : Optional.empty();
  }

  private static Optional<Refused> code(Passport passport, AgentPackage agent) {
    return agent
        .code()
        .map(Digest::of)
        .filter(digest -> !digest.equals(passport.codeDigest()))
        .flatMap(
            digest ->
                refused(
                    PackageFault.CODE_MISMATCH,
                    "The code has digest %s, and the passport names %s."
                        .formatted(digest, passport.codeDigest())));
  }

  private static Optional<Refused> state(Passport passport, AgentPackage agent) {
    Optional<Digest> expected;
    try {
      expected = HopLogCheck.state(passport, agent.hops());
    } catch (JsonException _) {
      return Optional.empty(); // The check of the log has reported the fault.
    }
    var actual = agent.state().map(Digest::of);
    return actual.equals(expected)
        ? Optional.empty()
        : refused(
            PackageFault.STATE_MISMATCH,
            "The state has digest %s, and %s was signed."
                .formatted(
                    actual.map(Digest::hex).orElse("none"),
                    expected.map(Digest::hex).orElse("none")));
  }

  private static Optional<Refused> refused(PackageFault fault, String sentence) {
    return Optional.of(new Refused(fault, sentence));
  }
}

package dev.sojourn.atp.agent;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import dev.sojourn.atp.agent.PackageVerdict.Refused;
import dev.sojourn.atp.agent.PackageVerdict.Verified;
import dev.sojourn.atp.json.JsonException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Decides whether a package is what a trusted owner made, meant for this host, now. Everything
/// that is not proven is refused. Safe for use by several threads.
///
/// Signatures are checked before the passport is parsed. Whether the dispatch id was used before is
/// for the [DispatchLedger] to say.
public final class PackageVerifier {

  private final VerifierSettings settings;
  private final InstantSource clock;

  /// Creates a verifier.
  ///
  /// @param settings whom to trust, and what to answer to
  /// @param clock the time
  public PackageVerifier(VerifierSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /// Checks a package. Code that did not travel along is not missed here: its digest is in the
  /// passport of the verdict.
  ///
  /// @param agent as it was read
  /// @return the passport and its signer, or the first fault found
  public PackageVerdict verify(AgentPackage agent) {
    var envelope = agent.passport();
    if (!envelope.payloadType().equals(Passport.PAYLOAD_TYPE)) {
      return new Refused(
          PackageFault.PASSPORT_MALFORMED,
          "The signed statement is of type %s, and a passport was expected."
              .formatted(envelope.payloadType()));
    }
    return switch (lookUp(envelope)) {
      case TrustLookup.Unknown _ ->
          new Refused(
              PackageFault.SIGNER_UNTRUSTED,
              "The passport is signed with key %s, whose owner this host does not trust."
                  .formatted(envelope.signatures().getFirst().keyId()));
      case TrustLookup.Unavailable(var sentence) ->
          new Refused(PackageFault.SIGNER_UNVERIFIED, sentence);
      case TrustLookup.Known(var signers) -> verify(agent, signers);
      case TrustLookup.ByThumbprint(var name) ->
          PassportJson.unverifiedKey(envelope.payload())
              .map(key -> verify(agent, List.of(new TrustedSigner(name, key))))
              .orElseGet(
                  () ->
                      new Refused(
                          PackageFault.SIGNER_UNVERIFIED,
                          "This host knows the key of %s only by its name, and the passport does not"
                                  .formatted(name)
                              + " bring the key along (owner.x)."));
    };
  }

  /// All of them have the same key.
  private PackageVerdict verify(AgentPackage agent, List<TrustedSigner> signers) {
    var envelope = agent.passport();
    var key = signers.getFirst().key();
    if (!envelope.isSignedBy(key)) {
      return new Refused(
          PackageFault.SIGNATURE_INVALID,
          "The passport's signature is not that of key %s over these bytes.".formatted(key.id()));
    }
    try {
      var passport = PassportJson.read(envelope.payload());
      return switch (meant(signers, passport)) {
        case Meant.By(var signer) ->
            checks(agent, passport, signer)
                .<PackageVerdict>map(refused -> refused)
                .findFirst()
                .orElseGet(() -> new Verified(passport, signer));
        case Meant.Nobody(var refused) -> refused;
      };
    } catch (JsonException e) {
      return new Refused(
          PackageFault.PASSPORT_MALFORMED, "The passport is malformed: " + e.getMessage());
    }
  }

  /// Whom of those with the key a passport means.
  private sealed interface Meant {
    record By(TrustedSigner signer) implements Meant {}

    record Nobody(Refused refused) implements Meant {}
  }

  private Meant meant(List<TrustedSigner> signers, Passport passport) {
    var url = passport.signatureAgent();
    for (var signer : signers) {
      if (signer.url().isEmpty() || signer.url().equals(url)) {
        return new Meant.By(signer);
      }
    }
    var key = signers.getFirst().key();
    return switch (url.map(u -> settings.owners().lookUp(key.id(), u))
        .orElseGet(TrustLookup.Unknown::new)) {
      case TrustLookup.Known(var others) when others.getFirst().url().equals(url) ->
          new Meant.By(others.getFirst());
      case TrustLookup.Unavailable(var sentence) ->
          new Meant.Nobody(new Refused(PackageFault.SIGNER_UNVERIFIED, sentence));
      default ->
          new Meant.Nobody(
              new Refused(
                  PackageFault.SIGNER_URL_WRONG,
                  "The passport names %s as its signer's URL, and key %s is trusted as one of %s."
                      .formatted(
                          url.orElse("nothing"),
                          key.id(),
                          signers.getFirst().url().orElse("nobody"))));
    };
  }

  /// Every reason against a passport that is signed by a trusted key, in order, each looked for
  /// only when it is asked for.
  private Stream<Refused> checks(AgentPackage agent, Passport passport, TrustedSigner signer) {
    return Stream.<Supplier<Optional<Refused>>>of(
            () -> second(agent.passport(), signer),
            () -> token(passport, signer),
            () -> owner(passport, signer),
            () -> audience(passport),
            () -> notYetValid(passport),
            () -> expired(passport),
            () -> validTooLong(passport),
            () -> code(passport, agent),
            () -> hopsAndState(passport, agent))
        .flatMap(check -> check.get().stream());
  }

  /// What the signatures' keys are to this host: the first that says anything.
  private TrustLookup lookUp(Envelope envelope) {
    TrustLookup last = new TrustLookup.Unknown();
    for (var signature : envelope.signatures()) {
      var lookup = settings.owners().lookUp(signature.keyId());
      if (lookup instanceof TrustLookup.Known || lookup instanceof TrustLookup.ByThumbprint) {
        return lookup;
      }
      last = last instanceof TrustLookup.Unknown ? lookup : last;
    }
    return last;
  }

  private static Optional<Refused> second(Envelope envelope, TrustedSigner signer) {
    return signer.second().isEmpty() || signer.second().stream().anyMatch(envelope::isSignedBy)
        ? Optional.empty()
        : refused(
            PackageFault.SECOND_SIGNATURE_INVALID,
            "%s signs passports twice, and the second signature (ML-DSA-65) is missing or wrong."
                .formatted(signer.name()));
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

  private Optional<Refused> audience(Passport passport) {
    return settings.audiences().contains(passport.audience())
        ? Optional.empty()
        : refused(
            PackageFault.AUDIENCE_WRONG,
            "The passport is meant for %s, which is not this host.".formatted(passport.audience()));
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

  private Optional<Refused> hopsAndState(Passport passport, AgentPackage agent) {
    return switch (HopLog.check(passport, agent.hops(), settings.hosts())) {
      case HopLog.Outcome.Broken broken -> refused(PackageFault.HOP_LOG_INVALID, broken.sentence());
      case HopLog.Outcome.Holds holds -> {
        boolean isFurther = holds.statements().size() > passport.hop();
        yield state(
            isFurther ? holds.statements().getLast().stateOut() : passport.stateDigest(),
            agent.state());
      }
    };
  }

  private static Optional<Refused> state(Optional<Digest> expected, Optional<Bytes> state) {
    var actual = state.map(Digest::of);
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

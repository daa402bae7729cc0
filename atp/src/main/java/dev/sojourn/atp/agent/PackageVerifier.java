package dev.sojourn.atp.agent;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import dev.sojourn.atp.agent.PackageVerdict.Refused;
import dev.sojourn.atp.agent.PackageVerdict.Verified;
import dev.sojourn.atp.json.JsonException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

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
      var signer = signers.stream().filter(s -> isMeant(s, passport)).findFirst();
      if (signer.isEmpty()) {
        return new Refused(
            PackageFault.SIGNER_URL_WRONG,
            "The passport names %s as its signer's URL, and key %s is trusted as one of %s."
                .formatted(
                    passport.signatureAgent().orElse("nothing"),
                    key.id(),
                    signers.getFirst().url().orElse("nobody")));
      }
      return second(envelope, signer.get())
          .or(() -> token(passport, signer.get()))
          .or(() -> terms(passport, signer.get()))
          .or(() -> parts(passport, agent))
          .<PackageVerdict>map(refused -> refused)
          .orElseGet(() -> new Verified(passport, signer.get()));
    } catch (JsonException e) {
      return new Refused(
          PackageFault.PASSPORT_MALFORMED, "The passport is malformed: " + e.getMessage());
    }
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

  private static boolean isMeant(TrustedSigner signer, Passport passport) {
    return signer.url().isEmpty() || signer.url().equals(passport.signatureAgent());
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

  private Optional<Refused> terms(Passport passport, TrustedSigner signer) {
    if (!passport.ownerKeyId().equals(signer.key().id())) {
      return refused(
          PackageFault.OWNER_MISMATCH,
          "The passport names key %s as its owner's, and key %s signed it."
              .formatted(passport.ownerKeyId(), signer.key().id()));
    }
    if (!settings.audiences().contains(passport.audience())) {
      return refused(
          PackageFault.AUDIENCE_WRONG,
          "The passport is meant for %s, which is not this host.".formatted(passport.audience()));
    }
    Instant now = clock.instant();
    if (now.plus(settings.skew()).isBefore(passport.notBefore())) {
      return refused(
          PackageFault.NOT_YET_VALID,
          "The passport is valid from %s, and here it is %s.".formatted(passport.notBefore(), now));
    }
    if (!now.minus(settings.skew()).isBefore(passport.expires())) {
      return refused(
          PackageFault.EXPIRED,
          "The passport was valid until %s, and here it is %s.".formatted(passport.expires(), now));
    }
    if (passport.notBefore().plus(settings.maxValidity()).isBefore(passport.expires())) {
      return refused(
          PackageFault.VALID_TOO_LONG,
          "The passport is valid from %s to %s, longer than the %s that this host allows."
              .formatted(passport.notBefore(), passport.expires(), settings.maxValidity()));
    }
    return Optional.empty();
  }

  private Optional<Refused> parts(Passport passport, AgentPackage agent) {
    if (agent.code().isPresent()) {
      var digest = Digest.of(agent.code().get());
      if (!digest.equals(passport.codeDigest())) {
        return refused(
            PackageFault.CODE_MISMATCH,
            "The code has digest %s, and the passport names %s."
                .formatted(digest, passport.codeDigest()));
      }
    }
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

package dev.sojourn.dispatcher.agent;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.agent.Passport;
import dev.sojourn.atp.agent.TrustedSigner;
import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.json.JsonException;
import dev.sojourn.atp.key.KeySet;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a package is, and every reason that can be known here for which a host would refuse it. A
/// host has more: whom it trusts, its own limits, what its policy says.
///
/// @param contents the parts, if the bytes are a package
/// @param signature what is known of the passport's signature
/// @param refusals why it would be refused; empty if nothing stands against it
public record PackageInspection(
    Optional<Contents> contents, Signature signature, List<Refusal> refusals) {

  /// Copies the list.
  public PackageInspection {
    refusals = List.copyOf(refusals);
  }

  /// What is known of a signature.
  public enum Signature {
    /// No public key was given to check it with.
    UNCHECKED,
    /// It is that of one of the keys given.
    VALID,
    /// It is of none of the keys given, or of other bytes.
    INVALID
  }

  /// One reason.
  ///
  /// @param code stable, for programs, as hosts answer it
  /// @param sentence for people
  public record Refusal(String code, String sentence) {}

  /// The parts of a package.
  ///
  /// @param signers the keys that are said to have signed the passport
  /// @param passport what the owner says; empty if it cannot be read
  /// @param codeBytes the size of the code; 0 where it does not travel along
  /// @param classes the names of its classes
  /// @param stateBytes the size of the agent's state; 0 where there is none
  /// @param hops the number of stays in its log
  public record Contents(
      List<String> signers,
      Optional<Passport> passport,
      int codeBytes,
      List<String> classes,
      int stateBytes,
      int hops) {

    /// Copies the lists.
    public Contents {
      signers = List.copyOf(signers);
      classes = List.copyOf(classes);
    }
  }

  /// Inspects the bytes of a package without running anything in it.
  ///
  /// @param file the bytes
  /// @param keys public keys to check the signature with; with none it stays unchecked
  /// @param now the time at which it would be sent
  /// @return what it is
  public static PackageInspection of(Bytes file, KeySet keys, Instant now) {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(file)) {
      case PackageReading.Garbled garbled ->
          new PackageInspection(
              Optional.empty(),
              Signature.UNCHECKED,
              List.of(new Refusal(PackageFault.GARBLED.code(), garbled.sentence())));
      case PackageReading.Read read -> inspect(read.agentPackage(), keys, now);
    };
  }

  private static PackageInspection inspect(AgentPackage agent, KeySet keys, Instant now) {
    var refusals = new ArrayList<Refusal>();
    var passport = passport(agent, refusals);
    var signature = Signature.UNCHECKED;
    if (!keys.keys().isEmpty()) {
      boolean valid = keys.keys().stream().anyMatch(key -> agent.passport().isSignedBy(key));
      signature = valid ? Signature.VALID : Signature.INVALID;
      if (!valid) {
        refusals.add(
            refusal(
                PackageFault.SIGNATURE_INVALID,
                "The passport is not signed with the key that was given to check it."));
      }
    }
    passport.ifPresent(
        p -> {
          times(p, now, refusals);
          digests(p, agent, refusals);
          verify(p, agent, keys, refusals);
        });
    var classes = code(agent, passport, refusals);
    var contents =
        new Contents(
            agent.passport().signatures().stream().map(s -> s.keyId()).toList(),
            passport,
            agent.code().map(Bytes::size).orElse(0),
            classes,
            agent.state().map(Bytes::size).orElse(0),
            agent.hops().size());
    return new PackageInspection(Optional.of(contents), signature, refusals);
  }

  private static Optional<Passport> passport(AgentPackage agent, List<Refusal> refusals) {
    if (!agent.passport().payloadType().equals(Passport.PAYLOAD_TYPE)) {
      refusals.add(
          refusal(
              PackageFault.PASSPORT_MALFORMED,
              "What is signed is of type " + agent.passport().payloadType() + ", no passport."));
      return Optional.empty();
    }
    try {
      return Optional.of(Passport.read(agent.passport().payload()));
    } catch (JsonException e) {
      refusals.add(
          refusal(PackageFault.PASSPORT_MALFORMED, "The passport is malformed: " + e.getMessage()));
      return Optional.empty();
    }
  }

  private static void times(Passport passport, Instant now, List<Refusal> refusals) {
    if (now.isBefore(passport.notBefore())) {
      refusals.add(
          refusal(
              PackageFault.NOT_YET_VALID,
              "The passport is valid from " + passport.notBefore() + " on, not yet."));
    }
    if (!now.isBefore(passport.expires())) {
      refusals.add(
          refusal(
              PackageFault.EXPIRED,
              "The passport expired at " + passport.expires() + "; pack the agent again."));
    }
    var longest = VerifierSettings.DEFAULT_MAX_VALIDITY;
    if (passport.notBefore().plus(longest).isBefore(passport.expires())) {
      refusals.add(
          refusal(
              PackageFault.VALID_TOO_LONG,
              "The passport is valid for more than %d days, the most that hosts take by default."
                  .formatted(longest.toDays())));
    }
  }

  private static void digests(Passport passport, AgentPackage agent, List<Refusal> refusals) {
    agent
        .code()
        .map(Digest::of)
        .filter(digest -> !digest.equals(passport.codeDigest()))
        .ifPresent(
            digest ->
                refusals.add(
                    refusal(
                        PackageFault.CODE_MISMATCH,
                        "The code has digest %s, and the passport names %s."
                            .formatted(digest, passport.codeDigest()))));
    var state = agent.state().map(Digest::of);
    if (agent.hops().isEmpty() && !state.equals(passport.stateDigest())) {
      refusals.add(
          refusal(
              PackageFault.STATE_MISMATCH,
              "The state has digest %s, and the passport names %s."
                  .formatted(
                      state.map(Digest::hex).orElse("none"),
                      passport.stateDigest().map(Digest::hex).orElse("none"))));
    }
  }

  /// What the host's own verifier finds beyond that: it stops at the first fault, so it is asked at
  /// a time and an address at which nothing said so far stands in its way.
  private static void verify(
      Passport passport, AgentPackage agent, KeySet keys, List<Refusal> refusals) {
    if (keys.keys().isEmpty()) {
      return;
    }
    var settings =
        VerifierSettings.of(
            id -> keys.find(id).map(key -> new TrustedSigner("given", key)),
            Set.of(passport.audience()));
    var verifier = new PackageVerifier(settings, InstantSource.fixed(passport.notBefore()));
    if (verifier.verify(agent) instanceof PackageVerdict.Refused refused) {
      var refusal = refusal(refused.fault(), refused.sentence());
      boolean said =
          refused.fault() == PackageFault.SIGNER_UNTRUSTED
              || refusals.stream().anyMatch(r -> r.code().equals(refusal.code()));
      if (!said) {
        refusals.add(refusal);
      }
    }
  }

  private static List<String> code(
      AgentPackage agent, Optional<Passport> passport, List<Refusal> refusals) {
    if (agent.code().isEmpty()) {
      return List.of();
    }
    try {
      var files = ClassFiles.read(agent.code().get());
      passport
          .flatMap(p -> new EntryClasses(files).fault(p.entryClass()))
          .ifPresent(fault -> refusals.add(new Refusal("admission-refused", fault)));
      return files.byPath().keySet().stream()
          .map(path -> path.substring(0, path.length() - ".class".length()).replace('/', '.'))
          .toList();
    } catch (IOException e) {
      refusals.add(new Refusal("admission-refused", "The code jar " + e.getMessage() + "."));
      return List.of();
    }
  }

  private static Refusal refusal(PackageFault fault, String sentence) {
    return new Refusal(fault.code(), sentence);
  }
}

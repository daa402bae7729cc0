package dev.sojourn.host.doctor;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.store.AdmitResult;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.Store;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.signature.NonceMemory;
import dev.sojourn.identity.trust.TrustedSigner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Tries forged and repeated packages on the package reader and verifier of this daemon. The keys
/// exist only during the examination.
final class IdentityTrials {
  private static final String FAMILY = Corpus.PACKAGES;
  private static final AtpAddress HERE = new AtpAddress("host.example", 10_434);
  private static final Bytes CODE = Bytes.utf8("the code of an agent");

  private final SecureRandom random = new SecureRandom();
  private final SigningKey owner = SigningKey.generate(random);
  private final SigningKey other = SigningKey.generate(random);
  private final SigningKey stranger = SigningKey.generate(random);
  private final Instant now;
  private final PackageVerifier verifier;
  private final List<AttackResult> results = new ArrayList<>();

  private IdentityTrials(Instant now) {
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
    this.verifier =
        new PackageVerifier(
            VerifierSettings.of(
                id ->
                    id.equals(owner.id())
                        ? Optional.of(new TrustedSigner("owner", owner.verifyKey()))
                        : id.equals(other.id())
                            ? Optional.of(new TrustedSigner("other", other.verifyKey()))
                            : Optional.empty(),
                Set.of(HERE)),
            InstantSource.fixed(this.now));
  }

  /// @param folder the folder for the store of a host, which records earlier packages
  /// @param now the time
  /// @throws IOException if the store cannot be created
  static List<AttackResult> all(Path folder, Instant now) throws IOException {
    var trials = new IdentityTrials(now);
    trials.signatures();
    trials.damagedSignatures();
    trials.statements();
    trials.terms();
    trials.contents();
    trials.hops();
    trials.bytes();
    try (var store = Store.open(folder.resolve("store"))) {
      trials.replays(store);
    }
    return trials.results;
  }

  private void signatures() {
    var mine = passport(owner);
    attempt("signed by a stranger", "signer-untrusted", signed(passport(stranger), stranger));
    attempt("signed by another trusted owner", "owner-mismatch", signed(mine, other));
    attempt(
        "signed by a stranger in an owner's name",
        "signature-invalid",
        envelope(relabelled(Envelope.sign(Passport.PAYLOAD_TYPE, mine.toJson(), stranger))));
    attempt(
        "signed as another kind of statement",
        "passport-malformed",
        envelope(Envelope.sign("text/plain", mine.toJson(), owner)));
    attempt(
        "signed as a hop statement",
        "passport-malformed",
        envelope(Envelope.sign(HopStatement.PAYLOAD_TYPE, mine.toJson(), owner)));
  }

  private void damagedSignatures() {
    var mine = passport(owner);
    attempt(
        "without its signature",
        "signature-invalid",
        envelope(
            new Envelope(
                Passport.PAYLOAD_TYPE,
                mine.toJson(),
                List.of(new Envelope.Signature(owner.id(), Bytes.wrap(new byte[64]))))));
    attempt(
        "with half of its signature",
        "signature-invalid",
        envelope(resigned(mine, s -> Arrays.copyOf(s, 32))));
    attempt(
        "with a flipped bit in its signature",
        "signature-invalid",
        envelope(
            resigned(
                mine,
                s -> {
                  s[7] ^= 1;
                  return s;
                })));
    attempt(
        "with the signature of another passport",
        "signature-invalid",
        envelope(
            new Envelope(
                Passport.PAYLOAD_TYPE,
                mine.toJson(),
                Envelope.sign(Passport.PAYLOAD_TYPE, passport(owner).toJson(), owner)
                    .signatures())));
  }

  private void statements() {
    var mine = passport(owner);
    attempt(
        "a signed text that is no passport",
        "passport-malformed",
        envelope(Envelope.sign(Passport.PAYLOAD_TYPE, Bytes.utf8("{}"), owner)));
    attempt(
        "a signed passport with a member twice",
        "passport-malformed",
        json(mine, text -> text.replaceFirst("\\{", "{\"hop\":0,")));
    attempt(
        "a signed passport with a member too many",
        "passport-malformed",
        json(mine, text -> text.replaceFirst("\\{", "{\"admin\":true,")));
    attempt(
        "a signed passport with a deep member",
        "passport-malformed",
        json(
            mine,
            text ->
                text.replaceFirst("\\{", "{\"x\":" + "[".repeat(5_000) + "]".repeat(5_000) + ",")));
    attempt(
        "a passport changed after it was signed",
        "signature-invalid",
        envelope(
            new Envelope(
                Passport.PAYLOAD_TYPE,
                Bytes.utf8(text(mine).replace("\"/\"", "\"/x\"")),
                Envelope.sign(Passport.PAYLOAD_TYPE, mine.toJson(), owner).signatures())));
  }

  private void terms() {
    attempt(
        "meant for another host",
        "audience-wrong",
        signed(passport(new AtpAddress("other.example", 10_434), now, now.plusSeconds(600))));
    attempt(
        "meant for another port",
        "audience-wrong",
        signed(passport(new AtpAddress("host.example", 1), now, now.plusSeconds(600))));
    attempt(
        "of yesterday",
        "passport-expired",
        signed(passport(HERE, now.minusSeconds(90_000), now.minusSeconds(3_600))));
    attempt(
        "of tomorrow",
        "passport-not-yet-valid",
        signed(passport(HERE, now.plusSeconds(86_400), now.plusSeconds(90_000))));
    attempt(
        "valid for a century",
        "passport-valid-too-long",
        signed(passport(HERE, now, now.plus(Duration.ofDays(36_500)))));
  }

  private void contents() {
    var agent = signed(passport(owner), owner);
    attempt(
        "with other code",
        "code-digest-mismatch",
        new AgentPackage(
            agent.passport(), Optional.of(Bytes.utf8("other code")), Optional.empty(), List.of()));
    attempt(
        "with code and one byte",
        "code-digest-mismatch",
        new AgentPackage(
            agent.passport(),
            Optional.of(Bytes.utf8("the code of an agent!")),
            Optional.empty(),
            List.of()));
    attempt(
        "with no code at all in its place",
        "code-digest-mismatch",
        new AgentPackage(
            agent.passport(), Optional.of(Bytes.utf8("")), Optional.empty(), List.of()));
    attempt(
        "with a state that nobody signed",
        "state-digest-mismatch",
        agent.withState(Bytes.utf8("state")));
    attempt(
        "without the state that was signed",
        "state-digest-mismatch",
        signed(withState(Optional.of(Digest.of(Bytes.utf8("state"))), 0, Optional.empty())));
  }

  private void hops() {
    var agent = signed(passport(owner), owner);
    var invented = Envelope.sign(HopStatement.PAYLOAD_TYPE, Bytes.utf8("{}"), stranger);
    attempt(
        "with a hop that a stranger signed", "hop-log-invalid", agent.withHops(List.of(invented)));
    attempt(
        "with a hop that its owner signed",
        "hop-log-invalid",
        agent.withHops(List.of(Envelope.sign(HopStatement.PAYLOAD_TYPE, Bytes.utf8("{}"), owner))));
    attempt(
        "with its passport as a hop", "hop-log-invalid", agent.withHops(List.of(agent.passport())));
    attempt(
        "with its hop log taken away",
        "hop-log-invalid",
        signed(withState(Optional.empty(), 1, Optional.of(Digest.of(Bytes.utf8("hop"))))));
    attempt(
        "with another hop log",
        "hop-log-invalid",
        signed(withState(Optional.empty(), 1, Optional.of(Digest.of(Bytes.utf8("hop")))))
            .withHops(List.of(invented)));
    attempt(
        "with fewer hops than it speaks of",
        "hop-log-invalid",
        signed(withState(Optional.empty(), 5, Optional.of(Digest.of(Bytes.utf8("hop")))))
            .withHops(List.of(invented)));
  }

  private void bytes() {
    var whole = signed(passport(owner), owner).encode().toArray();
    garbled("empty", new byte[0]);
    garbled("a jar", new byte[] {'P', 'K', 3, 4});
    garbled("cut in the middle", Arrays.copyOf(whole, whole.length / 2));
    garbled("cut before its last byte", Arrays.copyOf(whole, whole.length - 1));
    garbled("with a byte behind it", Arrays.copyOf(whole, whole.length + 1));
    garbled("of zeros", new byte[4_096]);
    garbled("a megabyte of one byte", filled());
  }

  /// Sends packages again that the store has already admitted once.
  private void replays(Store store) throws IOException {
    var mine = passport(owner);
    var first = signed(mine);
    if (arrive(store, first) != AdmitResult.KEPT) {
      throw new IllegalStateException("a package that is as it should be was not kept");
    }
    replayed("that came before", AdmitResult.REPEATED, arrive(store, first));
    var again = text(passport(owner));
    replayed(
        "under a dispatch id that was used",
        AdmitResult.REUSED,
        arrive(store, signed(again.replaceAll("dispatch\\d+", mine.dispatchId()))));
    replayed(
        "with a nonce that was used",
        AdmitResult.REUSED,
        arrive(store, signed(again.replaceAll("nonce\\d+", mine.nonce()))));
    var use = store.useNonce(owner.id(), "nonce-of-a-request", now, now.plusSeconds(60), now);
    if (use != NonceMemory.Use.FRESH) {
      throw new IllegalStateException("a nonce that nobody used is " + use);
    }
    use = store.useNonce(owner.id(), "nonce-of-a-request", now, now.plusSeconds(60), now);
    add(
        "in a request that came before",
        NonceMemory.Use.USED.name(),
        use == NonceMemory.Use.FRESH ? "" : use.name());
  }

  private AgentPackage signed(String passport) {
    return envelope(Envelope.sign(Passport.PAYLOAD_TYPE, Bytes.utf8(passport), owner));
  }

  private AdmitResult arrive(Store store, AgentPackage agent) throws IOException {
    return switch (verifier.verify(agent)) {
      case PackageVerdict.Verified(var passport, _) ->
          store
              .arrivals()
              .admit(new Arrival(agent, passport, "trial", now), IntakeLimits.unfinished(10))
              .await();
      case PackageVerdict.Refused refused -> throw new IllegalStateException(refused.sentence());
    };
  }

  private void replayed(String name, AdmitResult expected, AdmitResult noted) {
    add(name, expected.name(), noted == AdmitResult.KEPT ? "" : noted.name());
  }

  private static byte[] filled() {
    var bytes = new byte[1 << 20];
    Arrays.fill(bytes, (byte) 0xff);
    return bytes;
  }

  private void garbled(String name, byte[] bytes) {
    var fault = "package-garbled";
    boolean garbled =
        new PackageReader(PackageLimits.DEFAULT).read(Bytes.wrap(bytes))
            instanceof PackageReading.Garbled;
    add(name, fault, garbled ? fault : "");
  }

  /// Encodes and reads the package first, as if it had arrived over the network.
  private void attempt(String name, String fault, AgentPackage agent) {
    var noted =
        switch (new PackageReader(PackageLimits.DEFAULT).read(agent.encode())) {
          case PackageReading.Garbled _ -> "package-garbled";
          case PackageReading.Read(var read) ->
              switch (verifier.verify(read)) {
                case PackageVerdict.Refused refused -> refused.fault().code();
                case PackageVerdict.Verified _ -> "";
              };
        };
    add(name, fault, noted);
  }

  private void add(String name, String fault, String noted) {
    var expected = new Attack.Expectation("denied", FAMILY, fault);
    var end = new AttackEnd(noted.isEmpty() ? "finished" : "denied", FAMILY, noted);
    var attack =
        new Attack(Attack.Kind.CODE, FAMILY, name, expected, "", new byte[0], Optional.empty());
    results.add(AttackResult.of(attack, end, false));
  }

  private Passport passport(SigningKey key) {
    return passport(key, HERE, now, now.plusSeconds(600), 0, Optional.empty(), Optional.empty());
  }

  private Passport passport(AtpAddress audience, Instant notBefore, Instant expires) {
    return passport(owner, audience, notBefore, expires, 0, Optional.empty(), Optional.empty());
  }

  private Passport withState(Optional<Digest> state, int hop, Optional<Digest> previous) {
    return passport(owner, HERE, now, now.plusSeconds(600), hop, previous, state);
  }

  // The parameters have the order of the passport.
  private Passport passport(
      SigningKey key,
      AtpAddress audience,
      Instant notBefore,
      Instant expires,
      int hop,
      Optional<Digest> previousHop,
      Optional<Digest> state) {
    return new Passport(
        new Passport.Identity(
            "agent1",
            "dispatch" + random.nextInt(1_000_000),
            key.id(),
            Optional.empty(),
            "SojournDoctor"),
        new Passport.Grant(
            Digest.of(CODE),
            "guest.Agent",
            new PassportScope(Decoys.ORIGIN, List.of("/"), List.of()),
            List.of(Decoys.ORIGIN + "/"),
            new PassportLimits(Duration.ofMinutes(5), 10, 1L << 20, 10)),
        new Passport.Journey(hop, previousHop, state),
        new Passport.Validity(
            audience, notBefore, expires, "nonce" + random.nextInt(100_000, 999_999)));
  }

  private AgentPackage signed(Passport passport) {
    return signed(passport, owner);
  }

  private static AgentPackage signed(Passport passport, SigningKey key) {
    return envelope(Envelope.sign(Passport.PAYLOAD_TYPE, passport.toJson(), key));
  }

  private static AgentPackage envelope(Envelope passport) {
    return new AgentPackage(passport, Optional.of(CODE), Optional.empty(), List.of());
  }

  private Envelope relabelled(Envelope signed) {
    return new Envelope(
        signed.payloadType(),
        signed.payload(),
        List.of(new Envelope.Signature(owner.id(), signed.signatures().getFirst().octets())));
  }

  private Envelope resigned(Passport passport, UnaryOperator<byte[]> change) {
    var signed = Envelope.sign(Passport.PAYLOAD_TYPE, passport.toJson(), owner);
    var octets = change.apply(signed.signatures().getFirst().octets().toArray().clone());
    return new Envelope(
        signed.payloadType(),
        signed.payload(),
        List.of(new Envelope.Signature(owner.id(), Bytes.wrap(octets))));
  }

  private AgentPackage json(Passport passport, UnaryOperator<String> change) {
    var changed = change.apply(text(passport));
    return envelope(Envelope.sign(Passport.PAYLOAD_TYPE, Bytes.utf8(changed), owner));
  }

  private static String text(Passport passport) {
    return new String(passport.toJson().toArray(), StandardCharsets.UTF_8);
  }
}

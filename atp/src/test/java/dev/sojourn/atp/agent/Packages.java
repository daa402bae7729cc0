package dev.sojourn.atp.agent;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.OverTheWire;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustedSigner;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Packages to take apart in tests.
final class Packages {

  static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  static final AtpAddress HOST = new AtpAddress("host.example", 10434);
  static final SigningKey OWNER = SigningKey.generate(new SecureRandom());
  static final SigningKey RELAY = SigningKey.generate(new SecureRandom());
  static final Bytes CODE = Bytes.utf8("the code jar");
  static final Bytes STATE = Bytes.utf8("the state");

  private Packages() {}

  static TrustList trust(VerifyKey... keys) {
    return id -> {
      for (var key : keys) {
        if (key.id().equals(id)) {
          return Optional.of(new TrustedSigner("someone", key));
        }
      }
      return Optional.empty();
    };
  }

  static VerifierSettings settings() {
    return new VerifierSettings(
        trust(OWNER.verifyKey()),
        trust(RELAY.verifyKey()),
        Set.of(HOST),
        Duration.ofDays(7),
        Duration.ofSeconds(30));
  }

  /// A connection to a host that reads and verifies what DISPATCH brings as the daemon does, and
  /// keeps nothing.
  static OverTheWire host() {
    var reader = new PackageReader(PackageLimits.DEFAULT);
    var verifier = new PackageVerifier(settings(), InstantSource.fixed(NOW));
    return OverTheWire.to(
        (request, _) ->
            switch (reader.read(request.body())) {
              case PackageReading.Garbled garbled -> AtpResponse.refusal(garbled.problem());
              case PackageReading.Read(var agent) ->
                  switch (verifier.verify(agent)) {
                    case PackageVerdict.Refused refused -> AtpResponse.refusal(refused.problem());
                    case PackageVerdict.Verified _ -> AtpResponse.okay();
                  };
            });
  }

  /// {@return the DISPATCH of a package, compressed if a client would compress it}
  ///
  /// @param octets of a package, or of anything
  static AtpRequest dispatch(Bytes octets) {
    return ContentCoding.compress(
        AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
            .withBody(AgentPackage.MEDIA_TYPE, octets));
  }

  static Passport passport() {
    return passport(0, Optional.empty(), Optional.of(Digest.of(STATE)));
  }

  static Passport passport(int hop, Optional<Digest> previous, Optional<Digest> state) {
    return new Passport(
        new Passport.Identity(
            "agent1", "dispatch1", OWNER.id(), Optional.of("https://crawler.example"), "sojourn"),
        new Passport.Grant(
            Digest.of(CODE),
            "org.example.Indexer",
            new PassportScope("http://docs.example", List.of("/a/", "/b/"), List.of("/a/private/")),
            List.of("http://docs.example/a/", "http://docs.example/b/?q=ä"),
            new PassportLimits(Duration.ofMinutes(5), 1_000, 2_000_000, 3_000)),
        new Passport.Journey(hop, previous, state),
        new Passport.Validity(HOST, NOW.minusSeconds(60), NOW.plusSeconds(600), "bm9uY2Vub25jZQ"));
  }

  static AgentPackage agent() {
    return AgentPackage.sign(passport(), OWNER, CODE).withState(STATE);
  }

  /// A chain of stays that the owner does not vouch for.
  static List<Envelope> hops(int count, Bytes lastState) {
    var log = new ArrayList<Envelope>();
    for (int i = 0; i < count; i++) {
      var statement =
          new HopStatement(
              "agent1",
              i,
              i == 0 ? Optional.empty() : Optional.of(log.get(i - 1).digest()),
              RELAY.id(),
              Digest.of(CODE),
              "bm9uY2Vub25jZQ",
              Optional.empty(),
              Optional.of(Digest.of(i == count - 1 ? lastState : Bytes.utf8("between"))),
              Digest.of(Bytes.EMPTY),
              10,
              2_000,
              Duration.ofSeconds(3),
              Digest.of(Bytes.EMPTY),
              NOW.minusSeconds(50),
              NOW.minusSeconds(40));
      log.add(statement.sign(RELAY));
    }
    return log;
  }
}

package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.server.PipelineHarness;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustedSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each reason for which a host refuses a package, as a DISPATCH through the server's real pipeline
/// and the literal answer. Agents that a host took in before are tested with the daemon.
final class PassportExchangeTest {

  private static final String KEY = Packages.OWNER.id();
  private static final String URL = "https://crawler.example";

  private static final TrustedSigner SOMEWHERE_ELSE =
      new TrustedSigner(
          "someone",
          Packages.OWNER.verifyKey(),
          Optional.of("https://other.example"),
          Optional.empty());
  private static final TrustedSigner OTHER_BOT =
      new TrustedSigner(
          "someone", Packages.OWNER.verifyKey(), Optional.of(URL), Optional.of("OtherBot"));

  /// A host, the package that it gets, and the sentence of its answer.
  private record Refusal(VerifierSettings host, Instant at, Bytes octets, String sentence) {}

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DISPATCH_REUSED")
  void aPackageIsRefusedWithTheCodeAndTheStatusOfItsFault(PackageFault fault) {
    var refusal = refusal(fault);
    var host = host(refusal);
    host.send(
        """
        DISPATCH / ATP/0.1
        Content-Type: application/vnd.sojourn.agent
        Content-Length: %d

        """
            .formatted(refusal.octets.size())
            .replace("\n", "\r\n"));
    host.send(refusal.octets.toArray());

    var json =
        "{\"type\":\"urn:sojourn:problem:%s\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
            .formatted(
                fault.code(), fault.status().reason(), fault.status().code(), refusal.sentence);
    assertThat(host.received().replace("\r\n", "\n"))
        .isEqualTo(
            """
            ATP/0.1 %s
            Date: Thu, 01 Jan 2026 00:00:00 GMT
            Content-Type: application/problem+json
            %sContent-Length: %d

            %s\
            """
                .formatted(
                    fault.status(),
                    fault == PackageFault.SIGNER_UNVERIFIED ? "Retry-After: 5\n" : "",
                    json.getBytes(StandardCharsets.UTF_8).length,
                    json));
    host.close();
  }

  private static PipelineHarness host(Refusal refusal) {
    var verifier = new PackageVerifier(refusal.host, InstantSource.fixed(refusal.at));
    return PipelineHarness.open(
        (request, _) ->
            switch (new PackageReader(PackageLimits.DEFAULT).read(request.body())) {
              case PackageReading.Garbled garbled -> AtpResponse.refusal(garbled.problem());
              case PackageReading.Read(var agent) ->
                  switch (verifier.verify(agent)) {
                    case PackageVerdict.Refused refused -> AtpResponse.refusal(refused.problem());
                    case PackageVerdict.Verified _ -> AtpResponse.okay();
                  };
            });
  }

  private static AgentPackage signedTwice(AgentPackage agent) {
    var passport = agent.passport();
    var junk = new Envelope.Signature("junk", Bytes.utf8("junk"));
    var signatures = List.of(passport.signatures().getFirst(), junk);
    return new AgentPackage(
        new Envelope(passport.payloadType(), passport.payload(), signatures),
        agent.code(),
        agent.state(),
        agent.hops());
  }

  private static Refusal refusal(PackageFault fault) {
    var agent = Packages.agent();
    return switch (fault) {
      case GARBLED ->
          new Refusal(
              Packages.settings(),
              Packages.NOW,
              Bytes.utf8("SJPL"),
              "The header of the package does not begin with SJPK.");
      case SIGNER_UNTRUSTED ->
          at(
              TrustList.NOBODY,
              "The passport is signed with key " + KEY + ", whose owner this host does not trust.");
      case SIGNER_UNVERIFIED ->
          at(
              new Unreachable(),
              "Whether "
                  + URL
                  + " publishes key "
                  + KEY
                  + " is not known now; send the agent"
                  + " again later.");
      case SIGNATURE_SURPLUS ->
          new Refusal(
              Packages.settings(),
              Packages.NOW,
              signedTwice(Packages.agent()).encode(),
              "The passport carries a signature of key junk that this host cannot check; send it"
                  + " with one signature.");
      case SIGNER_URL_WRONG ->
          at(
              known(SOMEWHERE_ELSE),
              "The passport names %s as its signer's URL, and key %s is trusted as one of %s."
                  .formatted(URL, KEY, "https://other.example"));
      case TOKEN_WRONG ->
          at(
              known(OTHER_BOT),
              "The passport's product token is sojourn, and the card of "
                  + URL
                  + " says OtherBot.");
      case SIGNATURE_INVALID ->
          of(
              with(
                  new Envelope(
                      Passport.PAYLOAD_TYPE, Bytes.utf8("{}"), agent.passport().signatures())),
              "The passport's signature is not that of key " + KEY + " over these bytes.");
      case PASSPORT_MALFORMED ->
          of(
              with(Envelope.sign("text/plain", Bytes.utf8("hello"), Packages.OWNER)),
              "The signed statement is of type text/plain, and a passport was expected.");
      case OWNER_MISMATCH -> {
        var other = Packages.RELAY;
        yield at(
            Packages.trust(other.verifyKey()),
            Packages.NOW,
            with(Envelope.sign(Passport.PAYLOAD_TYPE, Packages.passport().toJson(), other)),
            "The passport names key %s as its owner's, and key %s signed it."
                .formatted(KEY, other.id()));
      }
      case AUDIENCE_WRONG ->
          new Refusal(
              VerifierSettings.of(
                  Packages.trust(Packages.OWNER.verifyKey()),
                  Set.of(new AtpAddress("other.example", 10_434))),
              Packages.NOW,
              agent.encode(),
              "The passport is meant for atp://host.example:10434, which is not this host.");
      case NOT_YET_VALID ->
          at(
              Instant.parse("2026-06-01T11:58:29Z"),
              "The passport is valid from 2026-06-01T11:59:00Z, and here it is"
                  + " 2026-06-01T11:58:29Z.");
      case EXPIRED ->
          at(
              Instant.parse("2026-06-01T12:10:30Z"),
              "The passport was valid until 2026-06-01T12:10:00Z, and here it is"
                  + " 2026-06-01T12:10:30Z.");
      case VALID_TOO_LONG ->
          new Refusal(
              new VerifierSettings(
                  Packages.trust(Packages.OWNER.verifyKey()),
                  TrustList.NOBODY,
                  Set.of(Packages.HOST),
                  Duration.ofMinutes(10),
                  Duration.ZERO),
              Packages.NOW,
              agent.encode(),
              "The passport is valid from 2026-06-01T11:59:00Z to 2026-06-01T12:10:00Z, longer than"
                  + " the PT10M that this host allows.");
      case CODE_MISMATCH -> {
        var other = Bytes.utf8("other");
        yield of(
            new AgentPackage(agent.passport(), Optional.of(other), agent.state(), List.of()),
            "The code has digest %s, and the passport names %s."
                .formatted(Digest.of(other).hex(), Digest.of(Packages.CODE).hex()));
      }
      case STATE_MISMATCH -> {
        var other = Bytes.utf8("other");
        yield of(
            agent.withState(other),
            "The state has digest %s, and %s was signed."
                .formatted(Digest.of(other).hex(), Digest.of(Packages.STATE).hex()));
      }
      case HOP_LOG_INVALID ->
          of(
              agent.withHops(Packages.hops(2, Packages.STATE).subList(1, 2)),
              "Statement 0 of the hop log does not follow the one before it: it says that it is"
                  + " number 1.");
      case DISPATCH_REUSED -> throw new IllegalArgumentException("fault: " + fault);
    };
  }

  private static Refusal of(AgentPackage agent, String sentence) {
    return new Refusal(Packages.settings(), Packages.NOW, agent.encode(), sentence);
  }

  private static Refusal at(Instant now, String sentence) {
    return new Refusal(Packages.settings(), now, Packages.agent().encode(), sentence);
  }

  private static Refusal at(TrustList trust, String sentence) {
    return at(trust, Packages.NOW, Packages.agent(), sentence);
  }

  private static Refusal at(TrustList trust, Instant now, AgentPackage agent, String sentence) {
    return new Refusal(
        VerifierSettings.of(trust, Set.of(Packages.HOST)), now, agent.encode(), sentence);
  }

  private static AgentPackage with(Envelope passport) {
    return new AgentPackage(
        passport, Optional.of(Packages.CODE), Optional.of(Packages.STATE), List.of());
  }

  private static TrustList known(TrustedSigner signer) {
    return id -> id.equals(KEY) ? Optional.of(signer) : Optional.empty();
  }

  /// Trusts somebody whose keys cannot be read now.
  private record Unreachable() implements TrustList {
    @Override
    public Optional<TrustedSigner> signer(String keyId) {
      return Optional.empty();
    }

    @Override
    public TrustLookup lookUp(String keyId) {
      return new TrustLookup.Unavailable("The keys of " + URL + " cannot be had now.");
    }
  }
}

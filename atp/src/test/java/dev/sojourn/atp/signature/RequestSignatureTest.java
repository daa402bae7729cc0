package dev.sojourn.atp.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.NonceMemory;
import dev.sojourn.identity.signature.SignatureBase;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustedSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RequestSignatureTest {

  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final AtpAddress HOST = new AtpAddress("host.example", 10434);
  private static final AtpRequest COLLECT =
      AtpRequest.of(AtpMethod.COLLECT, AtpTarget.agent("a1"))
          .withBody("application/json", Bytes.utf8("{\"acknowledged\":1,\"waitSeconds\":0}"));

  private final SigningKey owner = SigningKey.generate(new SecureRandom());
  private final TrustedSigner trusted = new TrustedSigner("the owner", owner.verifyKey());
  private final TrustList trust =
      id -> id.equals(owner.id()) ? Optional.of(trusted) : Optional.empty();
  private final NonceMemory nonces = new BoundedNonceMemory(100, InstantSource.fixed(NOW));
  private final AtpRequest signed = sign(COLLECT, HOST);

  @Test
  void coversWhatTheProtocolSays() {
    assertThat(signed.headers().first("Host")).contains("host.example:10434");
    assertThat(signed.headers().first("Agent-Id")).contains("a1");
    assertThat(signed.headers().first("Date")).contains("Mon, 01 Jun 2026 12:00:00 GMT");
    assertThat(signed.headers().first("Content-Digest"))
        .contains(Digest.of(COLLECT.body()).toContentDigest());
    assertThat(signed.headers().first("Signature-Input").orElseThrow())
        .matches(
            "sig1=\\(\"@method\" \"@target-uri\" \"agent-id\" \"date\" \"content-digest\"\\)"
                + ";created=1780315200;expires=1780315320;nonce=\"[A-Za-z0-9_-]{22}\""
                + ";keyid=\"[A-Za-z0-9_-]{43}\";tag=\"sojourn-atp\"");
    assertThat(signed.headers().first("Signature").orElseThrow())
        .matches("sig1=:[A-Za-z0-9+/]{86}==:");
  }

  @Test
  void buildsTheBaseOfRfc9421() {
    var parameters =
        new SignatureParameters(
            SignatureParameters.REQUIRED, 1, 2, "bm9uY2U", owner.id(), "sojourn-atp");

    assertThat(
            CoveredComponents.base(signed, HOST, parameters.components(), parameters.serialise())
                .map(SignatureBase::text))
        .contains(
            """
            "@method": COLLECT
            "@target-uri": atp://host.example:10434/#a1
            "agent-id": a1
            "date": Mon, 01 Jun 2026 12:00:00 GMT
            "content-digest": %s
            "@signature-params": %s\
            """
                .formatted(Digest.of(COLLECT.body()).toContentDigest(), parameters.serialise()));
  }

  @Test
  void theExampleOfTheDocumentIsOne() throws IOException {
    var document = Files.readString(Path.of("../docs/atp.md"));
    var lines = document.substring(document.indexOf("STATUS /#k3v9 ATP/0.1\n")).lines().toList();
    var request = AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("k3v9"));
    for (var line : lines.subList(1, lines.indexOf(""))) {
      int colon = line.indexOf(": ");
      request = request.withHeader(line.substring(0, colon), line.substring(colon + 2));
    }
    var key = VerifyKey.of("JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs").orElseThrow();
    var signer = new TrustedSigner("the example", key);
    var verdict =
        new RequestVerifier(
                id -> id.equals(key.id()) ? Optional.of(signer) : Optional.empty(),
                Set.of(HOST),
                nonces,
                InstantSource.fixed(NOW),
                RequestVerifier.Times.DEFAULT)
            .verify(request);

    assertThat(verdict).isEqualTo(new RequestVerdict.Verified(signer));
    var input = request.headers().first("Signature-Input").orElseThrow().substring(5);
    var base =
        CoveredComponents.base(request, HOST, SignatureParameters.REQUIRED, input).orElseThrow();
    assertThat(document).contains("```\n" + base.text() + "\n```\n");
  }

  /// Components beyond the five are verified as RFC 9421, 2, says of each.
  @Test
  void coversMoreThanTheFive() {
    var request = signed.withHeader("X_Odd.Name", "one");
    assertBase(request, "@scheme", "atp");
    assertBase(request, "@path", "/");
    assertBase(request, "@query", "?");
    assertBase(request, "@authority", "host.example:10434");
    assertBase(request, "x_odd.name", "one");
    assertBase(request, "host", "host.example:10434");
    var twice =
        new AtpRequest(
            request.method(),
            request.target(),
            new AtpHeaders(
                Stream.concat(
                        request.headers().fields().stream(),
                        Stream.of(new AtpHeaders.Field("x_odd.name", "two")))
                    .toList()),
            request.body());
    assertBase(twice, "x_odd.name", "one, two");

    for (var component :
        List.of("@scheme", "@path", "@query", "@authority", "x_odd.name", "host")) {
      for (var label : List.of("sig1", "*", "a.b", "k_*-9")) {
        assertThat(verify(sign(request, label, component)))
            .describedAs(label + " " + component)
            .isInstanceOf(RequestVerdict.Verified.class);
      }
    }
    assertRefused(
        sign(request, "sig1", "x_odd.name").withHeader("X_Odd.Name", "two"),
        SignatureFault.INVALID);
  }

  @Test
  void isRefusedWhereItCoversWhatIsNotThere() {
    for (var component : List.of("x-other", "@status", "@request-target", "@query-param")) {
      assertThat(verify(sign(signed, "sig1", component)))
          .isInstanceOfSatisfying(
              RequestVerdict.Refused.class,
              refused -> {
                assertThat(refused.fault()).isEqualTo(SignatureFault.INVALID);
                assertThat(refused.sentence())
                    .isEqualTo(
                        "The signature covers " + component + ", which the request does not have.");
              });
    }
  }

  @Test
  void aHostInCapitalsIsSignedAndComparedInLowerCase() {
    var capitals = signed.withHeader("Host", "HOST.Example:10434");

    assertThat(verify(capitals)).isInstanceOf(RequestVerdict.Verified.class);
    var covered = sign(capitals, "sig1", "@authority");
    assertThat(verify(covered)).isInstanceOf(RequestVerdict.Verified.class);
    // The field itself is covered as it is sent.
    var field = sign(capitals, "sig1", "host");
    assertThat(verify(field)).isInstanceOf(RequestVerdict.Verified.class);
    assertRefused(field.withHeader("Host", "host.example:10434"), SignatureFault.INVALID);
  }

  @Test
  void aUriWithoutAPathIsSignedWithASlash() {
    for (var uri : List.of("#a1", "/#a1", "atp://HOST.example:10434#a1")) {
      var target = AtpTarget.parse(uri).orElseThrow();
      var request = new AtpRequest(signed.method(), target, signed.headers(), signed.body());

      assertBase(request, "@target-uri", "atp://host.example:10434/#a1");
      assertBase(request, "@path", "/");
    }
  }

  @Test
  void isRefusedWhereTwoHostsAreNamed() {
    var fields = new ArrayList<>(signed.headers().fields());
    fields.add(new AtpHeaders.Field("host", "other.example:10434"));

    assertRefused(
        new AtpRequest(signed.method(), signed.target(), new AtpHeaders(fields), signed.body()),
        SignatureFault.HOST_WRONG);
  }

  private void assertBase(AtpRequest request, String component, String value) {
    assertThat(
            CoveredComponents.base(request, HOST, List.of(component), "()")
                .map(SignatureBase::text))
        .contains("\"" + component + "\": " + value + "\n\"@signature-params\": ()");
  }

  /// Signs anew, over one component more and under another label.
  private AtpRequest sign(AtpRequest request, String label, String component) {
    var components = new ArrayList<>(SignatureParameters.REQUIRED);
    components.add(component);
    var nonce = new byte[16];
    new SecureRandom().nextBytes(nonce);
    var parameters =
        new SignatureParameters(
                components,
                NOW.getEpochSecond(),
                NOW.getEpochSecond() + 60,
                HexFormat.of().formatHex(nonce),
                owner.id(),
                "sojourn-atp")
            .serialise();
    var present =
        CoveredComponents.missing(request, HOST, components).isEmpty()
            ? components
            : SignatureParameters.REQUIRED;
    var base = CoveredComponents.base(request, HOST, present, parameters).orElseThrow();
    var octets = owner.sign(base.octets());
    return request
        .withHeader("Signature-Input", label + "=" + parameters)
        .withHeader("Signature", label + "=:" + Base64.getEncoder().encodeToString(octets) + ":");
  }

  @Test
  void isVerifiedOnce() {
    assertThat(verify(signed)).isEqualTo(new RequestVerdict.Verified(trusted));
    assertRefused(signed, SignatureFault.NONCE_REUSED);
  }

  @Test
  void doesNotUseUpANonceForAForgery() {
    assertRefused(body(signed, "{}"), SignatureFault.DIGEST_MISMATCH);
    assertThat(verify(signed)).isInstanceOf(RequestVerdict.Verified.class);
  }

  @Test
  void isRefusedWithoutSignature() {
    assertRefused(COLLECT, SignatureFault.MISSING);
  }

  @Test
  void isRefusedWhenAnythingThatIsSignedChanges() {
    assertRefused(
        new AtpRequest(AtpMethod.DISPOSE, signed.target(), signed.headers(), signed.body()),
        SignatureFault.INVALID);
    assertRefused(
        new AtpRequest(
            signed.method(),
            new AtpTarget(Optional.empty(), "/other", Optional.of("a1")),
            signed.headers(),
            signed.body()),
        SignatureFault.INVALID);
    assertRefused(
        signed.withHeader("Date", "Mon, 01 Jun 2026 12:00:01 GMT"), SignatureFault.INVALID);
    var other = body(signed, "{}");
    assertRefused(
        other.withHeader("Content-Digest", Digest.of(other.body()).toContentDigest()),
        SignatureFault.INVALID);
  }

  /// Otherwise a party that passes a RETRACT on could have an old copy of the agent sent home.
  @Test
  void coversAPreference() {
    var copy =
        sign(
            AtpRequest.of(AtpMethod.RETRACT, AtpTarget.agent("a1"))
                .withHeader("Prefer", "return=representation"),
            HOST);

    assertThat(copy.headers().first("Signature-Input").orElseThrow())
        .startsWith(
            "sig1=(\"@method\" \"@target-uri\" \"agent-id\" \"date\" \"content-digest\""
                + " \"prefer\");");
    assertRefused(copy.withHeader("Prefer", "return=minimal"), SignatureFault.INVALID);
    assertRefused(
        new AtpRequest(copy.method(), copy.target(), copy.headers().without("Prefer"), copy.body()),
        SignatureFault.INVALID);
    assertThat(verify(copy)).isInstanceOf(RequestVerdict.Verified.class);
  }

  @Test
  void isRefusedWithAPreferenceThatWasAddedOnTheWay() {
    assertRefused(signed.withHeader("Prefer", "return=representation"), SignatureFault.INCOMPLETE);
    assertRefused(signed.withHeader("prefer", ""), SignatureFault.INCOMPLETE);
  }

  @Test
  void isRefusedForAnotherAgent() {
    assertRefused(
        new AtpRequest(signed.method(), AtpTarget.agent("a2"), signed.headers(), signed.body()),
        SignatureFault.INCOMPLETE);
    assertRefused(
        new AtpRequest(
            signed.method(),
            AtpTarget.agent("a2"),
            signed.headers().with("Agent-Id", "a2"),
            signed.body()),
        SignatureFault.INVALID);
  }

  @Test
  void isRefusedByAnotherHost() {
    var elsewhere = sign(COLLECT, new AtpAddress("other.example", 10434));
    assertRefused(elsewhere, SignatureFault.HOST_WRONG);
    // A component that was renamed on the way is no longer the signed one.
    assertRefused(elsewhere.withHeader("Host", "host.example:10434"), SignatureFault.INVALID);
  }

  @Test
  void isRefusedWhenItIsTooOldTooNewOrGoodForTooLong() {
    assertRefused(at(NOW.minusSeconds(151)), SignatureFault.EXPIRED);
    assertRefused(at(NOW.plusSeconds(31)), SignatureFault.EXPIRED);
    var input = signed.headers().first("Signature-Input").orElseThrow();
    assertRefused(
        signed.withHeader(
            "Signature-Input", input.replace("expires=1780315320", "expires=1780315501")),
        SignatureFault.EXPIRED);
    assertThat(verify(at(NOW.minusSeconds(149)))).isInstanceOf(RequestVerdict.Verified.class);
  }

  @Test
  void isRefusedWhenItLeavesSomethingOut() {
    var input = signed.headers().first("Signature-Input").orElseThrow();
    assertRefused(
        signed.withHeader("Signature-Input", input.replace(" \"content-digest\"", "")),
        SignatureFault.INCOMPLETE);
    assertRefused(
        signed.withHeader("Signature-Input", input.replace("sojourn-atp", "web-bot-auth")),
        SignatureFault.INCOMPLETE);
  }

  @Test
  void isRefusedForAnUnknownKey() {
    var stranger =
        new RequestSigner(
                SigningKey.generate(new SecureRandom()),
                InstantSource.fixed(NOW),
                new SecureRandom())
            .sign(COLLECT, HOST);
    assertRefused(stranger, SignatureFault.KEY_UNKNOWN);
  }

  @Test
  void isRefusedWhenItsFieldsCannotBeRead() {
    var input = signed.headers().first("Signature-Input").orElseThrow();
    for (var garbled :
        List.of(
            "",
            "sig1",
            "sig1=()",
            input + ";created=1",
            input.replace("\"@method\"", "\"@method\" \"@method\""),
            input.replace("\"@method\"", "\"@method\";req"),
            input.replace("created=", "created=-"),
            "sig2" + input.substring(4),
            input + ", " + input.replace("sig1", "sig2"),
            input.replace("\"agent-id\"", "\"a\" ".repeat(500) + "\"agent-id\""))) {
      assertRefused(signed.withHeader("Signature-Input", garbled), SignatureFault.MALFORMED);
    }
    for (var garbled : List.of("", "sig1=:", "sig1=:!:", "sig2=:AAAA:", "AAAA")) {
      assertRefused(signed.withHeader("Signature", garbled), SignatureFault.MALFORMED);
    }
    assertRefused(signed.withHeader("Signature", "sig1=:AAAA:"), SignatureFault.INVALID);
  }

  @Test
  void isRefusedWhileTheMemoryOfNoncesIsFull() {
    var small = new BoundedNonceMemory(1, InstantSource.fixed(NOW));
    var verifier =
        new RequestVerifier(
            trust, Set.of(HOST), small, InstantSource.fixed(NOW), RequestVerifier.Times.DEFAULT);
    assertThat(verifier.verify(signed)).isInstanceOf(RequestVerdict.Verified.class);

    assertThat(verifier.verify(sign(COLLECT, HOST)))
        .isInstanceOfSatisfying(
            RequestVerdict.Refused.class,
            r -> assertThat(r.fault()).isEqualTo(SignatureFault.NONCES_FULL));
  }

  @Test
  void isAskedForAnewWhereItsNonceMayHaveBeenForgotten() {
    var verifier =
        new RequestVerifier(
            trust,
            Set.of(HOST),
            (_, _, created, _) -> {
              assertThat(created).isEqualTo(NOW);
              return NonceMemory.Use.UNCERTAIN;
            },
            InstantSource.fixed(NOW),
            RequestVerifier.Times.DEFAULT);

    assertThat(verifier.verify(signed))
        .isInstanceOfSatisfying(
            RequestVerdict.Refused.class,
            r -> {
              assertThat(r.fault()).isEqualTo(SignatureFault.NONCE_UNCERTAIN);
              assertThat(r.problem().status()).isEqualTo(AtpStatus.SERVICE_UNAVAILABLE);
            });
  }

  @Test
  void forgetsNoncesOnlyWhenTheyHaveExpired() {
    var time = new Instant[] {NOW};
    var memory = new BoundedNonceMemory(1, () -> time[0]);

    assertThat(memory.use("k", "n", NOW, NOW.plusSeconds(10))).isEqualTo(NonceMemory.Use.FRESH);
    assertThat(memory.use("k", "n", NOW, NOW.plusSeconds(10))).isEqualTo(NonceMemory.Use.USED);
    time[0] = NOW.plusSeconds(10);
    assertThat(memory.use("k", "m", NOW, NOW.plusSeconds(10))).isEqualTo(NonceMemory.Use.FULL);
    time[0] = NOW.plus(Duration.ofSeconds(11));
    assertThat(memory.use("k", "m", NOW, NOW.plusSeconds(30))).isEqualTo(NonceMemory.Use.FRESH);
    assertThat(memory.use("j", "m", NOW, NOW.plusSeconds(30))).isEqualTo(NonceMemory.Use.FULL);
  }

  private AtpRequest sign(AtpRequest request, AtpAddress host) {
    return new RequestSigner(owner, InstantSource.fixed(NOW), new SecureRandom())
        .sign(request, host);
  }

  private AtpRequest at(Instant created) {
    return new RequestSigner(owner, InstantSource.fixed(created), new SecureRandom())
        .sign(COLLECT, HOST);
  }

  private static AtpRequest body(AtpRequest request, String json) {
    return new AtpRequest(request.method(), request.target(), request.headers(), Bytes.utf8(json));
  }

  private RequestVerdict verify(AtpRequest request) {
    return new RequestVerifier(
            trust, Set.of(HOST), nonces, InstantSource.fixed(NOW), RequestVerifier.Times.DEFAULT)
        .verify(request);
  }

  private void assertRefused(AtpRequest request, SignatureFault fault) {
    assertThat(verify(request))
        .isInstanceOfSatisfying(
            RequestVerdict.Refused.class,
            refused -> {
              assertThat(refused.fault()).describedAs(refused.sentence()).isEqualTo(fault);
              assertThat(refused.problem().status()).isEqualTo(fault.status());
            });
  }
}

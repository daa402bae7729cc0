package dev.sojourn.atp.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustedSigner;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Each limit of a signed request, to the second and the character; everything is signed as it is
/// sent.
final class SignatureLimitsTest {

  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final long SECOND = NOW.getEpochSecond();
  private static final AtpAddress HOST = new AtpAddress("host.example", 10434);
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());
  private static final AtpRequest SIGNED =
      new RequestSigner(OWNER, InstantSource.fixed(NOW), new SecureRandom())
          .sign(AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1")), HOST);

  @Test
  void isGoodForUpToFiveMinutes() {
    isVerified(times(SECOND, SECOND + 300));
    isRefused(times(SECOND, SECOND + 301), SignatureFault.EXPIRED);
  }

  @Test
  void mayBeOfAClockThatIsThirtySecondsAheadOrBehind() {
    isVerified(times(SECOND + 30, SECOND + 60));
    isRefused(times(SECOND + 31, SECOND + 60), SignatureFault.EXPIRED);
    isVerified(times(SECOND - 100, SECOND - 29));
    isRefused(times(SECOND - 100, SECOND - 30), SignatureFault.EXPIRED);
  }

  @Test
  void isGoodForAsLongAndOfAsFarAClockAsTheHostSays() {
    var strict = new RequestVerifier.Times(Duration.ofSeconds(60), Duration.ofSeconds(2));
    assertThat(verdict(times(SECOND, SECOND + 60), strict))
        .isInstanceOf(RequestVerdict.Verified.class);
    assertThat(verdict(times(SECOND, SECOND + 61), strict))
        .isInstanceOf(RequestVerdict.Refused.class);
    assertThat(verdict(times(SECOND + 2, SECOND + 30), strict))
        .isInstanceOf(RequestVerdict.Verified.class);
    assertThat(verdict(times(SECOND + 3, SECOND + 30), strict))
        .isInstanceOf(RequestVerdict.Refused.class);
  }

  @Test
  void hasANonceOfEightToSixtyFourCharacters() {
    for (int length : new int[] {8, 64}) {
      isVerified(
          signed("sig1", SignatureParameters.REQUIRED, SECOND, SECOND + 60, "n".repeat(length)));
    }
    for (int length : new int[] {0, 7, 65}) {
      isRefused(
          signed("sig1", SignatureParameters.REQUIRED, SECOND, SECOND + 60, "n".repeat(length)),
          SignatureFault.MALFORMED);
    }
  }

  @Test
  void hasALabelOfUpToThirtyTwoCharacters() {
    isVerified(labelled("s".repeat(32)));
    isRefused(labelled("s".repeat(33)), SignatureFault.MALFORMED);
    isRefused(labelled(""), SignatureFault.MALFORMED);
  }

  @Test
  void coversUpToSixteenComponents() {
    isVerified(covering(11));
    isRefused(covering(12), SignatureFault.MALFORMED);
  }

  @Test
  void namesComponentsOfUpToSixtyFourCharacters() {
    isVerified(covering("x".repeat(64)));
    isRefused(covering("x".repeat(65)), SignatureFault.MALFORMED);
  }

  @Test
  void isOneSignature() {
    var input = SIGNED.headers().first("Signature-Input").orElseThrow();
    var fields = new ArrayList<>(SIGNED.headers().fields());
    fields.add(new AtpHeaders.Field("Signature-Input", input));
    var twice =
        new AtpRequest(SIGNED.method(), SIGNED.target(), new AtpHeaders(fields), SIGNED.body());
    isRefused(twice, SignatureFault.MALFORMED);
  }

  private static AtpRequest times(long created, long expires) {
    return signed("sig1", SignatureParameters.REQUIRED, created, expires, "bm9uY2Vub25jZQ");
  }

  private static AtpRequest labelled(String label) {
    return signed(label, SignatureParameters.REQUIRED, SECOND, SECOND + 60, "bm9uY2Vub25jZQ");
  }

  private static AtpRequest covering(int more) {
    return covering(IntStream.range(0, more).mapToObj(i -> "x-" + i).toArray(String[]::new));
  }

  private static AtpRequest covering(String... more) {
    var components = new ArrayList<>(SignatureParameters.REQUIRED);
    components.addAll(List.of(more));
    return signed("sig1", components, SECOND, SECOND + 60, "bm9uY2Vub25jZQ");
  }

  /// The request, signed with these parameters; fields that have to be there for it are.
  private static AtpRequest signed(
      String label, List<String> components, long created, long expires, String nonce) {
    var request = SIGNED;
    for (var component :
        components.subList(SignatureParameters.REQUIRED.size(), components.size())) {
      request = request.withHeader(component, "any");
    }
    var parameters =
        new SignatureParameters(
                components, created, expires, nonce, OWNER.id(), SignatureParameters.TAG)
            .serialise();
    var base = CoveredComponents.base(request, HOST, components, parameters).orElseThrow();
    var octets = OWNER.sign(base.octets());
    return request
        .withHeader("Signature-Input", label + "=" + parameters)
        .withHeader("Signature", label + "=:" + Base64.getEncoder().encodeToString(octets) + ":");
  }

  private static void isVerified(AtpRequest request) {
    assertThat(verdict(request)).isInstanceOf(RequestVerdict.Verified.class);
  }

  private static void isRefused(AtpRequest request, SignatureFault fault) {
    assertThat(verdict(request))
        .isInstanceOfSatisfying(
            RequestVerdict.Refused.class, refused -> assertThat(refused.fault()).isEqualTo(fault));
  }

  private static RequestVerdict verdict(AtpRequest request) {
    return verdict(request, RequestVerifier.Times.DEFAULT);
  }

  private static RequestVerdict verdict(AtpRequest request, RequestVerifier.Times times) {
    var clock = InstantSource.fixed(NOW);
    var signer = new TrustedSigner("the owner", OWNER.verifyKey());
    return new RequestVerifier(
            id -> id.equals(OWNER.id()) ? Optional.of(signer) : Optional.empty(),
            Set.of(HOST),
            new BoundedNonceMemory(10, clock),
            clock,
            times)
        .verify(request);
  }
}

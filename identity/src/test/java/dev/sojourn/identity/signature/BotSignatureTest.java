package dev.sojourn.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.FieldValue.Text;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BotSignatureTest {

  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final AgentUrl AGENT = new AgentUrl("https://crawler.example");
  private static final HttpRequestHead PLAIN =
      new HttpRequestHead(
          "GET",
          "http",
          "Docs.Example:80",
          "/guide/",
          "?page=2",
          Map.of("User-Agent", List.of("sojourn/0.1")));

  private final SigningKey key = SigningKey.generate(new SecureRandom());
  private final HttpRequestHead signed = sign(PLAIN, AGENT);

  @Test
  void isVerifiedAsTheUrlThatPublishesTheKey() {
    assertThat(verify(signed))
        .isEqualTo(new IdentityVerdict.Verified(AGENT, key.id(), Optional.of("sojourn")));
    assertThat(signed.all("signature-agent").getFirst())
        .isEqualTo("sig1=\"https://crawler.example\"");
    assertThat(signed.all("signature-input").getFirst())
        .isEqualTo(
            "sig1=(\"@method\" \"@authority\" \"@path\" \"@query\""
                + " \"signature-agent\";key=\"sig1\")"
                + ";created=1780315200;expires=1780315500;keyid=\""
                + key.id()
                + "\";tag=\"web-bot-auth\"");
  }

  @Test
  void isInvalidForAnotherPageMethodOrSite() {
    for (var moved :
        List.of(
            copy("POST", "docs.example", "/guide/", "?page=2"),
            copy("GET", "other.example", "/guide/", "?page=2"),
            copy("GET", "docs.example", "/private/", "?page=2"),
            copy("GET", "docs.example", "/guide/", ""))) {
      assertThat(verify(moved)).isInstanceOf(IdentityVerdict.Invalid.class);
    }
  }

  @Test
  void aUrlThatDoesNotPublishTheKeyGetsNoNameFromIt() {
    var claimed = sign(PLAIN, new AgentUrl("https://famous.example"));

    assertThat(verify(claimed)).isInstanceOf(IdentityVerdict.Unverified.class);
  }

  @Test
  void exchangingTheClaimedUrlBreaksTheSignature() {
    var exchanged = signed.with("signature-agent", "sig1=\"https://twin.example\"");

    assertThat(verify(exchanged)).isInstanceOf(IdentityVerdict.Invalid.class);
  }

  @Test
  void anUnsignedRequestAndOneWithoutADirectoryAreUnverifiedNotInvalid() {
    assertThat(verify(PLAIN)).isInstanceOf(IdentityVerdict.Unverified.class);
    KeyLookup down = (_, _) -> new KeyLookup.Result.Unavailable("The directory is down.");
    assertThat(verifier(down, NOW).verify(signed))
        .isEqualTo(new IdentityVerdict.Unverified("The directory is down."));
  }

  @Test
  void oldAndFutureSignaturesAreInvalid() {
    assertThat(verifier(this::published, NOW.plusSeconds(331)).verify(signed))
        .isInstanceOf(IdentityVerdict.Invalid.class);
    assertThat(verifier(this::published, NOW.minusSeconds(31)).verify(signed))
        .isInstanceOf(IdentityVerdict.Invalid.class);
  }

  @Test
  void whatMustBeCoveredAndSaidIsDemandedEvenOfTheRightKey() {
    var authority = new FieldItem(new Text("@authority"), Map.of());
    var agent = new FieldItem(new Text("signature-agent"), Map.of("key", new Text("sig1")));
    var both = List.of(authority, agent);
    long now = NOW.getEpochSecond();

    assertThat(verify(signed(both, now, now + 86_400)))
        .isInstanceOf(IdentityVerdict.Verified.class);
    assertInvalid(signed(List.of(agent), now, now + 300), "must cover @authority");
    assertInvalid(signed(List.of(authority), now, now + 300), "one member of Signature-Agent");
    assertInvalid(signed(both, now, now + 86_401), "at most PT24H");
    assertInvalid(signed(both, now + 32, now + 300), "The signature is valid from");
    for (var parameter : List.of("created", "expires", "keyid")) {
      var input = signed.all("signature-input").getFirst();
      var without = input.replaceFirst(";" + parameter + "=(\"[^\"]*\"|[0-9]+)", "");
      assertThat(without).isNotEqualTo(input);
      assertInvalid(
          signed.with("signature-input", without), "must have created, expires and keyid");
    }
  }

  /// The plain request, signed by the key that its URL publishes.
  private HttpRequestHead signed(List<FieldItem> components, long created, long expires) {
    var named = PLAIN.with("signature-agent", "sig1=\"" + AGENT + "\"");
    var signature =
        MessageSignature.sign(
            "sig1", components, created, expires, BotSigner.TAG, key, named.values());
    return named
        .with("signature-input", signature.inputMember())
        .with("signature", signature.signatureMember());
  }

  private void assertInvalid(HttpRequestHead request, String why) {
    assertThat(verify(request))
        .isInstanceOfSatisfying(
            IdentityVerdict.Invalid.class, invalid -> assertThat(invalid.sentence()).contains(why));
  }

  @Test
  void aMemberWithParametersOrAnotherSchemeIsNoIdentity() {
    for (var member :
        List.of("sig1=\"https://crawler.example\";type=cimd", "sig1=\"http://crawler.example\"")) {
      assertThat(verify(signed.with("signature-agent", member)))
          .isInstanceOf(IdentityVerdict.Invalid.class);
    }
  }

  @Test
  void malformedFieldsAreInvalid() {
    for (var input :
        List.of(
            "",
            "sig1",
            "sig1=(\"@method\"",
            "sig1=(\"@method\" \"@method\");created=1",
            "sig1=1.5",
            "sig1=(a)",
            "SIG1=()",
            "sig1=(),",
            "sig2=()")) {
      assertThat(verify(signed.with("signature-input", input)))
          .as(input)
          .isInstanceOf(IdentityVerdict.Invalid.class);
    }
  }

  @Test
  void urlsThatMeanTheSameAreEqual() {
    assertThat(AgentUrl.parse("https://Crawler.Example:443/")).contains(AGENT);
    assertThat(
            AgentUrl.parse("https://crawler.example/.well-known/http-message-signatures-directory"))
        .contains(AGENT);
    assertThat(AGENT.resource())
        .hasToString("https://crawler.example/.well-known/http-message-signatures-directory");
    assertThat(AgentUrl.parse("https://crawler.example/keys/../card.json"))
        .contains(new AgentUrl("https://crawler.example/card.json"));
    for (var none :
        List.of(
            "http://crawler.example",
            "https://user@crawler.example",
            "https://crawler.example/?a",
            "https://crawler.example/#a",
            "https://crawler.example/%2e%2e/",
            "https:crawler.example",
            "https:///x",
            "")) {
      assertThat(AgentUrl.parse(none)).as(none).isEmpty();
    }
  }

  private HttpRequestHead copy(String method, String authority, String path, String query) {
    return new HttpRequestHead(method, "http", authority, path, query, signed.fields());
  }

  private HttpRequestHead sign(HttpRequestHead request, AgentUrl agent) {
    var complete = request;
    var fields = new BotSigner(agent, key, InstantSource.fixed(NOW)).sign(request);
    for (var field : fields.entrySet()) {
      complete = complete.with(field.getKey().toLowerCase(Locale.ROOT), field.getValue());
    }
    return complete;
  }

  private IdentityVerdict verify(HttpRequestHead request) {
    return verifier(this::published, NOW.plusSeconds(1)).verify(request);
  }

  /// Two URLs publish the key, a third does not.
  private KeyLookup.Result published(AgentUrl url, String keyId) {
    boolean isOurs = url.equals(AGENT) || url.text().equals("https://twin.example");
    return isOurs && keyId.equals(key.id())
        ? new KeyLookup.Result.Published(key.verifyKey(), Optional.of("sojourn"))
        : new KeyLookup.Result.NotPublished();
  }

  private static BotVerifier verifier(KeyLookup keys, Instant now) {
    var clock = InstantSource.fixed(now);
    return new BotVerifier(keys, new BoundedNonceMemory(10, clock), Duration.ofHours(24), clock);
  }
}

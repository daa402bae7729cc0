package dev.sojourn.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.CrawlerSignatureCheck;
import java.security.SecureRandom;
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
  private final HttpRequestHead signed = sign(PLAIN);

  @Test
  void namesTheUrlThatPublishesTheKey() {
    assertThat(signer(signed)).contains(AGENT.text());
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
  void isGoodForNoOtherPageMethodOrSite() {
    assertThat(signer(copy("GET", "docs.example", "/guide/", "?page=2"))).contains(AGENT.text());
    for (var moved :
        List.of(
            copy("POST", "docs.example", "/guide/", "?page=2"),
            copy("GET", "other.example", "/guide/", "?page=2"),
            copy("GET", "docs.example", "/private/", "?page=2"),
            copy("GET", "docs.example", "/guide/", ""))) {
      assertThat(signer(moved)).isEmpty();
    }
  }

  @Test
  void isThatOfNoOtherKey() {
    var other = SigningKey.generate(new SecureRandom());

    assertThat(new CrawlerSignatureCheck(other.verifyKey().x(), key.id()).signer(of(signed), NOW))
        .isEmpty();
  }

  @Test
  void exchangingTheClaimedUrlBreaksTheSignature() {
    assertThat(signer(signed.with("signature-agent", "sig1=\"https://twin.example\""))).isEmpty();
  }

  @Test
  void isGoodForFiveMinutes() {
    var check = new CrawlerSignatureCheck(key.verifyKey().x(), key.id());

    assertThat(check.signer(of(signed), NOW.plusSeconds(299))).isPresent();
    assertThat(check.signer(of(signed), NOW.plusSeconds(300))).isEmpty();
    assertThat(check.signer(of(signed), NOW.minusSeconds(1))).isEmpty();
  }

  @Test
  void malformedFieldsAreNotRead() {
    var signature = signed.all("signature");
    assertThat(MessageSignature.read(signed.all("signature-input"), signature)).isPresent();
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
      assertThat(MessageSignature.read(List.of(input), signature)).as(input).isEmpty();
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

  private HttpRequestHead sign(HttpRequestHead request) {
    var complete = request;
    var fields = new BotSigner(AGENT, key, InstantSource.fixed(NOW)).sign(request);
    for (var field : fields.entrySet()) {
      complete = complete.with(field.getKey().toLowerCase(Locale.ROOT), field.getValue());
    }
    return complete;
  }

  private Optional<String> signer(HttpRequestHead request) {
    return new CrawlerSignatureCheck(key.verifyKey().x(), key.id()).signer(of(request), NOW);
  }

  private static CrawlerSignatureCheck.Request of(HttpRequestHead request) {
    return new CrawlerSignatureCheck.Request(
        request.method(), request.authority(), request.path(), request.query(), request.fields());
  }
}

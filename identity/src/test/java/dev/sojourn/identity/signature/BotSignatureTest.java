package dev.sojourn.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.CrawlerSignatureCheck;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BotSignatureTest {

  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final AgentUrl AGENT = new AgentUrl("https://crawler.example");
  private static final Map<String, String> BOTH =
      Map.of(
          "sig1",
          "https://crawler.example/.well-known/http-message-signatures-directory",
          "sig2",
          "https://crawler.example");
  private static final HttpRequestHead PLAIN =
      new HttpRequestHead(
          "GET",
          "http",
          "Docs.Example:80",
          "/guide/",
          "?page=2",
          Map.of("User-Agent", List.of("sojourn/0.1")));

  private final SigningKey key = SigningKey.generate(new SecureRandom());
  private final HttpRequestHead signed = sign(PLAIN, AGENT, BotAuth.BOTH);

  @Test
  void verifiersOfBothDraftsFindTheMemberThatTheyUnderstand() {
    assertThat(signed.all("signature-agent"))
        .containsExactly(
            "sig1=\"https://crawler.example/.well-known/http-message-signatures-directory\","
                + " sig2=\"https://crawler.example\"");
    var parameters =
        ";created=1780315200;expires=1780315500;keyid=\"" + key.id() + "\";tag=\"web-bot-auth\"";
    assertThat(signed.all("signature-input"))
        .containsExactly(
            "sig1=(\"@method\" \"@authority\" \"@path\" \"@query\""
                + " \"signature-agent\";key=\"sig1\")"
                + parameters
                + ", sig2=(\"@method\" \"@authority\" \"@path\" \"@query\""
                + " \"signature-agent\";key=\"sig2\")"
                + parameters);
    assertThat(signers(signed)).isEqualTo(BOTH);
  }

  /// RFC 9421, 2.1.2 and 2.5, written out: a member is covered by its own value alone.
  @Test
  void eachSignatureCoversItsOwnMemberAlone() throws GeneralSecurityException {
    var octets =
        Arrays.stream(signed.all("signature").getFirst().split(", "))
            .map(member -> member.substring(6, member.length() - 1))
            .map(Base64.getDecoder()::decode)
            .toList();
    assertThat(octets).hasSize(2);
    isSigned(
        octets.getFirst(),
        """
        "@method": GET
        "@authority": docs.example
        "@path": /guide/
        "@query": ?page=2
        "signature-agent";key="sig1": "https://crawler.example/.well-known/http-message-signatures-directory"
        "@signature-params": ("@method" "@authority" "@path" "@query" "signature-agent";key="sig1")\
        """);
    isSigned(
        octets.getLast(),
        """
        "@method": GET
        "@authority": docs.example
        "@path": /guide/
        "@query": ?page=2
        "signature-agent";key="sig2": "https://crawler.example"
        "@signature-params": ("@method" "@authority" "@path" "@query" "signature-agent";key="sig2")\
        """);
  }

  private void isSigned(byte[] octets, String base) throws GeneralSecurityException {
    var whole =
        base
            + ";created=1780315200;expires=1780315500;keyid=\""
            + key.id()
            + "\";tag=\"web-bot-auth\"";
    var x509 =
        HexFormat.of()
            .parseHex(
                "302a300506032b6570032100"
                    + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(key.verifyKey().x())));
    var ed25519 = Signature.getInstance("Ed25519");
    ed25519.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(x509)));
    ed25519.update(whole.getBytes(StandardCharsets.US_ASCII));
    assertThat(ed25519.verify(octets)).isTrue();
  }

  @Test
  void oneDraftAloneGetsOneMember() {
    assertThat(signers(sign(PLAIN, AGENT, BotAuth.DRAFT_01)))
        .isEqualTo(Map.of("sig1", BOTH.get("sig1")));
    assertThat(signers(sign(PLAIN, AGENT, BotAuth.DRAFT_00)))
        .isEqualTo(Map.of("sig1", "https://crawler.example"));
  }

  /// The origin may publish other keys or none, so it is not named.
  @Test
  void aDirectoryWithPathAndQueryIsNamedAsItIsFetched() {
    var agent =
        AgentUrl.parse("https://Crawler.example/keys/%7ea.json?tenant=4&x=%2f").orElseThrow();
    for (var drafts : List.of(BotAuth.BOTH, BotAuth.DRAFT_01)) {
      assertThat(signers(sign(PLAIN, agent, drafts)))
          .isEqualTo(Map.of("sig1", "https://crawler.example/keys/~a.json?tenant=4&x=%2f"));
    }
    assertThatThrownBy(() -> sign(PLAIN, agent, BotAuth.DRAFT_00))
        .isInstanceOf(IllegalArgumentException.class);
    var wellKnown = AgentUrl.parse(BOTH.get("sig1") + "?v=2").orElseThrow();
    assertThat(signers(sign(PLAIN, wellKnown, BotAuth.BOTH)))
        .isEqualTo(Map.of("sig1", BOTH.get("sig1") + "?v=2", "sig2", "https://crawler.example"));
  }

  @Test
  void isGoodForNoOtherPageMethodOrSite() {
    assertThat(signers(copy("GET", "docs.example", "/guide/", "?page=2"))).isEqualTo(BOTH);
    for (var moved :
        List.of(
            copy("POST", "docs.example", "/guide/", "?page=2"),
            copy("GET", "other.example", "/guide/", "?page=2"),
            copy("GET", "docs.example", "/private/", "?page=2"),
            copy("GET", "docs.example", "/guide/", ""))) {
      assertThat(signers(moved)).isEmpty();
    }
  }

  @Test
  void isThatOfNoOtherKey() {
    var other = SigningKey.generate(new SecureRandom());

    assertThat(new CrawlerSignatureCheck(other.verifyKey().x(), key.id()).signers(of(signed), NOW))
        .isEmpty();
  }

  @Test
  void exchangingTheClaimedUrlBreaksTheSignature() {
    var agents = signed.all("signature-agent").getFirst();
    for (var twin :
        List.of(
            "sig1=\"https://twin.example\"",
            agents.replace("crawler", "twin"),
            agents.replace("sig2=\"https://crawler", "sig2=\"https://twin"),
            agents.replace("sig1", "sig3").replace("sig2", "sig1").replace("sig3", "sig2"))) {
      assertThat(signers(signed.with("signature-agent", twin))).as(twin).isEmpty();
    }
  }

  @Test
  void isGoodForFiveMinutes() {
    var check = new CrawlerSignatureCheck(key.verifyKey().x(), key.id());

    assertThat(check.signers(of(signed), NOW.plusSeconds(299))).isEqualTo(BOTH);
    assertThat(check.signers(of(signed), NOW.plusSeconds(300))).isEmpty();
    assertThat(check.signers(of(signed), NOW.minusSeconds(1))).isEmpty();
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
    assertThat(AgentUrl.parse("https://crawler.example:8443/%63ard%2ejson;a=%c3%a4?b=%2e"))
        .hasValueSatisfying(
            url -> {
              assertThat(url)
                  .isEqualTo(new AgentUrl("https://crawler.example:8443/card.json;a=%C3%A4"));
              assertThat(url.resource())
                  .hasToString("https://crawler.example:8443/card.json;a=%C3%A4?b=%2e");
              assertThat(url.isOrigin()).isFalse();
            });
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

  private HttpRequestHead sign(HttpRequestHead request, AgentUrl agent, BotAuth drafts) {
    var complete = request;
    var fields = new BotSigner(agent, drafts, key, InstantSource.fixed(NOW)).sign(request);
    for (var field : fields.entrySet()) {
      complete = complete.with(field.getKey().toLowerCase(Locale.ROOT), field.getValue());
    }
    return complete;
  }

  private Map<String, String> signers(HttpRequestHead request) {
    return new CrawlerSignatureCheck(key.verifyKey().x(), key.id()).signers(of(request), NOW);
  }

  private static CrawlerSignatureCheck.Request of(HttpRequestHead request) {
    return new CrawlerSignatureCheck.Request(
        request.method(), request.authority(), request.path(), request.query(), request.fields());
  }
}

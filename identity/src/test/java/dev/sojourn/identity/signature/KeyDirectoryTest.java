package dev.sojourn.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.key.SigningKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class KeyDirectoryTest {

  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final AgentUrl ORIGIN = new AgentUrl("https://crawler.example");
  private static final AgentUrl CARD = new AgentUrl("https://crawler.example/card.json");

  private final SigningKey http = SigningKey.generate(new SecureRandom());
  private final SigningKey agents = SigningKey.generate(new SecureRandom());

  @Test
  void whatIsPublishedIsReadAndProvenForEachKey() throws JsonException {
    var published =
        SignedDirectory.sign(
            ORIGIN, List.of(http, agents), NOW, Duration.ofDays(30), Duration.ofHours(1));
    var directory = KeyDirectory.read(published.body(), ORIGIN, DirectoryLimits.DEFAULT);

    assertThat(directory.find(http.id(), NOW)).contains(http.verifyKey());
    assertThat(directory.find(agents.id(), NOW)).contains(agents.verifyKey());
    assertThat(proven(published, directory, NOW.plusSeconds(5)))
        .containsExactly(http.id(), agents.id());
  }

  @Test
  void aProofOfTheFutureOrOfThePastIsNone() throws JsonException {
    var published =
        SignedDirectory.sign(
            ORIGIN, List.of(http), NOW, Duration.ofHours(1), Duration.ofMinutes(10));
    var directory = KeyDirectory.read(published.body(), ORIGIN, DirectoryLimits.DEFAULT);

    assertThat(proven(published, directory, NOW.minusSeconds(1))).isEmpty();
    assertThat(proven(published, directory, NOW)).containsExactly(http.id());
    assertThat(proven(published, directory, NOW.plusSeconds(3_599))).containsExactly(http.id());
    assertThat(proven(published, directory, NOW.plusSeconds(3_600))).isEmpty();
  }

  private static List<String> proven(
      SignedDirectory published, KeyDirectory directory, Instant now) {
    return SignedDirectory.proven(
        ORIGIN,
        directory,
        published.body(),
        name ->
            published.fields().entrySet().stream()
                .filter(f -> f.getKey().toLowerCase(Locale.ROOT).equals(name))
                .map(f -> f.getValue())
                .toList(),
        now);
  }

  @Test
  void aKeyForAnotherAlgorithmOrPurposeIsNotTaken() throws JsonException {
    for (var more :
        List.of(",\"alg\":\"hmac-sha256\"", ",\"alg\":\"ML-DSA-65\"", ",\"use\":\"enc\"")) {
      assertThat(read("{\"keys\":[%s]}".formatted(jwk(more)), ORIGIN).keys()).as(more).isEmpty();
    }
    for (var more : List.of(",\"alg\":\"ed25519\"", ",\"alg\":\"EdDSA\"", ",\"use\":\"sig\"")) {
      assertThat(read("{\"keys\":[%s]}".formatted(jwk(more)), ORIGIN).keys()).as(more).hasSize(1);
    }
  }

  @Test
  void aKeyWhoseSecretHalfIsInPrintIsNobodys() throws JsonException {
    var json =
        "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs\"},%s]}"
            .formatted(jwk(""));

    assertThat(read(json, ORIGIN).keys())
        .extracting(entry -> entry.key().id())
        .containsExactly(http.id());
  }

  @Test
  void aKeyIsGoodOnlyInItsTime() throws JsonException {
    var directory =
        read("{\"keys\":[%s]}".formatted(jwk(",\"nbf\":1780315200,\"exp\":1780315300")), ORIGIN);

    assertThat(directory.find(http.id(), NOW.minusSeconds(1))).isEmpty();
    assertThat(directory.find(http.id(), NOW)).isPresent();
    assertThat(directory.find(http.id(), NOW.plusSeconds(100))).isEmpty();
  }

  @Test
  void malformedKeysDoNotTakeTheOthersAway() throws JsonException {
    var directory =
        read(
            "{\"keys\":[{\"kty\":\"RSA\"},{\"kty\":\"OKP\"},{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AA\"},%s]}"
                .formatted(jwk("")),
            ORIGIN);

    assertThat(directory.keys()).hasSize(1);
  }

  @Test
  void aKidThatIsNotTheThumbprintIsALieAtTheWellKnownPathAndALabelElsewhere() throws JsonException {
    var json = "{\"keys\":[%s]}".formatted(jwk(",\"kid\":\"mine\""));

    assertThat(read(json, ORIGIN).keys()).isEmpty();
    assertThat(read(json, CARD).keys()).hasSize(1);
  }

  @Test
  void aPrivateKeyThatSomebodyPublishedIsNotTaken() throws JsonException {
    assertThat(read("{\"keys\":[%s]}".formatted(jwk(",\"d\":\"AA\"")), ORIGIN).keys()).isEmpty();
  }

  @Test
  void aCardNamesTokenAndKeys() throws JsonException {
    var inline =
        read(
            "{\"client_id\":\"%s\",\"jwks\":{\"keys\":[%s]},\"web_bot_auth\":{\"rfc9309-product-token\":\"ExampleBot\"}}"
                .formatted(CARD, jwk("")),
            CARD);
    assertThat(inline.productToken()).contains("ExampleBot");
    assertThat(inline.keys()).hasSize(1);
    assertThat(inline.elsewhere()).isEmpty();

    var linked =
        read(
            "{\"client_id\":\"%s\",\"jwks_uri\":\"https://crawler.example/jwks.json\"}"
                .formatted(CARD),
            CARD);
    assertThat(linked.elsewhere())
        .isEqualTo(Optional.of(new AgentUrl("https://crawler.example/jwks.json")));
    assertThat(linked.withKeysOf(inline).keys()).hasSize(1);
  }

  @Test
  void aCardOfSomebodyElseIsNoCard() {
    assertThatThrownBy(
            () ->
                read(
                    "{\"client_id\":\"https://famous.example/card.json\",\"jwks\":{\"keys\":[]}}",
                    CARD))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("client_id");
  }

  @Test
  void sixtyFourKeysAndSixtyFourKibibytesAreRead() throws JsonException {
    var keys =
        "{\"keys\":["
            + (jwk("") + ",").repeat(DirectoryLimits.DEFAULT.maxKeys() - 1)
            + jwk("")
            + "]";
    int room = DirectoryLimits.DEFAULT.maxBytes() - keys.length() - ",\"x\":\"\"}".length();
    var json = keys + ",\"x\":\"" + "x".repeat(room) + "\"}";

    assertThat(json).hasSize(64 * 1024);
    assertThat(read(json, ORIGIN).keys()).hasSize(64);
    assertThatThrownBy(() -> read(json + " ", ORIGIN))
        .hasMessage("(expected: at most 65536 bytes)");
  }

  @Test
  void tooManyKeysOrBytesAreNotRead() {
    var one = jwk("");
    var many = "{\"keys\":[" + (one + ",").repeat(DirectoryLimits.DEFAULT.maxKeys()) + one + "]}";
    assertThatThrownBy(() -> read(many, ORIGIN)).isInstanceOf(JsonException.class);
    var large = "{\"keys\":[],\"x\":\"" + "x".repeat(DirectoryLimits.DEFAULT.maxBytes()) + "\"}";
    assertThatThrownBy(() -> read(large, ORIGIN)).isInstanceOf(JsonException.class);
  }

  private String jwk(String more) {
    return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\""
        + http.verifyKey().x()
        + "\""
        + more
        + "}";
  }

  private static KeyDirectory read(String json, AgentUrl url) throws JsonException {
    return KeyDirectory.read(Bytes.utf8(json), url, DirectoryLimits.DEFAULT);
  }
}

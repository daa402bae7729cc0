package dev.sojourn.atp.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.json.JsonException;
import dev.sojourn.atp.key.KeySet;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a key set, a directory or a card: every key that comes out of it has the name
/// under which it is found.
class KeyDirectoryFuzzTest {

  private static final AgentUrl ORIGIN = new AgentUrl("https://crawler.example");
  private static final AgentUrl CARD = new AgentUrl("https://crawler.example/card");
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  static Stream<byte[]> seeds() {
    var key =
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\",\"nbf\":1,\"exp\":4889289600}";
    return Stream.of(
            "{\"keys\":[" + key + "]}",
            key,
            "{\"client_id\":\"https://crawler.example/card\",\"jwks\":{\"keys\":["
                + key
                + "]},\"web_bot_auth\":{\"rfc9309-product-token\":\"Bot\"}}",
            "{\"client_id\":\"https://crawler.example/card\",\"jwks_uri\":\"https://a.example/k\"}",
            "{\"keys\":[{\"kty\":\"AKP\",\"alg\":\"ML-DSA-65\",\"pub\":\"AA\"}]}")
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsKeys(byte[] input) {
    var bytes = Bytes.copyOf(input);
    for (var url : new AgentUrl[] {ORIGIN, CARD}) {
      try {
        var directory = KeyDirectory.read(bytes, url);
        assertThat(directory.keys().size()).isLessThanOrEqualTo(KeyDirectory.MAX_KEYS);
        for (var entry : directory.keys()) {
          var id = entry.key().id();
          directory.find(id, NOW).ifPresent(key -> assertThat(key.id()).isEqualTo(id));
        }
      } catch (JsonException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
    try {
      var set = KeySet.parse(bytes);
      assertThat(KeySet.parse(set.toJwks())).isEqualTo(set);
    } catch (JsonException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}

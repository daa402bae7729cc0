package dev.sojourn.fetch.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.signature.SignedDirectory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a key set, a directory or a card, read from the answer of an HTTPS server as a
/// host reads it. Keys never come over ATP. Every key that comes out has the name under which it is
/// found.
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
    var answer = LiteralAnswer.read(response(input), DirectoryLimits.DEFAULT.maxBytes());
    for (var url : new AgentUrl[] {ORIGIN, CARD}) {
      var fetched = KeyDirectoryCache.fetched(answer, url, DirectoryLimits.DEFAULT, NOW);
      try {
        var directory = KeyDirectory.read(Bytes.copyOf(input), url, DirectoryLimits.DEFAULT);
        assertThat(fetched)
            .isEqualTo(
                new KeyDirectoryCache.Fetched.Read(directory, KeyDirectoryCache.SHORTEST_LIFE));
        assertThat(directory.keys().size()).isLessThanOrEqualTo(DirectoryLimits.DEFAULT.maxKeys());
        for (var entry : directory.keys()) {
          var id = entry.key().id();
          directory.find(id, NOW).ifPresent(key -> assertThat(key.id()).isEqualTo(id));
        }
      } catch (JsonException e) {
        assertThat(e.getMessage()).isNotEmpty();
        assertThat(fetched).isInstanceOf(KeyDirectoryCache.Fetched.Failed.class);
      }
    }
    try {
      var set = KeySet.parse(Bytes.copyOf(input));
      assertThat(KeySet.parse(set.toJwks())).isEqualTo(set);
    } catch (JsonException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  /// An answer with the body in one of the three framings of HTTP/1.1.
  private static byte[] response(byte[] body) {
    var out = new ByteArrayOutputStream();
    write(out, "HTTP/1.1 200 OK\r\nContent-Type: " + SignedDirectory.MEDIA_TYPE + "\r\n");
    write(out, "Cache-Control: no-cache\r\n");
    switch (Math.floorMod(Arrays.hashCode(body), 3)) {
      case 0 -> {
        write(out, "Content-Length: " + body.length + "\r\n\r\n");
        out.writeBytes(body);
      }
      case 1 -> {
        write(out, "Transfer-Encoding: chunked\r\n\r\n");
        if (body.length > 0) {
          write(out, Integer.toHexString(body.length) + "\r\n");
          out.writeBytes(body);
          write(out, "\r\n");
        }
        write(out, "0\r\n\r\n");
      }
      default -> {
        write(out, "\r\n");
        out.writeBytes(body);
      }
    }
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}

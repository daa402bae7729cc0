package dev.sojourn.fetch.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.signature.SignedDirectory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as the answer of an HTTPS server to a host that asks for keys. The result is a whole
/// answer within its bounds or a sentence, with keys only from status 200.
class HttpsAnswerFuzzTest {

  private static final AgentUrl ORIGIN = new AgentUrl("https://crawler.example");
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final int MAX_BYTES = 1_000;

  static Stream<byte[]> seeds() {
    var type = "Content-Type: " + SignedDirectory.MEDIA_TYPE + "\r\n";
    return Stream.of(
            "HTTP/1.1 200 OK\r\n" + type + "Content-Length: 11\r\n\r\n{\"keys\":[]}",
            "HTTP/1.1 200 OK\r\n"
                + type
                + "Transfer-Encoding: chunked\r\n\r\n"
                + "5;x=y\r\n"
                + "{\"key\r\n"
                + "6\r\n"
                + "s\":[]}\r\n"
                + "0\r\n"
                + "T: t\r\n\r\n",
            "HTTP/1.0 200 OK\n" + type + "\n{\"keys\":[]}",
            "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\n" + type + "\r\n{\"keys\":[]}",
            "HTTP/1.1 200 OK\r\n"
                + "Expires: Mon, 01 Jun 2026 13:00:00 GMT\r\n"
                + "Date: Mon, 01 Jun 2026 12:00:00 GMT\r\n"
                + "Age: 5\r\n"
                + "Cache-Control: max-age=\"9\"\r\n"
                + type
                + "\r\n{\"keys\":[]}",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9999999999\r\n\r\n",
            "HTTP/1.1 301 Moved\r\nLocation: https://a.example/\r\nContent-Length: 0\r\n\r\n",
            "ATP/0.1 100 OKAY\r\n\r\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreAnAnswerOrASentence(byte[] input) {
    var answer = LiteralAnswer.read(input, MAX_BYTES);
    switch (answer) {
      case HttpsAnswer.Failed(var sentence) -> assertThat(sentence).isNotEmpty();
      case HttpsAnswer.Got got -> {
        assertThat(got.head().status()).isBetween(200, 599);
        assertThat(got.body().size()).isLessThanOrEqualTo(MAX_BYTES);
      }
    }
    switch (KeyDirectoryCache.fetched(answer, ORIGIN, DirectoryLimits.DEFAULT, NOW)) {
      case KeyDirectoryCache.Fetched.Failed(var sentence) -> assertThat(sentence).isNotEmpty();
      case KeyDirectoryCache.Fetched.Read(_, var life) -> {
        assertThat(answer).isInstanceOf(HttpsAnswer.Got.class);
        assertThat(((HttpsAnswer.Got) answer).head().status()).isEqualTo(200);
        assertThat(life).isBetween(KeyDirectoryCache.SHORTEST_LIFE, KeyDirectoryCache.LONGEST_LIFE);
      }
    }
  }
}

package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireAllowance;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Servers that send without end what is no body.
@Timeout(120)
class HostileServerIT {
  private static final int MAX = 64 * 1024;

  /// The most that may arrive before the exchange ends; a buffer may be under way.
  private static final long MOST_BYTES = WireAllowance.HEAD_BYTES + 2L * MAX + 16 * 1024;

  private final WireTally tally = new WireTally();
  private final HttpFetcher fetcher =
      HttpFetcher.open(
          TestSettings.of(
              Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(50), MAX, 8));

  @AfterEach
  void close() {
    fetcher.close();
  }

  /// Says one thing, then another for ever.
  private HttpReply.Failure failure(String first, String again) throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, first);
              endless(out, again);
            })) {
      var url = PageUrl.parse(server.origin() + "/").orElseThrow();
      var reply = fetcher.get(url, MAX, tally);
      assertThat(reply).isInstanceOf(HttpReply.Failure.class);
      var failure = (HttpReply.Failure) reply;
      assertThat(failure.kind()).isEqualTo(HttpReply.Kind.BROKEN);
      assertThat(tally.receivedBytes()).isLessThanOrEqualTo(MOST_BYTES);
      return failure;
    }
  }

  private static void endless(OutputStream out, String text) throws IOException {
    while (true) {
      ScriptedServer.say(out, text);
    }
  }

  @Test
  void endlessInterimAnswersAreNoAnswer() throws Exception {
    for (var interim : new String[] {"100 Continue", "102 Processing", "103 Early Hints"}) {
      assertThat(failure("", "HTTP/1.1 " + interim + "\r\n\r\n").reason())
          .isEqualTo("it sent more than 20 interim answers (status 1xx)");
      // They end with the buffer in which the last of them came.
      assertThat(tally.receivedBytes()).isLessThan(100_000);
    }
  }

  @Test
  void interimAnswersOfManyLongFieldsAreBoundedInBytes() throws Exception {
    var fields = ("X: " + "x".repeat(30_000) + "\r\n").repeat(100);
    assertThat(failure("", "HTTP/1.1 103 Early Hints\r\n" + fields + "\r\n").reason())
        .isEqualTo("its header fields are too long or too many");
  }

  @Test
  void aFewInterimAnswersComeBeforeTheAnswer() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              for (int i = 0; i < WireAllowance.MAX_INTERIM; i++) {
                ScriptedServer.say(out, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
              }
              ScriptedServer.page(out, 200, "ok");
            })) {
      var url = PageUrl.parse(server.origin() + "/").orElseThrow();
      assertThat(fetcher.get(url, MAX, tally)).isInstanceOf(HttpReply.Answer.class);
    }
  }

  @Test
  void endlessHeaderFieldsAreNoAnswer() throws Exception {
    failure("HTTP/1.1 200 OK\r\n", "X: " + "x".repeat(1_000) + "\r\n");
  }

  @Test
  void oneEndlessHeaderLineIsNoAnswer() throws Exception {
    failure("HTTP/1.1 200 OK\r\nX: ", "x".repeat(1_000));
  }

  @Test
  void foldedHeaderLinesWithoutEndAreNoAnswer() throws Exception {
    failure("HTTP/1.1 200 OK\r\nX: x\r\n", " " + "x".repeat(1_000) + "\r\n");
  }

  @Test
  void emptyLinesWithoutEndAreNoAnswer() throws Exception {
    failure("", "\r\n".repeat(500));
  }

  @Test
  void endlessTrailersAreNoPage() throws Exception {
    failure(
        ScriptedServer.head(200, "Transfer-Encoding: chunked") + "2\r\nok\r\n0\r\n",
        "X: " + "x".repeat(1_000) + "\r\n");
  }

  @Test
  void chunksThatAreAllExtensionAreNoPage() throws Exception {
    assertThat(
            failure(
                    ScriptedServer.head(200, "Transfer-Encoding: chunked"),
                    "1;" + "x".repeat(10_000) + "\r\nx\r\n")
                .reason())
        .startsWith("it sent more than 1179648 bytes for one answer");
  }

  @Test
  void oneEndlessChunkExtensionIsNoPage() throws Exception {
    failure(ScriptedServer.head(200, "Transfer-Encoding: chunked") + "1;", "x".repeat(1_000));
  }
}

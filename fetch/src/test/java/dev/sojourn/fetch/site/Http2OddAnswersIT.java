package dev.sojourn.fetch.site;

import static dev.sojourn.fetch.site.FrameServer.DATA;
import static dev.sojourn.fetch.site.FrameServer.END_HEADERS;
import static dev.sojourn.fetch.site.FrameServer.END_STREAM;
import static dev.sojourn.fetch.site.FrameServer.HEADERS;
import static dev.sojourn.fetch.site.FrameServer.RST_STREAM;
import static dev.sojourn.fetch.site.FrameServer.block;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers that real servers give and that no standard has foreseen, over HTTP/2.
@Timeout(120)
class Http2OddAnswersIT {
  private static final byte[] TEXT = "page".getBytes(StandardCharsets.US_ASCII);

  @TempDir private static Path folder;
  private static SSLContext server;
  private static SSLContext client;

  private final WireTally tally = new WireTally();
  private final HttpFetcher fetcher =
      HttpFetcher.open(TestSettings.trusting(TestSettings.usual(), client));

  @BeforeAll
  static void start() throws Exception {
    var certificate = TestCertificate.write(folder);
    server = certificate.server();
    client = certificate.client();
  }

  @AfterEach
  void close() {
    fetcher.close();
  }

  /// Sends the body of an answer.
  private interface OddBody {
    void send(FrameServer.Peer peer, int stream) throws IOException;
  }

  private static FrameServer serving(String status, List<String> fields, OddBody body)
      throws IOException {
    return FrameServer.start(
        server,
        peer -> {
          peer.settings();
          while (true) {
            int stream = peer.next().stream();
            peer.send(HEADERS, END_HEADERS, stream, block(status, fields.toArray(String[]::new)));
            body.send(peer, stream);
          }
        });
  }

  private HttpReply get(FrameServer from) throws InterruptedException {
    return fetcher.get(PageUrl.parse(from.origin() + "/").orElseThrow(), 100_000, tally);
  }

  @Test
  void anOddBodyChangesNothingWhereTheStatusDecides() throws Exception {
    var odd =
        List.<OddBody>of(
            // The body does not have the coding that its head names.
            (peer, stream) -> peer.send(DATA, END_STREAM, stream, TEXT),
            // Longer than its length.
            (peer, stream) -> peer.send(DATA, END_STREAM, stream, new byte[1_000]),
            // Shorter than its length.
            (peer, stream) -> peer.send(DATA, END_STREAM, stream, new byte[1]),
            // Reset in its middle.
            (peer, stream) -> {
              peer.send(DATA, 0, stream, new byte[1]);
              peer.send(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 2});
            },
            // Never more.
            (peer, stream) -> peer.send(DATA, 0, stream, new byte[1]));
    for (var body : odd) {
      for (var status : List.of("301", "404", "410", "500")) {
        var fields =
            List.of("location: /here", "content-encoding: br", "content-length: " + TEXT.length);
        try (var frames = serving(status, fields, body)) {
          var reply = get(frames);
          assertThat(reply)
              .as("%s of %s", status, odd.indexOf(body))
              .isInstanceOf(HttpReply.Answer.class);
          var answer = (HttpReply.Answer) reply;
          assertThat(answer.status()).isEqualTo(Integer.parseInt(status));
          assertThat(answer.header("location")).contains("/here");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "UTF-8", "iso-8859-1", "binary", "8bit", "aws-chunked"})
  void anEncodingThatIsNoCompressionLeavesTheBodyAsItIs(String coding) throws Exception {
    var fields = List.of("content-encoding: " + coding);
    try (var frames =
        serving("200", fields, (peer, stream) -> peer.send(DATA, END_STREAM, stream, TEXT))) {
      assertThat(((HttpReply.Answer) get(frames)).body()).isEqualTo(TEXT);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: text/html",
        "X-Upper: x",
        "two words: x",
        "bracket(: x",
        "umlaut-\u00e4: x",
        "null\u0000: x",
        ": no name",
        "x-null: a\u0000b",
        "x-line: a\nb"
      })
  void oneOddFieldDoesNotLoseAnAnswer(String odd) throws Exception {
    var fields = List.of(odd, "content-length: 4", "x-good: yes");
    try (var frames =
        serving("200", fields, (peer, stream) -> peer.send(DATA, END_STREAM, stream, TEXT))) {
      var answer = (HttpReply.Answer) get(frames);
      assertThat(answer.body()).isEqualTo(TEXT);
      assertThat(answer.header("x-good")).contains("yes");
      assertThat(answer.headers().keySet()).allMatch(name -> name.matches("[a-z-]+"));
      assertThat(answer.headers().values())
          .allMatch(values -> values.stream().allMatch(value -> value.matches("[a-z0-9/]+")));
    }
  }

  /// A name says the same in any case (RFC 9110, 5.1), and some servers write it as over HTTP/1.1.
  @Test
  void aNameInCapitalsIsReadAsOverHttp11() throws Exception {
    var fields = List.of("Content-Type: text/html", "Connection: close");
    try (var frames =
        serving("200", fields, (peer, stream) -> peer.send(DATA, END_STREAM, stream, TEXT))) {
      assertThat(((HttpReply.Answer) get(frames)).headers())
          .containsOnlyKeys("content-type")
          .containsEntry("content-type", List.of("text/html"));
    }
  }

  /// Without these fields the end and the coding of the body are unknown.
  @ParameterizedTest
  @ValueSource(strings = {"content-length: 4\u0000", "content-encoding: gz\u0000ip"})
  void anOddFieldByWhichTheBodyIsReadIsNotLeftOut(String odd) throws Exception {
    try (var frames =
        serving("200", List.of(odd), (peer, stream) -> peer.send(DATA, END_STREAM, stream, TEXT))) {
      assertThat(get(frames)).isInstanceOf(HttpReply.Failure.class);
    }
  }

  @Test
  void lengthsThatAreEqualAreOneLength() throws Exception {
    for (var fields :
        List.of(
            List.of("content-length: 4", "content-length: 4"), List.of("content-length: 4, 4"))) {
      try (var frames =
          serving("200", fields, (peer, stream) -> peer.send(DATA, END_STREAM, stream, TEXT))) {
        assertThat(((HttpReply.Answer) get(frames)).body()).isEqualTo(TEXT);
      }
    }
  }

  @Test
  void anAnswerWithTwoLengthsThatDifferIsDiscarded() throws Exception {
    try (var frames =
        serving(
            "200",
            List.of("content-length: 4, 9"),
            (peer, stream) -> peer.send(DATA, END_STREAM, stream, TEXT))) {
      assertThat(((HttpReply.Failure) get(frames)).kind()).isEqualTo(HttpReply.Kind.BROKEN);
    }
  }
}

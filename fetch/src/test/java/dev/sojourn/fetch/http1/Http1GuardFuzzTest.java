package dev.sojourn.fetch.http1;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.fetch.answer.AnswerAllowance;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as what a server of HTTP/1.1 sends. The client gets an answer that it cannot stumble
/// over, or the guard says what is wrong.
class Http1GuardFuzzTest {
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /// The head with its marks. A value that is no UTF-8 may take three octets for each of its own.
  private static final int MOST_HEAD_BYTES = 4 * Http1Head.MAX_HEAD_CHARS;

  /// What a chunk of one octet takes.
  private static final int CHUNK_BYTES = 6;

  static Stream<byte[]> seeds() {
    return Stream.of(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nhidden",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\nT: t\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
            "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 304 Same\r\nETag: \"v\"\r\n\r\n",
            "HTTP/1.0 200 OK\nConnection: keep-alive\nContent-Length: 2\n\nok",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 0\r\n\r\n0123456789",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\rContent-Length: 9\r\n\r\n0123456789",
            "HTTP/1.1 204 None\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 302 Moved\r\nLocation: /\u00e4\r\nTransfer-Encoding: gzip\r\n\r\nx",
            "HTTP/2 200\r\n\r\n",
            "\r\n\r\nICY 200 OK\r\n\r\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Counts only, as for an answer that may be as long as it likes.
  private static final class Counting implements AnswerAllowance {
    private int interim;

    @Override
    public void addInterim() {
      interim++;
    }

    @Override
    public void check() throws IOException {
      if (interim > 20) {
        throw new BrokenAnswerException("too many");
      }
    }
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreAnAnswerOrAFault(byte[] input) throws IOException {
    var counting = new Counting();
    for (var rules : new HeadRules[] {HeadRules.LENIENT, HeadRules.STRICT}) {
      var guard =
          new Http1Guard(
              new ByteArrayInputStream(input),
              OutputStream.nullOutputStream(),
              () -> counting,
              rules);
      var passed = new ByteArrayOutputStream();
      try {
        guard.requests().write(REQUEST);
        guard.answers().transferTo(passed);
        assertIsClean(passed.toString(StandardCharsets.UTF_8));
        // What is left belongs to nobody, and takes the connection's next request.
        guard.requests().write(REQUEST);
        guard.answers().transferTo(passed);
      } catch (BrokenAnswerException e) {
        assertThat(e).message().isNotEmpty();
      }
      assertThat(passed.size()).isLessThanOrEqualTo(MOST_HEAD_BYTES + CHUNK_BYTES * input.length);
    }
  }

  /// The client sees one status, one framing, and fields that mean nothing to it.
  private static void assertIsClean(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    assertThat(end).isPositive();
    var lines = answer.substring(0, end).split("\r\n", -1);
    assertThat(lines[0]).isEqualTo("HTTP/1.1 200 OK");
    int own = 0;
    for (int i = 1; i < lines.length; i++) {
      assertThat(lines[i]).contains(":").doesNotContain("\n");
      if (!lines[i].startsWith(" ")) {
        assertThat(lines[i])
            .matches("Transfer-Encoding: chunked|Content-Length: [0-9]+|Connection: close");
        own++;
      }
    }
    assertThat(own).isBetween(1, 2);
  }
}

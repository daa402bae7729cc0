package dev.sojourn.fetch.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Literal answers of HTTPS servers, each limit to the byte.
class HttpsGetTest {
  private static final int MAX_BYTES = 10;
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  @Test
  void readsABodyInEachFramingUpToItsLimit() {
    isRead(OK + "Content-Length: 10\r\n\r\n0123456789");
    isRead(
        OK
            + "Transfer-Encoding: chunked\r\n\r\n"
            + "4\r\n"
            + "0123\r\n"
            + "06;x=y\r\n"
            + "456789\r\n"
            + "0\r\n"
            + "a: b\r\n\r\n");
    isRead(OK + "\r\n0123456789");
    isRead("HTTP/1.0 200\n\n0123456789");

    isFailed(OK + "Content-Length: 11\r\n\r\n01234567890", "the answer has more than 10 bytes");
    isFailed(
        OK + "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n1\r\n0\r\n0\r\n\r\n",
        "the answer has more than 10 bytes");
    isFailed(OK + "\r\n01234567890", "the answer has more than 10 bytes");
  }

  @Test
  void takesNoMemoryForASizeThatIsSaid() {
    isFailed(OK + "Content-Length: 999999999\r\n\r\n", "the answer has more than 10 bytes");
    isFailed(OK + "Content-Length: 11\r\n\r\n", "the answer has more than 10 bytes");
    isFailed(OK + "Transfer-Encoding: chunked\r\n\r\nfffffff\r\n", "the answer ends early");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: -1\r\n",
        "Content-Length: +1\r\n",
        "Content-Length:\r\n",
        "Content-Length: ,\r\n",
        "Content-Length: 1, a\r\n"
      })
  void refusesALengthThatIsNone(String fields) {
    isFailed(OK + fields + "\r\na", "Content-Length of the answer is not a length");
  }

  @Test
  void refusesLengthsThatDiffer() {
    for (var fields :
        List.of("Content-Length: 9, 10\r\n", "Content-Length: 10\r\nContent-Length: 9")) {
      isFailed(OK + fields + "\r\n\r\n0123456789", "the answer has two lengths that differ");
    }
  }

  @Test
  void readsALengthThatIsSaidTwice() {
    isRead(OK + "Content-Length: 10\r\nContent-Length: 10\r\n\r\n0123456789");
    isRead(OK + "Content-Length: 10, 10,010\r\n\r\n0123456789");
  }

  /// A body that is not read cannot do harm, however it is framed or coded.
  @Test
  void theStatusOfAnAnswerThatIsNoneIsSaidWhateverItsBodyIs() {
    for (var fields :
        List.of(
            "Content-Encoding: br\r\n",
            "Transfer-Encoding: gzip\r\n",
            "Content-Length: 999999999\r\n",
            "Content-Length: 1\r\nContent-Length: 2\r\n")) {
      assertThat(read("HTTP/1.1 404 None\r\n" + fields + "\r\n"))
          .isInstanceOfSatisfying(
              HttpsAnswer.Got.class, got -> assertThat(got.head().status()).isEqualTo(404));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer-Encoding: gzip\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n"
      })
  void refusesFramingsThatCouldBeReadInTwoWays(String fields) {
    isFailed(OK + fields + "\r\n0\r\n\r\n", "the answer has an unknown framing");
  }

  @Test
  void refusesAnAnswerThatIsCutAnywhereInItsBody() {
    isFailed(OK + "Content-Length: 3\r\n\r\nab", "the answer ends early");
    for (var cut : List.of("", "3", "3\r\n", "3\r\nab", "3\r\nabc", "3\r\nabc\r\n", "0\r\n")) {
      isFailed(OK + "Transfer-Encoding: chunked\r\n\r\n" + cut, "the answer ends early");
    }
    isFailed("HTTP/1.1 200 OK\r\nContent-", "the answer ends early");
  }

  @Test
  void refusesChunksThatAreNotAsTheySay() {
    var chunked = OK + "Transfer-Encoding: chunked\r\n\r\n";
    isFailed(chunked + "3\r\nabcd\r\n", "it cannot be read: a chunk is longer than it says");
    for (var size : List.of("", "x", "-1", "0x1")) {
      isFailed(chunked + size + "\r\na\r\n", "it cannot be read: a chunk has no size");
    }
  }

  @Test
  void readsALineOfEightKibibytesWithItsCarriageReturnAndNotOneByteMore() {
    var longest = "a:" + "b".repeat(8 * 1024 - 3);
    isRead(OK + longest + "\r\n\r\n0123456789");
    isFailed(
        OK + longest + "b\r\n\r\n", "it cannot be read: a header line is longer than 8192 bytes");
  }

  @Test
  void readsAHundredFieldsAndNotOneMore() {
    isRead(OK + "a: b\r\n".repeat(100) + "\r\n0123456789");
    isFailed(
        OK + "a: b\r\n".repeat(101) + "\r\n",
        "it cannot be read: there are more than 100 header lines");
  }

  @Test
  void waitsForTheAnswerThroughFiveInterimOnesAndNotSix() {
    var interim = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";
    isRead(interim.repeat(5) + OK + "\r\n0123456789");
    isFailed(interim.repeat(6) + OK + "\r\n", "too many interim answers come before the answer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ATP/0.1 100 OKAY",
        "HTTP/2 200",
        "HTTP/1.1 099 x",
        "HTTP/1.1 600 x",
        "HTTP/1.1 20 x",
        "HTTP/1.1 2000 x",
        "HTTP/1.1  200 x",
        ""
      })
  void refusesWhatIsNotHttp(String line) {
    isFailed(line + "\r\n\r\n", "the answer is not HTTP/1.1");
  }

  @Test
  void leavesOutALineThatIsNoField() {
    for (var field : List.of("no colon", ": value", "two words: value", "brace{: value")) {
      isRead(OK + field + "\r\nContent-Length: 10\r\n\r\n0123456789");
    }
  }

  @Test
  void refusesContentCodings() {
    isFailed(
        OK + "Content-Encoding: gzip\r\n\r\nx",
        "the answer is compressed, though the request did not allow it");
    for (var none : List.of("identity", "none", "UTF-8", "8bit", "aws-chunked", "")) {
      isRead(OK + "Content-Encoding: " + none + "\r\n\r\n0123456789");
    }
  }

  @Test
  void refusesChunksThatAreAllExtension() {
    var chunks = ("1;" + "x".repeat(8_000) + "\r\n0\r\n").repeat(64);
    var text = OK + "Transfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n";
    assertThat(LiteralAnswer.read(text.getBytes(StandardCharsets.ISO_8859_1), 64 * 1024))
        .isEqualTo(
            new HttpsAnswer.Failed(
                "it cannot be read: the answer has more than 262144 bytes of framing"));
  }

  private static void isRead(String text) {
    assertThat(read(text))
        .isInstanceOfSatisfying(
            HttpsAnswer.Got.class,
            got -> {
              assertThat(got.head().status()).isEqualTo(200);
              assertThat(got.body().asUtf8()).isEqualTo("0123456789");
            });
  }

  private static void isFailed(String text, String sentence) {
    assertThat(read(text)).isEqualTo(new HttpsAnswer.Failed(sentence));
  }

  private static HttpsAnswer read(String text) {
    return LiteralAnswer.read(text.getBytes(StandardCharsets.ISO_8859_1), MAX_BYTES);
  }
}

package dev.sojourn.fetch.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Heads of answers that another reader on the way could understand otherwise.
final class Http1HeadTest {
  private static Http1Head head(String fields) throws IOException {
    var text = "HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n";
    return Http1Head.read(
        new Http1Input(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1))),
        HeadRules.LENIENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Server: s",
        "Content-Length: 10",
        "Content-Length:  10\t",
        "Transfer-Encoding: chunked",
        "transfer-encoding: CHUNKED"
      })
  void anAnswerWithOneEndLeavesItsConnectionToTheNext(String fields) throws Exception {
    assertThat(head(fields).isReusable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 10\r\nContent-Length: 10",
        "Content-Length: 10, 10",
        "Content-Length: +10",
        "Content-Length: 0x0a",
        "Content-Length: ",
        "Content-Length: 10\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: identity, chunked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding: ",
        "Content-Length : 10",
        "Content-Length 10",
        "X Content-Length: 10",
        " Content-Length: 10",
        "X: a\r\n Content-Length: 10",
        "X: a\r\n\tContent-Length: 10",
        "X: a\rContent-Length: 10",
        "X: a\0\r\nContent-Length: 10",
        ": x"
      })
  void anAnswerThatAnotherReaderCouldEndElsewhereIsTheLastOfItsConnection(String fields)
      throws Exception {
    assertThat(head(fields).isReusable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK\r\nContent-Length: 1",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: Foo, Close",
        "HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive, close",
        "HTTP/1.1 204 None\r\nContent-Length: 1",
        "HTTP/1.1 204 None\r\nTransfer-Encoding: chunked"
      })
  void anAnswerWhoseServerEndsItsConnectionIsTheLast(String head) throws Exception {
    assertThat(read(head).isReusable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: Keep-Alive",
        "HTTP/1.1 204 None",
        "HTTP/1.1 204 None\r\nContent-Length: 0",
        "HTTP/1.1 304 Same\r\nContent-Length: 7"
      })
  void anAnswerWithoutABodyLeavesItsConnectionToTheNext(String head) throws Exception {
    assertThat(read(head).isReusable()).isTrue();
  }

  private static Http1Head read(String head) throws IOException {
    return Http1Head.read(
        new Http1Input(
            new ByteArrayInputStream((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1))),
        HeadRules.LENIENT);
  }

  /// Each of its fields is within its limit; 200 of them would fill the heap if many sites did so.
  @Test
  void aHeadOfManyLongFieldsIsNotHeldToItsEnd() {
    var field = ("X: " + "x".repeat(30_000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    var taken = new AtomicInteger();
    var endless =
        new InputStream() {
          private final byte[] status = "HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII);

          @Override
          public int read() {
            int at = taken.getAndIncrement();
            return at < status.length ? status[at] : field[(at - status.length) % field.length];
          }
        };
    assertThatThrownBy(() -> Http1Head.read(new Http1Input(endless), HeadRules.LENIENT))
        .isInstanceOf(BrokenAnswerException.class)
        .hasMessage("its header fields are too long or too many");
    assertThat(taken).hasValueLessThan(Http1Head.MAX_HEAD_CHARS + field.length + 8 * 1024);
  }

  /// A head without its end could be the beginning of another one.
  @ParameterizedTest
  @ValueSource(strings = {"", "X: y", "X: y\r\n", "X: y\r\nContent-Length: 1\r"})
  void aHeadThatBreaksOffIsNone(String fields) {
    var text = "HTTP/1.1 200 OK\r\n" + fields;
    assertThatThrownBy(
            () ->
                Http1Head.read(
                    new Http1Input(
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1))),
                    HeadRules.LENIENT))
        .hasMessage("the answer ends early");
  }

  @Test
  void aLineThatIsNoFieldHidesNoOther() throws Exception {
    assertThat(head("no field\r\n: x\r\nETag: a\r\nb{: c\r\nVary : d").head().fields())
        .containsOnlyKeys("etag", "vary");
  }
}

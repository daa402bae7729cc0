package dev.sojourn.fetch.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Heads of answers that another reader on the way could understand otherwise.
final class AnswerHeadsTest {
  private static ClassicHttpResponse head(String fields) throws Exception {
    var text = "HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n";
    return AnswerHeads.readers(Http1Config.DEFAULT)
        .create()
        .parse(
            new SessionInputBufferImpl(8_192),
            new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
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
    assertThat(AnswerHeads.isReusable(head(fields))).isTrue();
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
        ": x"
      })
  void anAnswerThatAnotherReaderCouldEndElsewhereIsTheLastOfItsConnection(String fields)
      throws Exception {
    assertThat(AnswerHeads.isReusable(head(fields))).isFalse();
  }

  @Test
  void aLineThatIsNoFieldHidesNoOther() throws Exception {
    assertThat(AnswerHeads.fields(head("no field\r\n: x\r\nETag: a\r\nb{: c\r\nVary : d")))
        .containsOnlyKeys("etag", "vary");
  }
}

package dev.sojourn.sandbox.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.page.view.ViewReader;
import java.io.EOFException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderPipeTest {
  private static final ReadOrder ORDER =
      new ReadOrder(
          ReadOrder.Wanted.TREE,
          100,
          new ViewReader.Source(
              PageUrl.parse("http://x/").orElseThrow(), Map.of("A", List.of("b")), new byte[] {9}));

  private static final String ORDER_HEX =
      "00000031" // 49 bytes follow
          + "15" // an order
          + "00000000" // of no visit
          + "00000001" // for a tree
          + "00000064" // within 100 ms
          + "00000009687474703a2f2f782f" // url "http://x/"
          + "00000001" // one field
          + "0000000141" // name "A"
          + "00000001" // one value
          + "0000000162" // "b"
          + "0000000109"; // body

  @Test
  void writesAnOrderAsTheseBytes() throws Exception {
    var channel = new MemoryChannel();
    new ReaderPipe(new Pipe(channel)).send(ORDER);
    assertThat(channel.hex()).isEqualTo(ORDER_HEX);
    assertThat(new ReaderPipe(new Pipe(channel)).readOrder())
        .usingRecursiveComparison()
        .isEqualTo(ORDER);
  }

  @Test
  void writesRepliesAsTheseBytes() throws Exception {
    var channel = new MemoryChannel();
    var pipe = new ReaderPipe(new Pipe(channel));
    var done = new ReadReply.Done(new byte[] {1, 2});
    pipe.send(done);
    pipe.send(new ReadReply.TooSlow());
    pipe.send(new ReadReply.Failed("é"));
    assertThat(channel.hex())
        .isEqualTo(
            "00000007" // 7 bytes follow
                + "5b" // done
                + "00000000"
                + "0102" // the view
                + "00000005" // 5 bytes follow
                + "5c" // too slow
                + "00000000"
                + "0000000b" // 11 bytes follow
                + "5d" // failed
                + "00000000"
                + "00000002c3a9"); // "é"
    assertThat(pipe.readReply()).usingRecursiveComparison().isEqualTo(done);
    assertThat(pipe.readReply()).isEqualTo(new ReadReply.TooSlow());
    assertThat(pipe.readReply()).isEqualTo(new ReadReply.Failed("é"));
    assertThatExceptionOfType(EOFException.class).isThrownBy(pipe::readReply);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7fffffff5b00000000                   | message of 2147483642 bytes (expected: at most 33554432)
          ffffffff5b00000000                   | message of -6 bytes (expected: at most 33554432)
          000000065c0000000000                 | message of 1 bytes (expected: at most 0)
          000040065d00000000                   | message of 16385 bytes (expected: at most 16384)
          0000000a5d000000000000000000         | 1 bytes after the end of a message
          000000095d0000000000000001           | length: 1 (expected: at most 0)
          0000000a5d0000000000000001ff         | text that is not UTF-8
          000000055e00000000                   | message of type 94 (expected: 91 to 93)
          00000005150000000000                 | message of type 21 (expected: 91 to 93)
          """)
  void refusesRepliesThatAnHonestReaderDoesNotSend(String hex, String message) {
    var pipe = new ReaderPipe(new Pipe(MemoryChannel.of(hex)));
    assertThatExceptionOfType(PipeException.class).isThrownBy(pipe::readReply).withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          000000051500000000                   | a message ends early
          000000055b00000000                   | message of type 91 (expected: 21)
          0000000d150000000000000003ffffffff   | view: 3
          0000000d1500000000ffffffffffffffff   | view: -1
          00000012150000000000000000000000010000000178 | a page without a URL
          """)
  void refusesWhatIsNoOrder(String hex, String message) {
    var pipe = new ReaderPipe(new Pipe(MemoryChannel.of(hex)));
    assertThatExceptionOfType(PipeException.class).isThrownBy(pipe::readOrder).withMessage(message);
  }
}

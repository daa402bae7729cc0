package dev.sojourn.fetch.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The frames of RFC 9113, 6, as octets.
class Http2FrameCodecTest {
  private static final String SETTINGS = "000000 04 00 00000000";

  private static byte[] octets(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /// The frame after the settings.
  private static Http2Frame read(String hex) throws IOException {
    var reader = new Http2FrameReader(new ByteArrayInputStream(octets(SETTINGS + hex)));
    reader.next();
    return reader.next();
  }

  private static String hex(ByteBuffer octets) {
    var copy = new byte[octets.remaining()];
    octets.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }

  @Test
  void readsEachKindOfFrame() throws IOException {
    // Length 3, DATA, END_STREAM, stream 1
    var data = (Http2Frame.Data) read("000003 00 01 00000001 616263");
    assertThat(hex(data.octets())).isEqualTo("616263");
    assertThat(data.isEnd()).isTrue();
    // PADDED: the first octet says how much padding is at the end
    var padded = (Http2Frame.Data) read("000004 00 08 00000001 02 61 0000");
    assertThat(hex(padded.octets())).isEqualTo("61");
    // HEADERS with PRIORITY and END_HEADERS: five octets before the block; the first bit of the
    // stream counts for nothing
    var headers = (Http2Frame.Headers) read("000006 01 24 80000003 0000000010 88");
    assertThat(hex(headers.fragment())).isEqualTo("88");
    assertThat(headers.streamId()).isEqualTo(3);
    assertThat(headers.isWhole()).isTrue();
    assertThat(headers.isEnd()).isFalse();
    assertThat(read("000004 03 00 00000005 00000007")).isEqualTo(new Http2Frame.Reset(5));
    // MAX_CONCURRENT_STREAMS 100, an unknown setting
    assertThat(read("00000c 04 00 00000000 0003 00000064 00fa ffffffff"))
        .isEqualTo(new Http2Frame.Other(0));
    assertThat(read("000008 06 00 00000000 0000000000000009")).isEqualTo(new Http2Frame.Other(0));
    assertThat(read("00000a 07 00 00000000 80000007 0000000b 6869"))
        .isEqualTo(new Http2Frame.Other(0));
    var more = (Http2Frame.Continuation) read("000001 09 04 00000003 88");
    assertThat(more.isWhole()).isTrue();
  }

  @Test
  void whatAsksForNothingIsIgnored() throws IOException {
    // Acknowledgements of SETTINGS and PING, PRIORITY, WINDOW_UPDATE, an unknown type
    assertThat(read("000000 04 01 00000000")).isEqualTo(new Http2Frame.Other(0));
    assertThat(read("000008 06 01 00000000 0000000000000009")).isEqualTo(new Http2Frame.Other(0));
    assertThat(read("000005 02 00 00000003 0000000010")).isEqualTo(new Http2Frame.Other(3));
    assertThat(read("000004 08 00 00000003 00000001")).isEqualTo(new Http2Frame.Other(3));
    assertThat(read("000001 fa ff 00000000 00")).isEqualTo(new Http2Frame.Other(0));
  }

  @ParameterizedTest
  @CsvSource({
    "004001 00 00 00000001, a frame of 16385 bytes",
    "ffffff 00 00 00000001, a frame of 16777215 bytes",
    "000001 00 00 00000000 61, DATA frame without a stream",
    "000001 01 04 00000000 88, HEADERS frame without a stream",
    "000000 09 04 00000000, CONTINUATION frame without a stream",
    "000000 04 00 00000001, SETTINGS frame on a stream",
    "000008 06 00 00000001 0000000000000009, PING frame on a stream",
    "000008 07 00 00000001 0000000000000000, GOAWAY frame on a stream",
    "000004 07 00 00000000 00000000, GOAWAY frame that is too short",
    "000003 03 00 00000001 000000, RST_STREAM frame of a wrong length",
    "000007 06 00 00000000 00000000000000, PING frame of a wrong length",
    "000001 04 01 00000000 00, SETTINGS frame of a wrong length",
    "000005 04 00 00000000 0003000000, SETTINGS frame of a wrong length",
    "000003 08 00 00000000 000000, WINDOW_UPDATE frame of a wrong length",
    "000000 00 08 00000001, more padding than payload",
    "000002 00 08 00000001 02 61, more padding than payload",
    "000004 01 24 00000001 00000000, HEADERS frame that is too short",
    "000005 05 04 00000001 0000000288, PUSH_PROMISE"
  })
  void refusesFramesThatBreakTheRules(String frame, String reason) {
    assertThatThrownBy(() -> read(frame))
        .isInstanceOf(BrokenAnswerException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aFrameThatBreaksOffIsTheEndOfTheConnection() {
    assertThatThrownBy(() -> read("000003 00 01 00000001 6162")).isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> read("0000")).isInstanceOf(EOFException.class);
  }
}

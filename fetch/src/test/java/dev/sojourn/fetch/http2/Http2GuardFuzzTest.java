package dev.sojourn.fetch.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import okhttp3.internal.http2.Hpack;
import okio.Buffer;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as the frames of a server of HTTP/2. The client gets frames that it can decode, or
/// the guard says what is wrong.
class Http2GuardFuzzTest {
  private static final String SETTINGS = "000000 04 00 00000000";

  /// A request on the streams 1 and 3: the preface of RFC 9113, 3.4, no settings, two heads.
  private static final byte[] REQUESTS = requests();

  private static final int HEADERS = 0x1;
  private static final int CONTINUATION = 0x9;
  private static final int END_HEADERS = 0x4;

  private static byte[] requests() {
    var octets = new ByteArrayOutputStream();
    octets.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    octets.writeBytes(octets(SETTINGS + "000001 01 05 00000001 82" + "000001 01 05 00000003 82"));
    return octets.toByteArray();
  }

  private static byte[] octets(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  static Stream<byte[]> seeds() {
    return Stream.of(
            // An answer of 200 with a body, and one of 404 without
            "000001 01 04 00000001 88" + "000002 00 01 00000001 6f6b" + "000001 01 05 00000003 8d",
            // HEADERS in two parts, the second indexed; trailers
            "000001 01 00 00000001 88" + "000003 09 04 00000001 400161",
            "000005 01 04 00000001 88 40 01 61 00" + "000001 01 05 00000001 be",
            // An interim answer, PING, SETTINGS, GOAWAY, RST_STREAM
            "000005 01 04 00000001 08 03 313033"
                + "000008 06 00 00000000 0000000000000009"
                + "000006 04 00 00000000 000300000064"
                + "000008 07 00 00000000 0000000700000000"
                + "000004 03 00 00000003 00000008",
            // Padding, PRIORITY, a push, a stream that nobody asked on
            "000004 00 08 00000001 02 61 0000",
            "000006 01 24 80000001 0000000010 88",
            "000005 05 04 00000001 0000000288",
            "000001 01 05 00000009 88")
        .map(Http2GuardFuzzTest::octets);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyFramesAreAnAnswerOrAFault(byte[] input) throws IOException {
    var all = new ByteArrayOutputStream();
    all.writeBytes(octets(SETTINGS));
    all.writeBytes(input);
    var guard =
        new Http2Guard(
            new ByteArrayInputStream(all.toByteArray()),
            OutputStream.nullOutputStream(),
            1L << 30,
            () -> 0);
    guard.requests().write(REQUESTS);
    var passed = new ByteArrayOutputStream();
    try {
      guard.answers().transferTo(passed);
    } catch (BrokenAnswerException e) {
      assertThat(e).message().isNotEmpty();
    }
    assertIsDecoded(passed.toByteArray());
    // Each octet of a block stands for one field of the table at most, twice as long in UTF-8.
    long most = all.size() + 4L * Http2HeaderReader.MAX_LIST_BYTES * (1 + input.length / 10);
    assertThat((long) passed.size()).isLessThanOrEqualTo(most);
  }

  /// The client's own decoder takes every head that passes, and sees one status.
  private static void assertIsDecoded(byte[] passed) throws IOException {
    var frames = new Buffer().write(passed);
    var block = new Buffer();
    var decoder = new Hpack.Reader(block, 4096, 4096);
    while (!frames.exhausted()) {
      int head = frames.readInt();
      int flags = frames.readByte();
      frames.readInt();
      int type = head & 0xff;
      var payload = frames.readByteArray(head >>> 8);
      if (type == HEADERS || type == CONTINUATION) {
        block.write(payload);
        if ((flags & END_HEADERS) != 0) {
          decoder.readHeaders();
          assertThat(decoder.getAndResetHeaderList())
              .allMatch(field -> field.name.utf8().matches(":status| .*"))
              .filteredOn(field -> field.name.utf8().equals(":status"))
              .hasSize(1);
        }
      }
    }
  }
}

package dev.sojourn.fetch.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// Bodies that are made to cost much when they are decoded.
class InflationTest {
  private static final int MAX = 1 << 20;
  private static final Inflation.Pulse ALWAYS = () -> {};

  private static byte[] gzip(byte[] plain) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] repeated(byte[] bytes, int times) {
    var all = new byte[bytes.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(bytes, 0, all, i * bytes.length, bytes.length);
    }
    return all;
  }

  private static byte[] concat(byte[] one, byte[] two) {
    var all = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, all, one.length, two.length);
    return all;
  }

  private static Bodies.Body decode(byte[] bytes, String coding) throws IOException {
    return Bodies.decode(new Bodies.Body(bytes, false), coding, MAX, ALWAYS);
  }

  @Test
  void tenThousandMembersOfGzipAreRefusedAndOverflowNoStack() throws IOException {
    for (var member : new byte[][] {gzip(new byte[0]), gzip(text("x"))}) {
      assertThatThrownBy(() -> decode(repeated(member, 10_000), "gzip"))
          .isInstanceOf(BrokenEncodingException.class)
          .hasMessage("the gzip body has more than 1000 members");
    }
  }

  @Test
  void aThousandMembersAreOneBody() throws IOException {
    var members = repeated(gzip(text("x")), Inflation.MAX_MEMBERS);
    assertThat(decode(members, "gzip").bytes()).isEqualTo(text("x".repeat(1_000)));
    var empty = repeated(gzip(new byte[0]), Inflation.MAX_MEMBERS);
    assertThat(decode(empty, "gzip").bytes()).isEmpty();
  }

  @Test
  void theMembersOfEachStackedCodingAreCounted() throws IOException {
    var inner = gzip(repeated(gzip(new byte[0]), 10_000));
    assertThatThrownBy(() -> decode(inner, "gzip, gzip"))
        .isInstanceOf(BrokenEncodingException.class);
  }

  @Test
  void fourStackedCodingsAreNotDecodedAtAll() {
    assertThat(Bodies.isKnown("gzip, deflate, gzip")).isTrue();
    assertThat(Bodies.isKnown("gzip, deflate, gzip, gzip")).isFalse();
    assertThat(Bodies.isKnown("gzip" + ",identity".repeat(10_000) + ",gzip")).isFalse();
  }

  @Test
  void wordsThatAreNoCompressionChangeNothing() throws IOException {
    for (var none : List.of("none", "UTF-8", "iso-8859-1", "binary", "8bit", "aws-chunked")) {
      assertThat(Bodies.isKnown(none)).isTrue();
      assertThat(decode(text("page"), none).bytes()).isEqualTo(text("page"));
      assertThat(decode(gzip(text("page")), none + ", gzip").bytes()).isEqualTo(text("page"));
    }
    assertThat(Bodies.isKnown("br")).isFalse();
    assertThat(Bodies.isKnown("none, br")).isFalse();
  }

  /// 16 KiB of empty blocks, each five octets and nothing in it.
  @Test
  void aBodyThatIsSlowToDecodeIsGivenUpWhenTheTimeIsOver() {
    var block = HexFormat.of().parseHex("000000ffff");
    var blocks = repeated(block, 20_000);
    var steps = new AtomicInteger();
    Inflation.Pulse twice =
        () -> {
          if (steps.incrementAndGet() > 2) {
            throw new InterruptedIOException();
          }
        };
    assertThatThrownBy(() -> Bodies.decode(new Bodies.Body(blocks, false), "deflate", MAX, twice))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void thePulseIsAskedForEachStepInAndOut() throws IOException {
    var steps = new AtomicInteger();
    var plain = new byte[MAX];
    Bodies.decode(new Bodies.Body(gzip(plain), false), "gzip", MAX, steps::incrementAndGet);
    assertThat(steps.get()).isGreaterThanOrEqualTo(MAX / Inflation.STEP_BYTES);
    steps.set(0);
    new Random(1).nextBytes(plain);
    Bodies.decode(new Bodies.Body(gzip(plain), false), "gzip", MAX, steps::incrementAndGet);
    assertThat(steps.get()).isGreaterThanOrEqualTo(MAX / Inflation.STEP_BYTES);
  }

  @Test
  void paddingAfterTheLastMemberIsIgnored() throws IOException {
    assertThat(decode(concat(gzip(text("text")), new byte[512]), "gzip").bytes())
        .isEqualTo(text("text"));
    assertThat(decode(concat(gzip(text("text")), text("and more")), "gzip").bytes())
        .isEqualTo(text("text"));
  }

  @Test
  void everyPartOfAHeadIsReadAndNoneOfTheText() throws IOException {
    var whole = gzip(text("text"));
    var rest = Arrays.copyOfRange(whole, 10, whole.length);
    var fields = HexFormat.of().parseHex("1f8b081e00000000000003000102036e616d6500636f6d00");
    var checksum = new CRC32();
    checksum.update(fields);
    var head =
        concat(fields, new byte[] {(byte) checksum.getValue(), (byte) (checksum.getValue() >> 8)});
    assertThat(decode(concat(head, rest), "gzip").bytes()).isEqualTo(text("text"));
    for (int length = 1; length < head.length; length++) {
      var cut = Arrays.copyOf(head, length);
      assertThatThrownBy(() -> decode(cut, "gzip")).hasMessage("the gzip body ends early");
    }
    head[12] ^= 1;
    assertThatThrownBy(() -> decode(concat(head, rest), "gzip"))
        .hasMessage("the body is not the gzip that its header announces");
  }

  @Test
  void aWrongChecksumOrSizeIsNoGzip() throws IOException {
    var whole = gzip(text("text"));
    for (int i = 1; i <= 8; i++) {
      var wrong = whole.clone();
      wrong[wrong.length - i] ^= 1;
      assertThatThrownBy(() -> decode(wrong, "gzip")).isInstanceOf(BrokenEncodingException.class);
    }
  }

  @Test
  void aCutBodyGivesItsBeginning() throws IOException {
    var plain = new byte[100_000];
    new Random(2).nextBytes(plain);
    var whole = gzip(plain);
    var cut = new Bodies.Body(Arrays.copyOf(whole, 50_000), true);
    var body = Bodies.decode(cut, "gzip", MAX, ALWAYS);
    assertThat(body.truncated()).isTrue();
    assertThat(body.bytes().length).isGreaterThan(40_000);
    assertThat(body.bytes()).isEqualTo(Arrays.copyOf(plain, body.bytes().length));
  }

  @Test
  void noMoreIsKeptThanTheLimit() throws IOException {
    var body = Bodies.decode(new Bodies.Body(gzip(new byte[MAX]), false), "gzip", 1_000, ALWAYS);
    assertThat(body.bytes()).hasSize(1_000);
    assertThat(body.truncated()).isTrue();
    var exact = Bodies.decode(new Bodies.Body(gzip(new byte[1_000]), false), "gzip", 1_000, ALWAYS);
    assertThat(exact.bytes()).hasSize(1_000);
    assertThat(exact.truncated()).isFalse();
  }

  /// With few members the stream of the JDK is right.
  @Test
  void damagedBodiesAreReadAsTheJdkReadsThem() throws IOException {
    var random = new Random(3);
    var plain = text("some text, and some text again, 0123456789".repeat(20));
    var whole = concat(gzip(plain), gzip(plain));
    for (int i = 0; i < 2_000; i++) {
      var damaged = Arrays.copyOf(whole, random.nextInt(1, whole.length + 1));
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      assertThat(read(damaged)).as(HexFormat.of().formatHex(damaged)).isEqualTo(jdk(damaged));
    }
  }

  private static String read(byte[] bytes) {
    try {
      return new String(decode(bytes, "gzip").bytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "none";
    }
  }

  private static String jdk(byte[] bytes) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "none";
    }
  }

  @Test
  void deflateIsReadWithAndWithoutItsFrame() throws IOException {
    var plain = text("text ".repeat(10_000));
    for (boolean isRaw : new boolean[] {false, true}) {
      var buffer = new byte[100_000];
      try (var deflater = new Deflater(6, isRaw)) {
        deflater.setInput(plain);
        deflater.finish();
        int length = deflater.deflate(buffer);
        assertThat(decode(Arrays.copyOf(buffer, length), "deflate").bytes()).isEqualTo(plain);
        assertThatThrownBy(() -> decode(Arrays.copyOf(buffer, length / 2), "deflate"))
            .hasMessage("the deflate body ends early");
      }
    }
  }
}

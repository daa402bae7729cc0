package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.signature.Envelope;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each limit of a package's parts, to the byte. A part of that size is read; a part larger by one
/// is refused with its size and the limit.
final class PackageLimitsTest {

  private static final byte[] ENVELOPE = envelope("t", new byte[] {'{', '}'}, signature("k", 2));

  @Test
  void aPassportHasUpTo256KibibytesWithAllThatIsAroundIt() {
    int around = envelope("t", new byte[0], signature("k", 2)).length;
    var largest = envelope("t", new byte[256 * 1024 - around], signature("k", 2));
    assertThat(largest).hasSize(256 * 1024);
    isRead(part(1, largest));
    isGarbled(
        "passport",
        "262145 bytes (limit: 262144)",
        part(1, Arrays.copyOf(largest, 256 * 1024 + 1)));
  }

  @ParameterizedTest
  @CsvSource({"2, code, 8", "3, state, 16"})
  void codeHasUpToEightMebibytesAndStateUpToSixteen(int tag, String words, int mebibytes) {
    int most = mebibytes << 20;
    isRead(part(1, ENVELOPE), part(tag, new byte[most]));
    // The reader alone: a host refuses a body of that size before it is read.
    assertThat(
            new PackageReader(PackageLimits.DEFAULT)
                .read(raw(2, part(1, ENVELOPE), part(tag, new byte[most + 1]))))
        .asString()
        .contains(words, "%d bytes (limit: %d)".formatted(most + 1, most));
  }

  @Test
  void aHopHasUpToFourKibibytesWithAllThatIsAroundIt() {
    int around = envelope("t", new byte[0], signature("k", 2)).length;
    var largest = envelope("t", new byte[4_096 - around], signature("k", 2));
    assertThat(largest).hasSize(4_096);
    isRead(part(1, ENVELOPE), part(4, largest));
    isGarbled(
        "hop log",
        "4097 bytes (limit: 4096)",
        part(1, ENVELOPE),
        part(4, Arrays.copyOf(largest, 4_097)));
  }

  @Test
  void aHopLogHasUpTo1024Statements() {
    var parts = new byte[1_025][];
    Arrays.fill(parts, part(4, ENVELOPE));
    parts[0] = part(1, ENVELOPE);
    isRead(parts);
    var more = Arrays.copyOf(parts, 1_026);
    more[1_025] = parts[1];
    isGarbled("hop log", "has more than 1024 statements", more);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void anEnvelopeHasUpToFourSignatures(int count) {
    isRead(part(1, envelope("t", new byte[1], signatures(count))));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 255})
  void andNeitherNoneNorFive(int count) {
    isGarbled(
        "passport",
        "has %d signatures (expected: 1 to 4)".formatted(count),
        part(1, envelope("t", new byte[1], signatures(count))));
  }

  @Test
  void aSignatureHasUpToFourKibibytes() {
    isRead(part(1, envelope("t", new byte[1], signature("k", 4_096))));
    isGarbled(
        "passport",
        "4097 bytes (limit: 4096)",
        part(1, envelope("t", new byte[1], signature("k", 4_097))));
  }

  @Test
  void namesOfTypesAndKeysHaveUpTo255CharactersAndMayBeEmpty() {
    var longest = "n".repeat(255);
    isRead(part(1, envelope(longest, new byte[1], signature(longest, 2))));
    isRead(part(1, envelope("", new byte[1], signature("", 0))));
    for (var name : new String[] {" ", "a\u007f", "\0"}) {
      isGarbled("passport", "printable", part(1, envelope(name, new byte[1], signature("k", 2))));
      isGarbled("passport", "printable", part(1, envelope("t", new byte[1], signature(name, 2))));
    }
  }

  @Test
  void namesThatAreLongerAreNotWritten() {
    var longest = "n".repeat(255);
    assertThat(named(longest, longest).encode().size()).isEqualTo(2 * 256 + 4 + 1 + 1 + 2 + 2);
    for (var name : new String[] {longest + "n", " ", "ä"}) {
      assertThatThrownBy(() -> named(name, "k").encode())
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> named("t", name).encode())
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Envelope named(String type, String keyId) {
    var octets = Bytes.wrap(new byte[2]);
    return new Envelope(
        type, Bytes.wrap(new byte[1]), List.of(new Envelope.Signature(keyId, octets)));
  }

  @Test
  void aPackageSaysHowManyPartsItHas() {
    isGarbled("passport", "is followed by 5 bytes too many", raw(1, part(1, ENVELOPE), part(3)));
    isGarbled("state", "is cut short", raw(3, part(1, ENVELOPE), part(3)));
    isGarbled("passport", "is missing", raw(0));
  }

  private static void isRead(byte[]... parts) {
    assertThat(new PackageReader(PackageLimits.DEFAULT).read(raw(parts.length, parts)))
        .isInstanceOf(PackageReading.Read.class);
  }

  private static void isGarbled(String part, String words, byte[]... parts) {
    isGarbled(part, words, raw(parts.length, parts));
  }

  /// Refused by the reader, and with the same sentence by a host.
  private static void isGarbled(String part, String words, Bytes octets) {
    try (var host = Packages.host()) {
      var answer = host.exchange(Packages.dispatch(octets));
      assertThat(answer.status()).isEqualTo(AtpStatus.BAD_REQUEST);
      assertThat(answer.problem().code()).isEqualTo("package-garbled");
      assertThat(answer.problem().detail())
          .startsWith("The " + part + " of the package ")
          .contains(words);
    }
  }

  private static Bytes raw(int count, byte[]... parts) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {'S', 'J', 'P', 'K', 1, (byte) (count >> 8), (byte) count});
    for (var part : parts) {
      out.writeBytes(part);
    }
    return Bytes.wrap(out.toByteArray());
  }

  private static byte[] part(int tag, byte... content) {
    return ByteBuffer.allocate(5 + content.length)
        .put((byte) tag)
        .putInt(content.length)
        .put(content)
        .array();
  }

  private static byte[] envelope(String type, byte[] payload, byte[]... signatures) {
    var out = new ByteArrayOutputStream();
    out.write(type.length());
    out.writeBytes(latin1(type));
    out.writeBytes(ByteBuffer.allocate(4).putInt(payload.length).array());
    out.writeBytes(payload);
    out.write(signatures.length);
    for (var signature : signatures) {
      out.writeBytes(signature);
    }
    return out.toByteArray();
  }

  private static byte[][] signatures(int count) {
    var all = new byte[count][];
    Arrays.fill(all, signature("k", 2));
    return all;
  }

  private static byte[] signature(String keyId, int octets) {
    return ByteBuffer.allocate(3 + keyId.length() + octets)
        .put((byte) keyId.length())
        .put(latin1(keyId))
        .putShort((short) octets)
        .array();
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}

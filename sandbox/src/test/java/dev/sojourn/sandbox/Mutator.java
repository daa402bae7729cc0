package dev.sojourn.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/// Damages octets, the same way for the same seed: turns bits, plants numbers at which lengths and
/// indexes break, cuts, repeats, moves, and puts names in the place of names.
final class Mutator {
  private static final int MAX_CHANGES = 4;
  private static final int[] NUMBERS = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff};

  private final SplittableRandom random;
  private final List<String> names;

  /// @param names put in place of others of the same length; or of parts of them
  Mutator(long seed, List<String> names) {
    this.random = new SplittableRandom(seed);
    this.names = List.copyOf(names);
  }

  byte[] mutate(byte[] whole) {
    var bytes = whole.clone();
    // Most get one change alone, since many changes are likely to be noticed at once.
    int changes = random.nextInt(4) == 0 ? random.nextInt(1, MAX_CHANGES + 1) : 1;
    for (int i = changes; i > 0 && bytes.length > 8; i--) {
      bytes =
          switch (random.nextInt(names.isEmpty() ? 7 : 9)) {
            case 0, 1, 2 -> turned(bytes);
            case 3, 4 -> planted(bytes);
            case 5 -> random.nextBoolean() ? without(bytes) : repeated(bytes);
            case 6 -> moved(bytes);
            default -> named(bytes);
          };
    }
    return bytes;
  }

  private byte[] turned(byte[] bytes) {
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    return bytes;
  }

  private byte[] planted(byte[] bytes) {
    int number = NUMBERS[random.nextInt(NUMBERS.length)];
    int at = random.nextInt(bytes.length - 1);
    if (random.nextBoolean()) {
      bytes[at] = (byte) (number >> 8);
      bytes[at + 1] = (byte) number;
    } else {
      bytes[at] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private byte[] without(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    return joined(bytes, 0, at, bytes, Math.min(bytes.length, at + part(bytes)), bytes.length);
  }

  private byte[] repeated(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    return joined(bytes, 0, Math.min(bytes.length, at + part(bytes)), bytes, at, bytes.length);
  }

  private byte[] moved(byte[] bytes) {
    int length = part(bytes);
    if (length < bytes.length) {
      int from = random.nextInt(bytes.length - length);
      int to = random.nextInt(bytes.length - length);
      System.arraycopy(bytes, from, bytes, to, length);
    }
    return bytes;
  }

  /// Puts a name where another stands: a length of two octets, then letters.
  private byte[] named(byte[] bytes) {
    var name = names.get(random.nextInt(names.size())).getBytes(StandardCharsets.UTF_8);
    for (int tries = 0; tries < 200; tries++) {
      int at = random.nextInt(bytes.length - 3);
      int length = (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
      if (length > 1 && length < 100 && at + 2 + length <= bytes.length && letter(bytes[at + 2])) {
        var head = new byte[] {(byte) (name.length >> 8), (byte) name.length};
        var start = joined(bytes, 0, at, head, 0, 2);
        var end = joined(name, 0, name.length, bytes, at + 2 + length, bytes.length);
        return joined(start, 0, start.length, end, 0, end.length);
      }
    }
    return turned(bytes);
  }

  private static boolean letter(byte octet) {
    return (octet >= 'A' && octet <= 'z') || octet == '(' || octet == '<';
  }

  private int part(byte[] bytes) {
    return random.nextInt(1, Math.max(2, Math.min(64, bytes.length / 2)));
  }

  private static byte[] joined(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    var out = new ByteArrayOutputStream();
    out.write(a, aFrom, aTo - aFrom);
    out.write(b, bFrom, bTo - bFrom);
    return out.toByteArray();
  }
}

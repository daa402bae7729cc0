package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

/// Writes and reads strings as a length and UTF-8, or UTF-16 if UTF-8 would lose a lone surrogate.
final class Texts {
  private final Quota quota;

  Texts(Quota quota) {
    this.quota = quota;
  }

  /// Writes a text.
  void write(Output output, String text) {
    quota.spend(1);
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean exact = new String(bytes, StandardCharsets.UTF_8).equals(text);
    if (!exact) {
      bytes = utf16(text);
    }
    output.writeVarInt(bytes.length * 2 + (exact ? 0 : 1), true);
    output.writeBytes(bytes);
  }

  /// Reads a text.
  String read(Input input) {
    int head = input.readVarInt(true);
    int length = head >>> 1;
    int left = input.limit() - input.position();
    if (length > left) {
      throw new StateException("text of " + length + " bytes (expected: at most " + left + ")");
    }
    quota.spend(1);
    int start = input.position();
    input.setPosition(start + length);
    return (head & 1) == 0
        ? new String(input.getBuffer(), start, length, StandardCharsets.UTF_8)
        : utf16(input.getBuffer(), start, length / 2);
  }

  /// Encodes a text without the JDK's encoder, since that replaces lone surrogates.
  private static byte[] utf16(String text) {
    var bytes = new byte[text.length() * 2];
    for (int i = 0; i < text.length(); i++) {
      bytes[2 * i] = (byte) (text.charAt(i) >> 8);
      bytes[2 * i + 1] = (byte) text.charAt(i);
    }
    return bytes;
  }

  private static String utf16(byte[] bytes, int start, int count) {
    var chars = new char[count];
    for (int i = 0; i < count; i++) {
      chars[i] = (char) ((bytes[start + 2 * i] & 0xff) << 8 | (bytes[start + 2 * i + 1] & 0xff));
    }
    return new String(chars);
  }
}

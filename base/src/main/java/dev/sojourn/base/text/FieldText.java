package dev.sojourn.base.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Decodes header fields beyond ASCII. HTTP does not define their charset (RFC 9110, 5.5); nearly
/// all are in UTF-8.
///
/// In a URL, octets that are not UTF-8 become escapes, since browsers request the same octets. In
/// other fields, they become U+FFFD.
public final class FieldText {
  private FieldText() {}

  /// {@return a value as text}
  ///
  /// @param name of the field, in any case
  /// @param octets of the value, each as one character (ISO 8859-1)
  public static String decoded(String name, String octets) {
    if (octets.chars().allMatch(c -> c < 0x80)) {
      return octets;
    }
    var bytes = octets.getBytes(StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      return name.equalsIgnoreCase("location")
          ? escaped(bytes)
          : new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static String escaped(byte[] bytes) {
    var out = new StringBuilder(bytes.length + 16);
    for (byte octet : bytes) {
      if (octet >= 0) {
        out.append((char) octet);
      } else {
        out.append(String.format(Locale.ROOT, "%%%02X", octet & 0xff));
      }
    }
    return out.toString();
  }

  /// {@return the octets of a value in UTF-8, each as one character (ISO 8859-1)}
  ///
  /// @param text any
  public static String encoded(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}

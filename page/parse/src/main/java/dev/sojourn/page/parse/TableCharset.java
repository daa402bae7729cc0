package dev.sojourn.page.parse;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.Optional;

/// The encodings of the web that the JDK does not have. Octets up to 127 are ASCII; each other
/// octet is one character. These charsets can only decode.
final class TableCharset extends Charset {
  private static final String ISO_8859_10 =
      "\u00a0ĄĒĢĪĨĶ§ĻĐŠŦŽ\u00adŪŊ°ąēģīĩķ·ļđšŧž―ūŋ"
          + "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞß"
          + "āáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ";
  private static final String ISO_8859_14 =
      "\u00a0Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u00ad®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡ"
          + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶß"
          + "àáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ";

  private final String fromA0;

  private TableCharset(String name, String fromA0) {
    super(name, new String[0]);
    this.fromA0 = fromA0;
  }

  /// {@return the charset of this name, if this class or [GbkCharset] has it}
  static Optional<Charset> find(String name) {
    return switch (name) {
      case "ISO-8859-10" -> Optional.of(new TableCharset("x-sojourn-ISO-8859-10", ISO_8859_10));
      case "ISO-8859-14" -> Optional.of(new TableCharset("x-sojourn-ISO-8859-14", ISO_8859_14));
      case "x-user-defined" -> Optional.of(new TableCharset("x-user-defined", ""));
      case GbkCharset.NAME -> Optional.of(new GbkCharset());
      case PageEncoding.REPLACEMENT -> Optional.of(new TableCharset(name, ""));
      default -> Optional.empty();
    };
  }

  @Override
  public boolean contains(Charset other) {
    return equals(other);
  }

  @Override
  public boolean canEncode() {
    return false;
  }

  @Override
  public CharsetEncoder newEncoder() {
    throw new UnsupportedOperationException(name());
  }

  @Override
  public CharsetDecoder newDecoder() {
    return new CharsetDecoder(this, 1, 1) {
      @Override
      protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
        while (in.hasRemaining()) {
          if (!out.hasRemaining()) {
            return CoderResult.OVERFLOW;
          }
          out.put(character(in.get() & 0xff));
        }
        return CoderResult.UNDERFLOW;
      }
    };
  }

  private char character(int octet) {
    if (octet < 0x80) {
      return (char) octet;
    }
    if (fromA0.isEmpty()) {
      return (char) (0xf700 + octet);
    }
    return octet < 0xa0 ? (char) octet : fromA0.charAt(octet - 0xa0);
  }
}

package dev.sojourn.page.parse;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;

/// GBK by the Encoding Standard: it decodes as GB 18030 and encodes a character in at most two
/// octets.
final class GbkCharset extends Charset {
  static final String NAME = "x-sojourn-gbk";

  static final Charset WIDER = Charset.forName("GB18030");

  GbkCharset() {
    super(NAME, new String[0]);
  }

  @Override
  public boolean contains(Charset other) {
    return WIDER.contains(other);
  }

  @Override
  public CharsetDecoder newDecoder() {
    return WIDER.newDecoder();
  }

  @Override
  public CharsetEncoder newEncoder() {
    return WIDER.newEncoder();
  }
}

package dev.sojourn.fetch.sitemap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/// Decodes the text of a sitemap. The first that exists decides the encoding: a byte order mark,
/// octets that can only be UTF-16, the XML declaration; else UTF-8 (XML 1.0, appendix F). Octets
/// that are invalid in that encoding become U+FFFD.
final class SitemapText {
  /// The first bytes, in which a declaration is searched. Blank lines and comments may come before
  /// it.
  private static final int PREFIX_BYTES = 1_024;

  private static final Pattern DECLARATION =
      Pattern.compile(
          "<\\?xml[^>]{0,200}?encoding\\s{0,9}=\\s{0,9}[\"']([A-Za-z0-9._:-]{1,40})[\"']",
          Pattern.CASE_INSENSITIVE);

  private SitemapText() {}

  static Reader of(InputStream in) throws IOException {
    var prefix = in.readNBytes(PREFIX_BYTES);
    int mark = markBytes(prefix);
    var rest = Arrays.copyOfRange(prefix, mark, prefix.length);
    var whole = new SequenceInputStream(new ByteArrayInputStream(rest), in);
    return new InputStreamReader(whole, charset(prefix));
  }

  private static int markBytes(byte[] prefix) {
    if (begins(prefix, 0xef, 0xbb, 0xbf)) {
      return 3;
    }
    return begins(prefix, 0xfe, 0xff) || begins(prefix, 0xff, 0xfe) ? 2 : 0;
  }

  private static Charset charset(byte[] prefix) {
    if (begins(prefix, 0xef, 0xbb, 0xbf) || prefix.length < 2) {
      return StandardCharsets.UTF_8;
    }
    if (begins(prefix, 0xfe, 0xff) || (prefix[0] == 0 && prefix[1] != 0)) {
      return StandardCharsets.UTF_16BE;
    }
    if (begins(prefix, 0xff, 0xfe) || (prefix[0] != 0 && prefix[1] == 0)) {
      return StandardCharsets.UTF_16LE;
    }
    return declared(prefix);
  }

  /// The encoding that the XML declaration names. The declaration was read as ASCII, so an encoding
  /// without ASCII is a mistake.
  private static Charset declared(byte[] prefix) {
    var found = DECLARATION.matcher(new String(prefix, StandardCharsets.ISO_8859_1));
    if (!found.find() || found.group(1).toLowerCase(Locale.ROOT).startsWith("utf-")) {
      return StandardCharsets.UTF_8;
    }
    try {
      var charset = Charset.forName(found.group(1), StandardCharsets.UTF_8);
      boolean isOfAscii = new String(prefix, 0, found.end(), charset).endsWith(found.group());
      return isOfAscii ? charset : StandardCharsets.UTF_8;
    } catch (IllegalArgumentException _) {
      return StandardCharsets.UTF_8;
    }
  }

  private static boolean begins(byte[] octets, int... mark) {
    if (octets.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((octets[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }
}

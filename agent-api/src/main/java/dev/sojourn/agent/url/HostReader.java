package dev.sojourn.agent.url;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads the host of a URL (URL Standard, 3.5): a name, or an IPv4 or IPv6 address. The result has
/// a normal form: equal hosts have equal texts.
public final class HostReader {
  /// The printable ASCII characters that no name may have, in addition to control characters.
  private static final String FORBIDDEN = " #/:<>?@[\\]^|%\u007f";

  private HostReader() {}

  /// {@return the normalised host; empty if it is invalid}
  ///
  /// @param text as in the URL, an IPv6 address in brackets
  public static Optional<String> read(String text) {
    if (text.startsWith("[")) {
      boolean isClosed = text.length() > 2 && text.endsWith("]");
      return isClosed
          ? Ipv6Text.read(text.substring(1, text.length() - 1)).map(a -> "[" + a + "]")
          : Optional.empty();
    }
    return DomainName.toAscii(decoded(text)).filter(HostReader::isName).flatMap(Ipv4Text::read);
  }

  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) <= ' ' || FORBIDDEN.indexOf(name.charAt(i)) >= 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /// Decodes escapes. Octets that are not UTF-8 become U+FFFD, which no name may have.
  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    var octets = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (c == '%' && UrlEncoder.isEscape(text, i)) {
        octets.write(UrlEncoder.octet(text, i));
        i += 3;
      } else {
        octets.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(c);
      }
    }
    return octets.toString(StandardCharsets.UTF_8);
  }
}

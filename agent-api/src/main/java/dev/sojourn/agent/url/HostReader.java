package dev.sojourn.agent.url;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads the host of a URL (URL Standard, 3.5): a name, or an IPv4 or IPv6 address in the one form
/// in which it is written. Two hosts that are equal here are one.
public final class HostReader {
  /// ASCII characters that stand in no name. Control characters do not either.
  private static final String FORBIDDEN = " #/:<>?@[\\]^|%\u007f";

  private HostReader() {}

  /// {@return a host as it is normalised; empty if it is none}
  ///
  /// @param text as it stands in a URL, an IPv6 address in its brackets
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

  /// Without escapes. Octets that are no UTF-8 become U+FFFD, which no name has.
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

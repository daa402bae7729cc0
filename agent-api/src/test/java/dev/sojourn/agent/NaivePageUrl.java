package dev.sojourn.agent;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/// The rules of [PageUrl], written as straight as can be: the model that its fast reading is held
/// against.
final class NaivePageUrl {
  private static final String HEX = "0123456789ABCDEF";

  private NaivePageUrl() {}

  static Optional<PageUrl> parse(String text) {
    var url = text.strip();
    if (url.length() > PageUrl.MAX_CHARS || !isClean(url)) {
      return Optional.empty();
    }
    int colon = url.indexOf("://");
    if (colon < 0) {
      return Optional.empty();
    }
    var scheme = url.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return Optional.empty();
    }
    int start = colon + 3;
    int end = firstOf(url, "/?#", start);
    var authority = authority(scheme, url.substring(start, end));
    if (authority.isEmpty()) {
      return Optional.empty();
    }
    int fragment = firstOf(url, "#", end);
    int question = Math.min(firstOf(url, "?", end), fragment);
    var path = removeDotSegments(normaliseOctets(url.substring(end, question)));
    Optional<String> query =
        question < fragment
            ? Optional.of(normaliseOctets(url.substring(question + 1, fragment)))
            : Optional.empty();
    var parsed = new PageUrl(scheme + "://" + authority.get(), path, query);
    return Optional.of(parsed).filter(u -> u.toString().length() <= PageUrl.MAX_CHARS);
  }

  static Optional<PageUrl> resolve(PageUrl base, String reference) {
    var origin = base.origin();
    var path = base.path();
    var text = withoutLineEnds(reference.strip());
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.of(base);
    }
    if (hasScheme(text)) {
      return parse(text);
    }
    if (text.startsWith("//")) {
      return parse(origin.substring(0, origin.indexOf(':') + 1) + text);
    }
    if (text.startsWith("/")) {
      return parse(origin + text);
    }
    if (text.startsWith("?")) {
      return parse(origin + path + text);
    }
    return parse(origin + path.substring(0, path.lastIndexOf('/') + 1) + text);
  }

  private static String withoutLineEnds(String text) {
    boolean none = text.indexOf('\n') < 0 && text.indexOf('\r') < 0 && text.indexOf('\t') < 0;
    return none ? text : text.replace("\n", "").replace("\r", "").replace("\t", "");
  }

  /// Whether a reference begins with a scheme and its colon (RFC 3986, 3.1).
  private static boolean hasScheme(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i > 0;
      }
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean later = i > 0 && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.');
      if (!letter && !later) {
        return false;
      }
    }
    return false;
  }

  /// No control character, no backslash, no half of a surrogate pair.
  private static boolean isClean(String url) {
    return url.codePoints()
        .noneMatch(c -> Character.isISOControl(c) || c == '\\' || (c >= 0xd800 && c <= 0xdfff));
  }

  /// Host and non-default port, lower-case; empty if there is anything else in it.
  private static Optional<String> authority(String scheme, String text) {
    int portColon = text.startsWith("[") ? text.indexOf("]:") + 1 : text.lastIndexOf(':');
    boolean hasPort = portColon > 0 && text.charAt(portColon) == ':';
    var written = hasPort ? text.substring(0, portColon) : text;
    if (!isHost(written)) {
      return Optional.empty();
    }
    var host = written.toLowerCase(Locale.ROOT);
    if (!hasPort || portColon == text.length() - 1) {
      return Optional.of(host);
    }
    var digits = text.substring(portColon + 1);
    if (digits.length() > 5 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Optional.empty();
    }
    int port = Integer.parseInt(digits);
    if (port < 1 || port > 65_535) {
      return Optional.empty();
    }
    int usual = scheme.equals("http") ? 80 : 443;
    return Optional.of(port == usual ? host : host + ":" + port);
  }

  /// Asked before the case is folded: folding turns some letters beyond ASCII into ASCII ones.
  private static boolean isHost(String host) {
    if (host.startsWith("[")) {
      return host.length() > 4
          && host.endsWith("]")
          && host.substring(1, host.length() - 1)
              .chars()
              .allMatch(c -> c == ':' || c == '.' || (Character.digit(c, 16) >= 0 && c < 0x80));
    }
    return !host.isEmpty()
        && !host.startsWith(".")
        && !host.contains("..")
        && host.chars().allMatch(c -> isUnreserved(c) && c != '~');
  }

  private static int firstOf(String text, String any, int from) {
    for (int i = from; i < text.length(); i++) {
      if (any.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return text.length();
  }

  private static String normaliseOctets(String text) {
    var out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (c == '%' && isEscape(text, i)) {
        int octet = hex(text.charAt(i + 1)) * 16 + hex(text.charAt(i + 2));
        if (isUnreserved(octet)) {
          out.append((char) octet);
        } else {
          appendEscape(out, octet);
        }
        i += 3;
        continue;
      }
      if (c < 0x80 && " %\"<>^`{|}".indexOf(c) < 0) {
        out.append((char) c);
      } else {
        for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
          appendEscape(out, octet & 0xff);
        }
      }
      i += Character.charCount(c);
    }
    return out.toString();
  }

  private static boolean isEscape(String text, int at) {
    return at + 2 < text.length() && hex(text.charAt(at + 1)) >= 0 && hex(text.charAt(at + 2)) >= 0;
  }

  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }

  private static void appendEscape(StringBuilder out, int octet) {
    out.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
  }

  /// RFC 3986, 5.2.4, by segments; `..` at the root stays at the root.
  private static String removeDotSegments(String path) {
    if (path.isEmpty()) {
      return "/";
    }
    if (!path.contains("/.")) {
      return path;
    }
    var kept = new ArrayList<String>();
    var segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      var segment = segments[i];
      boolean last = i == segments.length - 1;
      if (segment.equals("..")) {
        if (!kept.isEmpty()) {
          kept.removeLast();
        }
      } else if (!segment.equals(".")) {
        kept.add(segment);
        continue;
      }
      if (last) {
        kept.add("");
      }
    }
    return "/" + String.join("/", kept);
  }
}

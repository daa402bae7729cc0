package dev.sojourn.agent;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An absolute `http` or `https` URL, normalised by syntax alone (RFC 3986, 6.2.2): scheme and host
/// in lower case, no default port, no fragment, dot segments removed, unreserved octets decoded,
/// other `%xx` in upper case, octets that may not stand in a URL percent-encoded (as UTF-8).
///
/// Two URLs that are equal here name the same page. User information, a backslash, control
/// characters and a malformed authority make a string no URL at all: what two parsers could read
/// differently is not read. An encoded slash (`%2F`) stays encoded, and a `%` that begins no escape
/// becomes `%25`, so that decoding never makes a new escape.
///
/// Made by [#parse]; normalising a second time changes nothing.
///
/// @param origin scheme, host and non-default port, as `http://example.org:8080`
/// @param path begins with `/`
/// @param query the query without `?`, or empty where there is none
public record PageUrl(String origin, String path, Optional<String> query) {

  /// The longest URL, in characters, as it is given and as it is normalised.
  public static final int MAX_CHARS = 8 * 1024;

  private static final String HEX = "0123456789ABCDEF";

  /// Checks the little that the types leave open.
  ///
  /// @throws IllegalArgumentException if the path does not begin with `/`
  public PageUrl {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: " + path + " (expected: begins with /)");
    }
  }

  /// Parses and normalises an absolute URL.
  ///
  /// @param text any string; white space at both ends is ignored
  /// @return the URL, or empty if the string is none that a page could have
  public static Optional<PageUrl> parse(String text) {
    var plain = plain(text);
    return plain == null ? parseAny(text) : Optional.of(plain);
  }

  /// {@return a text as it is normalised; the text itself where that changes nothing}
  static Optional<String> normalised(String text) {
    return PlainUrl.isNormal(text) ? Optional.of(text) : parse(text).map(PageUrl::toString);
  }

  /// A URL of which no octet need be encoded or decoded. Most are, and this is much faster than
  /// [#parseAny].
  private static @Nullable PageUrl plain(String text) {
    int origin = PlainUrl.originEnd(text);
    if (origin < 0 || text.length() > MAX_CHARS) {
      return null;
    }
    int path = PlainUrl.pathEnd(text, origin);
    boolean hasQuery = PlainUrl.isQuery(text, path);
    int end = hasQuery ? PlainUrl.queryEnd(text, path + 1) : path;
    if (!PlainUrl.isFragmentOrEnd(text, end)) {
      return null;
    }
    return new PageUrl(
        text.substring(0, origin),
        removeDotSegments(text.substring(origin, path)),
        hasQuery ? Optional.of(text.substring(path + 1, end)) : Optional.empty());
  }

  /// Reads any URL, octets that must be encoded or decoded among them.
  static Optional<PageUrl> parseAny(String text) {
    var url = text.strip();
    if (url.length() > MAX_CHARS || !isClean(url)) {
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
    return Optional.of(parsed).filter(u -> u.toString().length() <= MAX_CHARS);
  }

  /// Resolves a reference against this URL, as a link or a Location field gives it (RFC 3986,
  /// 5.2.2).
  ///
  /// `java.net.URI` refuses the unencoded octets that real references hold; [#parse] encodes them.
  /// Tabs and line ends are left out, as browsers do (WHATWG URL, 4.4).
  ///
  /// @param reference any string, absolute or relative; white space at both ends is ignored
  /// @return the page that the reference names, without its fragment; empty for `mailto:`,
  ///   `javascript:` and every other reference that names no page
  public Optional<PageUrl> resolve(String reference) {
    var text = withoutLineEnds(reference.strip());
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.of(this);
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
    int kept = text.startsWith("?") ? path.length() : path.lastIndexOf('/') + 1;
    var out = new StringBuilder(origin.length() + kept + text.length());
    return parse(out.append(origin).append(path, 0, kept).append(text).toString());
  }

  /// {@return the path with its query, as a request line carries it}
  public String pathAndQuery() {
    return query.isEmpty() ? path : path + "?" + query.get();
  }

  @Override
  public String toString() {
    if (query.isEmpty()) {
      return origin.concat(path);
    }
    int chars = origin.length() + path.length() + 1 + query.get().length();
    var out = new StringBuilder(chars).append(origin).append(path);
    return out.append('?').append(query.get()).toString();
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
    for (int i = 0; i < url.length(); ) {
      int c = url.codePointAt(i);
      if (Character.isISOControl(c) || c == '\\' || (c >= 0xd800 && c <= 0xdfff)) {
        return false;
      }
      i += Character.charCount(c);
    }
    return true;
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
    var out = new StringBuilder(path.length());
    for (int at = 0; at < path.length(); ) {
      int slash = path.indexOf('/', at + 1);
      int end = slash < 0 ? path.length() : slash;
      boolean isUp = end - at == 3 && path.startsWith("..", at + 1);
      if (isUp) {
        out.setLength(Math.max(0, out.lastIndexOf("/")));
      } else if (end - at != 2 || path.charAt(at + 1) != '.') {
        out.append(path, at, end);
        at = end;
        continue;
      }
      if (slash < 0) {
        out.append('/');
      }
      at = end;
    }
    return out.toString();
  }
}

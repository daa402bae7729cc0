package dev.sojourn.agent;

import dev.sojourn.agent.frontier.SessionRules;
import dev.sojourn.agent.url.DotSegments;
import dev.sojourn.agent.url.PlainUrl;
import dev.sojourn.agent.url.UrlReader;
import dev.sojourn.agent.url.UrlReading;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// An absolute `http` or `https` URL, read by the rules of the URL Standard (WHATWG), as browsers
/// do. A backslash is a slash. Tabs and line ends inside are removed, as are spaces and control
/// characters at both ends. A host has one form: names in lower case, mapped by UTS 46 if beyond
/// ASCII (`xn--…`), IPv4 and IPv6 addresses in their usual form. Two equal URLs therefore name the
/// same page of the same host.
///
/// Beyond the standard, fragment and user information are removed. The digits of an escape become
/// upper case (`%C3`), and an escape of an unreserved octet is decoded (RFC 3986, 6.2.2). An
/// encoded slash (`%2F`) stays encoded, and decoding never makes a new escape.
///
/// Made by [#parse]; normalising a second time changes nothing. URLs are ordered by origin, path
/// and query. With this order, hash tables stay fast even if a site chooses many URLs with one
/// hash.
///
/// @param origin scheme, host and non-default port, such as `http://example.org:8080`
/// @param path begins with `/`
/// @param query the query without `?`, or empty if there is none
public record PageUrl(String origin, String path, Optional<String> query)
    implements Comparable<PageUrl> {

  /// The longest URL in characters, before and after normalising.
  public static final int MAX_CHARS = UrlReader.MAX_CHARS;

  /// Checks the path.
  ///
  /// @throws IllegalArgumentException if the path does not begin with `/`
  public PageUrl {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: " + path + " (expected: begins with /)");
    }
  }

  /// Parses and normalises an absolute URL.
  ///
  /// @param text any string; spaces and control characters at both ends are ignored
  /// @return the URL, or empty if the string is not the URL of a page
  public static Optional<PageUrl> parse(String text) {
    var plain = plain(text);
    return plain == null ? parseAny(text) : Optional.of(plain);
  }

  /// {@return the normalised URL, the text itself if it is normal already; empty if it is not a
  /// URL}
  static Optional<String> normalised(String text) {
    return PlainUrl.isNormal(text) ? Optional.of(text) : parse(text).map(PageUrl::toString);
  }

  /// Reads a URL that needs no encoding or decoding, faster than [#parseAny]; null for any other.
  /// Most URLs need none.
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
        DotSegments.removed(text.substring(origin, path)),
        hasQuery ? Optional.of(text.substring(path + 1, end)) : Optional.empty());
  }

  /// Reads any URL, and encodes and decodes as needed.
  static Optional<PageUrl> parseAny(String text) {
    return of(UrlReader.read(text));
  }

  /// {@return the URL of a reading; empty if the text was not a URL}
  ///
  /// @param reading of a text
  public static Optional<PageUrl> of(UrlReading reading) {
    return switch (reading) {
      case UrlReading.Read read ->
          Optional.of(new PageUrl(read.origin(), read.path(), read.query()));
      case UrlReading.Unread _ -> Optional.empty();
    };
  }

  /// Resolves a reference of a link or a Location field against this URL (URL Standard, 4.4).
  ///
  /// @param reference any string, absolute or relative
  /// @return the page that the reference names, without its fragment; empty for a reference to
  ///   something else, such as `mailto:` or `javascript:`
  public Optional<PageUrl> resolve(String reference) {
    return resolve(reference, UrlReader.UTF_8);
  }

  /// Resolves a reference of a page that is not in UTF-8: the query is encoded in the charset of
  /// the page, the rest in UTF-8.
  ///
  /// @param reference any string, absolute or relative
  /// @param queryOctets percent-encodes the characters beyond printable ASCII of a query
  /// @return the page that the reference names, or empty
  public Optional<PageUrl> resolve(String reference, UnaryOperator<String> queryOctets) {
    if (reference.isEmpty() || reference.charAt(0) == '#') {
      return Optional.of(this);
    }
    var plain = plain(joined(reference));
    return plain == null ? resolveAny(reference, queryOctets) : Optional.of(plain);
  }

  /// Resolves any reference.
  Optional<PageUrl> resolveAny(String reference, UnaryOperator<String> queryOctets) {
    return of(reading(reference, queryOctets));
  }

  /// {@return whether a text is not a URL because it has too many characters}
  static boolean isTooLong(String text) {
    return UrlReader.read(text) instanceof UrlReading.Unread(var fault)
        && fault == UrlReading.Fault.TOO_LONG;
  }

  private UrlReading reading(String reference, UnaryOperator<String> queryOctets) {
    return UrlReader.read(reference, new UrlReading.Read(origin, path, query, false), queryOctets);
  }

  /// The URL that a reference names, if it is a plain reference. For any other, the result is not a
  /// plain URL: it has a scheme without slashes, slashes in place of the host, or a backslash.
  private String joined(String reference) {
    char first = reference.charAt(0);
    if (first == '/') {
      return reference.startsWith("//")
          ? origin.substring(0, origin.indexOf(':') + 1).concat(reference)
          : origin.concat(reference);
    }
    if (isAbsolute(reference)) {
      return reference;
    }
    int kept = first == '?' ? path.length() : path.lastIndexOf('/') + 1;
    var out = new StringBuilder(origin.length() + kept + reference.length());
    return out.append(origin).append(path, 0, kept).append(reference).toString();
  }

  /// Whether a colon comes before the first slash, question mark or hash sign.
  private static boolean isAbsolute(String reference) {
    int colon = reference.indexOf(':');
    if (colon <= 0) {
      return colon == 0;
    }
    for (int i = 0; i < colon; i++) {
      char c = reference.charAt(i);
      if (c == '/' || c == '?' || c == '#') {
        return false;
      }
    }
    return true;
  }

  /// {@return this URL without session identifiers, as a [Frontier] follows links; this URL if it
  /// has none}
  public PageUrl withoutSession() {
    var text = toString();
    var without = SessionRules.without(text);
    return without.equals(text) ? this : parse(without).orElse(this);
  }

  /// {@return the path with its query, as in a request line}
  public String pathAndQuery() {
    return query.isEmpty() ? path : path + "?" + query.get();
  }

  @Override
  public int compareTo(PageUrl other) {
    int byOrigin = origin.compareTo(other.origin);
    int byPath = byOrigin == 0 ? path.compareTo(other.path) : byOrigin;
    return byPath == 0 ? markedQuery().compareTo(other.markedQuery()) : byPath;
  }

  /// Distinguishes an empty query from a missing query.
  private String markedQuery() {
    return query.map("?"::concat).orElse("");
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
}

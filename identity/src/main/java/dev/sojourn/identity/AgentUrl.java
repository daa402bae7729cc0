package dev.sojourn.identity;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The identity of a signer: the https URL that publishes their keys.
///
/// An origin means the directory at its well-known path, and identifies the whole domain. A URL
/// with another path is fetched unchanged, and identifies only itself; it may hold a key set or a
/// card. A query is used for the fetch but is not part of the identity. URLs that differ only in
/// their queries are therefore equal, as are two spellings of one URL (RFC 3986, 6.2.2 and 6.2.3).
///
/// @param text in normal form: scheme and host in lower case, no query, no default port, no
///   unnecessary escape, no slash at the end of an origin
/// @param query for the fetch, without its question mark; empty for none
public record AgentUrl(String text, String query) {

  /// The path of the directory of an origin.
  public static final String WELL_KNOWN = "/.well-known/http-message-signatures-directory";

  /// The longest URL that is accepted.
  public static final int MAX_CHARS = 1_024;

  private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");
  private static final String UNRESERVED_MARKS = "-._~";

  /// Checks the form.
  ///
  /// @throws IllegalArgumentException if the text is not in normal form, or the query is malformed
  public AgentUrl {
    var url = query.isEmpty() ? text : resource(text) + "?" + query;
    if (!read(url).equals(Optional.of(new Parts(text, query)))) {
      throw new IllegalArgumentException(
          "text: " + text + " (expected: an https URL in normal form)");
    }
  }

  /// Creates a URL without a query.
  ///
  /// @param text in normal form
  /// @throws IllegalArgumentException if it is not in normal form
  public AgentUrl(String text) {
    this(text, "");
  }

  /// The parts of a checked URL.
  private record Parts(String text, String query) {}

  /// {@return the URL in a text} Empty if it is not an https URL, has a user or a fragment, or is
  /// an origin with a query.
  ///
  /// @param text any text
  public static Optional<AgentUrl> parse(String text) {
    return read(text).map(parts -> new AgentUrl(parts.text(), parts.query()));
  }

  private static Optional<Parts> read(String text) {
    if (text.length() > MAX_CHARS || text.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
      return Optional.empty();
    }
    URI uri;
    String path;
    try {
      uri = URI.create(text);
      path = uri.getRawPath() == null ? "" : normalPath(uri.getRawPath());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    boolean isOrigin = path.isEmpty() || path.equals("/");
    if (!"https".equalsIgnoreCase(uri.getScheme())
        || uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getRawFragment() != null
        || uri.getRawPath() == null
        || path.contains("/..")
        || (isOrigin && !query.isEmpty())
        || uri.getPort() == 0
        || uri.getPort() > 65_535) {
      return Optional.empty();
    }
    var host = uri.getHost().toLowerCase(Locale.ROOT);
    var port = uri.getPort() < 0 || uri.getPort() == 443 ? "" : ":" + uri.getPort();
    // The URL of the directory is the same identity as its origin.
    var rest = isOrigin || path.equals(WELL_KNOWN) ? "" : path;
    return Optional.of(new Parts("https://" + host + port + rest, query));
  }

  /// Removes dot segments, including escaped ones.
  private static String normalPath(String raw) {
    var plain = ESCAPE.matcher(raw).replaceAll(escape -> normalEscape(escape.group(1)));
    return URI.create("https://x" + plain).normalize().getRawPath();
  }

  private static String normalEscape(String digits) {
    int octet = Integer.parseInt(digits, 16);
    boolean isUnreserved =
        (octet >= 'a' && octet <= 'z')
            || (octet >= 'A' && octet <= 'Z')
            || (octet >= '0' && octet <= '9')
            || UNRESERVED_MARKS.indexOf(octet) >= 0;
    return isUnreserved ? String.valueOf((char) octet) : "%" + digits.toUpperCase(Locale.ROOT);
  }

  private static String resource(String text) {
    return isOrigin(text) ? text + WELL_KNOWN : text;
  }

  private static boolean isOrigin(String text) {
    return text.indexOf('/', "https://".length()) < 0;
  }

  /// {@return whether this is an origin: its keys are in a directory and identify the domain}
  public boolean isOrigin() {
    return isOrigin(text);
  }

  /// {@return the URL to fetch, with its query}
  public URI resource() {
    return URI.create(query.isEmpty() ? resource(text) : resource(text) + "?" + query);
  }

  /// {@return host and port, in the form for a request}
  public String authority() {
    return URI.create(text).getRawAuthority();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgentUrl(var otherText, _) && text.equals(otherText);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}

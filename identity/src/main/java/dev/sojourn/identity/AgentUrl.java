package dev.sojourn.identity;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// The identity of a signer: the https URL under which they publish their keys.
///
/// An origin stands for the directory at its well-known path. A URL with a path is fetched as it
/// is; it may hold a key set or a card. Two spellings of one URL are equal.
///
/// @param text in normal form: scheme and host in lower case, no default port, and an origin
///   without the slash at its end
public record AgentUrl(String text) {

  /// Where the directory of an origin is.
  public static final String WELL_KNOWN = "/.well-known/http-message-signatures-directory";

  /// The longest URL that is taken.
  public static final int MAX_CHARS = 1_024;

  /// Checks the form.
  ///
  /// @throws IllegalArgumentException if the text is not in normal form
  public AgentUrl {
    if (!normal(text).equals(Optional.of(text))) {
      throw new IllegalArgumentException(
          "text: " + text + " (expected: an https URL in normal form)");
    }
  }

  /// {@return the URL that the text spells, or empty if it is no https URL without user, query and
  /// fragment}
  ///
  /// @param text any text
  public static Optional<AgentUrl> parse(String text) {
    return normal(text).map(AgentUrl::new);
  }

  private static Optional<String> normal(String text) {
    if (text.length() > MAX_CHARS || text.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
      return Optional.empty();
    }
    URI uri;
    try {
      uri = URI.create(text).normalize();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    var path = uri.getRawPath();
    if (!"https".equalsIgnoreCase(uri.getScheme())
        || uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null
        || path == null
        || path.contains("%")
        || path.contains("/..")
        || uri.getPort() == 0
        || uri.getPort() > 65_535) {
      return Optional.empty();
    }
    var host = uri.getHost().toLowerCase(Locale.ROOT);
    var port = uri.getPort() < 0 || uri.getPort() == 443 ? "" : ":" + uri.getPort();
    // The directory's own URL names the same identity as its origin.
    var rest = path.equals("/") || path.equals(WELL_KNOWN) ? "" : path;
    return Optional.of("https://" + host + port + rest);
  }

  /// {@return whether this is an origin, so that its keys are in a directory}
  public boolean isOrigin() {
    return text.indexOf('/', "https://".length()) < 0;
  }

  /// {@return the URL that is fetched}
  public URI resource() {
    return URI.create(isOrigin() ? text + WELL_KNOWN : text);
  }

  /// {@return host and port, as a request names them}
  public String authority() {
    return URI.create(text).getRawAuthority();
  }

  @Override
  public String toString() {
    return text;
  }
}

package dev.sojourn.filter;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.sojourn.robots.match.Glob;
import dev.sojourn.robots.match.Octets;
import dev.sojourn.robots.match.UrlOctets;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/// A pattern for URLs. It has one of three forms:
///
/// - `/docs/` or `*.pdf$`: path and query begin with it, in the notation of robots.txt (RFC 9309,
///   2.2.3). A `*` stands for any characters, a final `$` for the end.
/// - `https://example.org/docs/`: the same, for one origin.
/// - `regex:[?&]sort=`: an expression of RE2, found anywhere in the URL. Its cost is linear in the
///   length of the URL, whatever the site chooses as URL.
///
/// May be used by any thread.
public final class UrlPattern {
  /// The longest pattern in characters.
  public static final int MAX_CHARS = 1_000;

  private static final String EXPRESSION = "regex:";

  private final String text;
  private final Predicate<String> matcher;

  private UrlPattern(String text, Predicate<String> matcher) {
    this.text = text;
    this.matcher = matcher;
  }

  /// {@return the pattern with this text}
  ///
  /// @param text in one of the three forms
  /// @throws IllegalArgumentException if the text has none of them; the message is a sentence for
  ///   the user that names the text, and what is expected
  public static UrlPattern of(String text) {
    if (text.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "A pattern has %d characters; it may have %d at most."
              .formatted(text.length(), MAX_CHARS));
    }
    if (text.startsWith(EXPRESSION)) {
      return new UrlPattern(text, expression(text));
    }
    if (text.startsWith("/") || text.startsWith("*")) {
      return new UrlPattern(text, glob(text));
    }
    int authority = text.indexOf("://") + 3;
    int path = text.indexOf('/', authority);
    boolean isOfWeb = text.startsWith("http://") || text.startsWith("https://");
    if (isOfWeb && path > authority && text.lastIndexOf('*', path) < 0) {
      var origin = text.substring(0, path + 1);
      var ofPath = glob(text.substring(path));
      return new UrlPattern(text, url -> url.startsWith(origin) && ofPath.test(url));
    }
    throw new IllegalArgumentException(
        "The pattern %s is neither a path, as /docs/ or *.pdf$, nor a URL with a path, as https://example.org/docs/, nor an expression, as regex:[?&]sort=."
            .formatted(text));
  }

  private static Predicate<String> glob(String path) {
    var octets = path.getBytes(StandardCharsets.UTF_8);
    var pattern = new byte[3 * octets.length];
    int length = Octets.canonical(octets, 0, octets.length, pattern, 0, Octets.Form.PATTERN);
    return url -> {
      try (var subject = UrlOctets.of(url, Octets.Form.SUBJECT)) {
        return Glob.matches(pattern, 0, length, subject);
      }
    };
  }

  private static Predicate<String> expression(String text) {
    try {
      var pattern = Pattern.compile(text.substring(EXPRESSION.length()));
      return url -> pattern.matcher(url).find();
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "The expression of the pattern %s is not valid: %s in %s."
              .formatted(text, e.getDescription(), e.getPattern()),
          e);
    }
  }

  /// {@return whether a URL matches}
  ///
  /// @param url absolute and normalised
  public boolean matches(String url) {
    return matcher.test(url);
  }

  /// {@return the text of the pattern}
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}

package dev.sojourn.page.parse;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.url.UrlReader;
import dev.sojourn.agent.url.UrlReading;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Resolves the references of one page.
///
/// @param base the base URL of the references
/// @param queryOctets writes the queries in the charset of the page
record ReferenceResolver(PageUrl base, UnaryOperator<String> queryOctets) {
  /// The most characters of a reference that is read. A reference loses its white space, and must
  /// then be as short as a URL.
  static final int MAX_CHARS = 8 * PageUrl.MAX_CHARS;

  /// {@return a resolver of references in fields of the answer for a page}
  ///
  /// @param url the URL of the page
  static ReferenceResolver ofFields(PageUrl url) {
    return new ReferenceResolver(url, UrlReader.UTF_8);
  }

  /// {@return the URL of a reference; empty if it is not a URL of a page}
  Optional<PageUrl> resolve(String reference) {
    return isRead(reference) ? base.resolve(reference, queryOctets) : Optional.empty();
  }

  /// {@return the most characters that resolving adds before a reference}
  int baseChars() {
    return base.toString().length();
  }

  /// {@return whether the reference has user information before the host}
  boolean namesUser(String reference) {
    return isRead(reference)
        && reference.indexOf('@') >= 0
        && reading(reference) instanceof UrlReading.Read read
        && read.hadUser();
  }

  /// {@return whether a reference has too many characters for a URL of a page}
  boolean isTooLong(String reference) {
    return !isRead(reference)
        || (reading(reference) instanceof UrlReading.Unread(var fault)
            && fault == UrlReading.Fault.TOO_LONG);
  }

  private static boolean isRead(String reference) {
    return reference.length() <= MAX_CHARS;
  }

  private UrlReading reading(String reference) {
    var read = new UrlReading.Read(base.origin(), base.path(), base.query(), false);
    return UrlReader.read(reference, read, queryOctets);
  }
}

package dev.sojourn.crawl.index;

import java.nio.file.Path;
import java.util.Map;

/// The fields of the documents in the index.
final class IndexFields {
  /// The page's URL; the key. One exact term, stored.
  static final String URL = "url";

  /// The visit that delivered the page. One exact term.
  static final String VISIT = "visit";

  /// The place and the body's digest together; each value occurs on one page only. One exact term.
  static final String DIGEST = "digest";

  /// The URL under which the page is shown, in UTF-8. This value can be updated without the rest.
  static final String KEPT_URL = "keptUrl";

  /// The time from which the page must not be found, in milliseconds since 1970. A point, present
  /// only if the page sets such a time.
  static final String UNAVAILABLE_AFTER = "unavailableAfter";

  /// Length of the page's whole text in characters; stored only if the index has just the
  /// beginning.
  static final String TEXT_CHARS = "textChars";

  /// The limit for an excerpt, in code points; stored if there is a limit.
  static final String MAX_SNIPPET = "maxSnippet";

  /// Searched and stored.
  static final String TITLE = "title";

  /// Searched; one value for each heading.
  static final String HEADINGS = "headings";

  /// Searched; stored only if excerpts and copies are allowed.
  static final String TEXT = "text";

  /// A BCP 47 tag in lower case; stored.
  static final String LANGUAGE = "language";

  /// The fields of a query, with the weight of a match relative to a match in the text.
  static final Map<String, Float> WEIGHTS = Map.of(TITLE, 4f, HEADINGS, 2f, TEXT, 1f);

  private IndexFields() {}

  /// {@return the directory of the index of a crawl that writes to `out`}
  static Path directory(Path out) {
    return out.resolve("index");
  }
}

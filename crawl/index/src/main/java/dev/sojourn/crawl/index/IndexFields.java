package dev.sojourn.crawl.index;

import java.nio.file.Path;
import java.util.Map;

/// The fields of the documents in the index.
final class IndexFields {
  /// The page's URL; the key. One exact term, stored.
  static final String URL = "url";

  /// The visit that delivered the page. One exact term.
  static final String VISIT = "visit";

  /// The place and the digest of the body together: one page for each. One exact term.
  static final String DIGEST = "digest";

  /// The URL that the page is shown with, in UTF-8; a value that can be changed alone.
  static final String KEPT_URL = "keptUrl";

  /// The time from which the page must not be found, in milliseconds since 1970; a point, present
  /// only if there is such an end.
  static final String UNAVAILABLE_AFTER = "unavailableAfter";

  /// Characters of the page's whole text, if only the beginning of it is in the index; stored.
  static final String TEXT_CHARS = "textChars";

  /// Code points that an excerpt may have; stored if there is a limit.
  static final String MAX_SNIPPET = "maxSnippet";

  /// Searched and stored.
  static final String TITLE = "title";

  /// Searched; one value for each heading.
  static final String HEADINGS = "headings";

  /// Searched; stored only if an excerpt may be shown and a copy be kept.
  static final String TEXT = "text";

  /// A BCP 47 tag in lower case; stored.
  static final String LANGUAGE = "language";

  /// The fields of a query, and the weight of a match there compared with one in the text.
  static final Map<String, Float> WEIGHTS = Map.of(TITLE, 4f, HEADINGS, 2f, TEXT, 1f);

  private IndexFields() {}

  /// {@return the directory of the index of a crawl that writes to `out`}
  static Path directory(Path out) {
    return out.resolve("index");
  }
}

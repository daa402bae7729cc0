package dev.sojourn.dispatcher.index;

import java.nio.file.Path;
import java.util.Map;

/// What the documents of the index are made of.
final class IndexFields {
  /// The page's URL; the key. One exact term, stored.
  static final String URL = "url";

  /// The visit that delivered the page. One exact term.
  static final String VISIT = "visit";

  /// Searched and stored.
  static final String TITLE = "title";

  /// Searched; one value for each heading.
  static final String HEADINGS = "headings";

  /// Searched; stored only where an excerpt may be shown.
  static final String TEXT = "text";

  /// A BCP 47 tag in lower case; stored.
  static final String LANGUAGE = "language";

  /// What a query looks into, and how much more a match there counts than one in the text.
  static final Map<String, Float> WEIGHTS = Map.of(TITLE, 4f, HEADINGS, 2f, TEXT, 1f);

  private IndexFields() {}

  /// {@return where a crawl that writes to `out` keeps its index}
  static Path directory(Path out) {
    return out.resolve("index");
  }
}

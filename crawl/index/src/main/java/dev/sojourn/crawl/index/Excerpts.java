package dev.sojourn.crawl.index;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.uhighlight.DefaultPassageFormatter;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;

/// The excerpts of pages around the words that match a query. The pages are analysed again for each
/// search, so the index needs no offsets. For one screen of hits this takes milliseconds.
final class Excerpts {
  private static final char BEFORE = '\u0001';
  private static final char AFTER = '\u0002';
  private static final int PIECE_CHARS = 110;
  private static final int PIECES = 2;

  /// How many characters of a page are searched for matches.
  private static final int MAX_TEXT_CHARS = 256 * 1024;

  private final UnifiedHighlighter highlighter;

  Excerpts(IndexSearcher searcher, Analyzer analyzer) {
    this.highlighter =
        UnifiedHighlighter.builder(searcher, analyzer)
            .withBreakIterator(
                () ->
                    LengthGoalBreakIterator.createClosestToLength(
                        BreakIterator.getWordInstance(Locale.ROOT), PIECE_CHARS, 0.5f))
            .withFormatter(
                new DefaultPassageFormatter(
                    String.valueOf(BEFORE), String.valueOf(AFTER), " … ", false))
            // All fields are searched for the same words. So a word that matched in the title is
            // marked in the text too.
            .withFieldMatcher(field -> true)
            .withMaxLength(MAX_TEXT_CHARS)
            .withMaxNoHighlightPassages(1)
            .build();
  }

  /// {@return an excerpt for each of the documents, in their order}
  Excerpt[] of(Query query, TopDocs top) throws IOException {
    String[] marked = highlighter.highlight(IndexFields.TEXT, query, top, PIECES);
    var excerpts = new Excerpt[marked.length];
    for (int i = 0; i < marked.length; i++) {
      // The value is null if a document has no stored text, although the declared type forbids
      // null.
      excerpts[i] = excerpt(String.valueOf((Object) marked[i]));
    }
    return excerpts;
  }

  private static Excerpt excerpt(String marked) {
    return marked.equals("null")
        ? Excerpt.NONE
        : Excerpt.ofMarked(withoutOrphans(marked), BEFORE, AFTER);
  }

  /// Removes leading punctuation, which belongs to a sentence that is not shown.
  private static String withoutOrphans(String marked) {
    int from = 0;
    while (from < marked.length() && " .,:;)]}?!-".indexOf(marked.charAt(from)) >= 0) {
      from++;
    }
    return marked.substring(from).strip();
  }
}

package dev.sojourn.crawl.index;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/// Splits text into terms: words by Unicode's rules, in lower case, without accents and without the
/// plural's `s`. [MarkFoldingFilter] removes further marks.
///
/// Names in programs are split too, so that `token stream` finds `TokenStream`, `token_stream` and
/// `org.example.TokenStream`. The whole name is also a term.
final class PageAnalyzer extends Analyzer {
  private static final int PARTS =
      WordDelimiterGraphFilter.GENERATE_WORD_PARTS
          | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
          | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE
          | WordDelimiterGraphFilter.PRESERVE_ORIGINAL;

  private final boolean indexing;

  private PageAnalyzer(boolean indexing) {
    this.indexing = indexing;
  }

  /// {@return an analyzer for documents}
  static PageAnalyzer forDocuments() {
    return new PageAnalyzer(true);
  }

  /// {@return an analyzer for queries}
  static PageAnalyzer forQueries() {
    return new PageAnalyzer(false);
  }

  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    var source = new StandardTokenizer();
    // The index stores no graph of alternatives; a query uses one.
    TokenStream terms =
        indexing ? new NamePartsFilter(source) : new WordDelimiterGraphFilter(source, PARTS, null);
    return new TokenStreamComponents(source, new EnglishMinimalStemFilter(folded(terms)));
  }

  /// Also folds the prefix of a prefix query.
  @Override
  protected TokenStream normalize(String fieldName, TokenStream word) {
    return folded(word);
  }

  private static TokenStream folded(TokenStream terms) {
    return new ASCIIFoldingFilter(new MarkFoldingFilter(new LowerCaseFilter(terms)));
  }
}

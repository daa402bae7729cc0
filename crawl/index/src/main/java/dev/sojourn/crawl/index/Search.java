package dev.sojourn.crawl.index;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.queryparser.simple.SimpleQueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.FSDirectory;

/// Searches the index of a crawl as it was at the last commit before [#open].
///
/// A query consists of words, `"phrases"`, `prefix*`, `-without`, `this | that` and parentheses.
/// Text with invalid syntax counts as words. Only the length of a query is limited. The result has
/// the pages that contain all words; if there are none, the pages that contain some.
///
/// May be used by any number of threads.
public final class Search implements Closeable {
  private static final int SYNTAX =
      SimpleQueryParser.AND_OPERATOR
          | SimpleQueryParser.NOT_OPERATOR
          | SimpleQueryParser.OR_OPERATOR
          | SimpleQueryParser.PREFIX_OPERATOR
          | SimpleQueryParser.PHRASE_OPERATOR
          | SimpleQueryParser.PRECEDENCE_OPERATORS
          | SimpleQueryParser.WHITESPACE_OPERATOR;

  private static final int MAX_WORDS = 1_024;

  /// The first search reads this many matches for each wanted hit. A page of documentation often
  /// exists in a dozen languages.
  private static final int COPIES_LOOKED_AT = 4;

  private static final int MAX_LOOKED_AT = 4_000;
  private static final Set<String> URL_AND_LANGUAGE = Set.of(IndexFields.URL, IndexFields.LANGUAGE);
  private static final String LIMIT = "1,024 at most";
  private static final Pattern WORD = Pattern.compile("\\S+");

  static {
    // Lucene counts each word once for each field; its default limit is 1,024.
    IndexSearcher.setMaxClauseCount(MAX_WORDS * IndexFields.WEIGHTS.size() * 4);
  }

  private final FSDirectory directory;
  private final DirectoryReader reader;
  private final InstantSource clock;
  private final PageAnalyzer analyzer = PageAnalyzer.forQueries();

  private Search(FSDirectory directory, DirectoryReader reader, InstantSource clock) {
    this.directory = directory;
    this.reader = reader;
    this.clock = clock;
  }

  /// {@return whether an index exists, in any state}
  ///
  /// @param out the crawl's output directory
  public static boolean isIn(Path out) {
    return Files.isDirectory(IndexFields.directory(out));
  }

  /// Opens the index of a crawl for reading.
  ///
  /// @param out the crawl's output directory
  /// @param clock returns the present time
  /// @return the open index; the caller closes it
  /// @throws IndexUnusableException if there is no index, or it cannot be read
  /// @throws IOException if the disk fails
  public static Search open(Path out, InstantSource clock) throws IOException {
    VectorAdvice.silence();
    var path = IndexFields.directory(out);
    if (!isIn(out)) {
      var crawl = Files.exists(out.resolve("crawl.db")) ? "--resume" : "URL";
      throw new IndexUnusableException(
          "There is no index in %s; make one with: sojourn crawl %s --out %s"
              .formatted(out, crawl, out));
    }
    var directory = FSDirectory.open(path);
    try {
      return new Search(directory, DirectoryReader.open(directory), clock);
    } catch (IndexNotFoundException e) {
      directory.close();
      throw new IndexUnusableException(
          "The index in "
              + out
              + " is still empty; finish the crawl with: sojourn crawl --resume --out "
              + out,
          e);
    } catch (CorruptIndexException
        | IndexFormatTooOldException
        | IndexFormatTooNewException
        | IllegalArgumentException e) {
      directory.close();
      throw new IndexUnusableException(
          "The index in "
              + path
              + " cannot be read; delete that directory and have it built anew with: sojourn crawl"
              + " --resume --out "
              + out,
          e);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /// {@return how many pages can be found at present}
  ///
  /// @throws IOException if the index cannot be read
  public int pages() throws IOException {
    return new IndexSearcher(reader).count(available(MatchAllDocsQuery.INSTANCE));
  }

  /// Finds the pages that match best.
  ///
  /// @param query words, with the syntax described above
  /// @param limit the limit for hits; at least 1
  /// @return the hits, best first
  /// @throws IllegalArgumentException if the limit is less than 1
  /// @throws QueryTooLongException if the query has more than 1,024 words or opening parentheses
  /// @throws IOException if the index cannot be read
  public SearchResult find(String query, int limit) throws IOException {
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
    }
    requireShort(query);
    try {
      return findShort(query, limit);
    } catch (IndexSearcher.TooManyClauses _) {
      throw new QueryTooLongException(
          "The query is one of too many words, once they are taken apart; a search takes "
              + LIMIT
              + ".");
    }
  }

  /// Counts parentheses too, since the parser recurses into each.
  private static void requireShort(String query) throws QueryTooLongException {
    long words = WORD.matcher(query).results().count();
    long parentheses = query.chars().filter(c -> c == '(').count();
    if (words > MAX_WORDS || parentheses > MAX_WORDS) {
      throw new QueryTooLongException(
          String.format(
              Locale.ROOT,
              "The query has %,d %s; a search takes %s.",
              Math.max(words, parentheses),
              words >= parentheses ? "words" : "parentheses",
              LIMIT));
    }
  }

  private SearchResult findShort(String query, int limit) throws IOException {
    var searcher = new IndexSearcher(reader);
    var all = parse(query, BooleanClause.Occur.MUST);
    int total = searcher.count(available(all));
    if (total > 0) {
      return result(searcher, query, all, total, true, limit);
    }
    var some = parse(query, BooleanClause.Occur.SHOULD);
    return result(searcher, query, some, searcher.count(available(some)), false, limit);
  }

  @Override
  public void close() throws IOException {
    try (directory) {
      reader.close();
    }
  }

  private SearchResult result(
      IndexSearcher searcher, String text, Query query, int total, boolean matchedAll, int limit)
      throws IOException {
    var best = best(searcher, query, limit);
    var top =
        new TopDocs(
            new TotalHits(total, TotalHits.Relation.EQUAL_TO),
            best.stream().map(Best::match).toArray(ScoreDoc[]::new));
    var excerpts = new Excerpts(searcher, analyzer).of(query, top);
    var stored = searcher.storedFields();
    var hits = new ArrayList<Hit>();
    for (int i = 0; i < best.size(); i++) {
      var match = best.get(i).match();
      var page = stored.document(match.doc);
      var most = page.getField(IndexFields.MAX_SNIPPET);
      hits.add(
          new Hit(
              i + 1,
              url(match.doc, page),
              page.get(IndexFields.TITLE),
              match.score,
              page.getField(IndexFields.TEXT_CHARS) != null,
              most == null ? excerpts[i] : excerpts[i].limited(most.storedValue().getIntValue()),
              best.get(i).copies()));
    }
    return new SearchResult(text, total, matchedAll && total > 0, hits);
  }

  /// A hit that is shown.
  ///
  /// @param copies how many matches are this page in another language
  private record Best(ScoreDoc match, int copies) {}

  /// The best matches without copies of better ones in other languages. If copies displace other
  /// hits, further matches are read, up to a limit.
  private List<Best> best(IndexSearcher searcher, Query query, int limit) throws IOException {
    int all = Math.max(1, reader.maxDoc());
    for (int depth = limit * COPIES_LOOKED_AT; ; depth *= COPIES_LOOKED_AT) {
      int most = Math.min(depth, Math.max(limit, MAX_LOOKED_AT));
      var matches = searcher.search(available(query), Math.min(most, all)).scoreDocs;
      var shown = shown(searcher.storedFields(), matches);
      if (shown.size() >= limit || matches.length < most || most < depth) {
        return shown.first(limit).stream()
            .map(one -> new Best(matches[one.index()], one.copies()))
            .toList();
      }
    }
  }

  private LanguageCopies shown(StoredFields stored, ScoreDoc[] matches) throws IOException {
    var shown = new LanguageCopies();
    for (int i = 0; i < matches.length; i++) {
      var page = stored.document(matches[i].doc, URL_AND_LANGUAGE);
      var language = page.get(IndexFields.LANGUAGE);
      shown.add(i, LanguageUrl.of(url(matches[i].doc, page), language == null ? "" : language));
    }
    return shown;
  }

  private String url(int doc, Document page) throws IOException {
    return keptUrl(doc).orElseGet(() -> page.get(IndexFields.URL));
  }

  /// Excludes pages that must not be found any more.
  private Query available(Query query) {
    return new BooleanQuery.Builder()
        .add(query, BooleanClause.Occur.MUST)
        .add(
            LongPoint.newRangeQuery(
                IndexFields.UNAVAILABLE_AFTER, Long.MIN_VALUE, clock.instant().toEpochMilli()),
            BooleanClause.Occur.MUST_NOT)
        .build();
  }

  /// The URL under which a page is kept; empty in an index without this field.
  private Optional<String> keptUrl(int doc) throws IOException {
    var leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    var urls = DocValues.getBinary(leaf.reader(), IndexFields.KEPT_URL);
    return urls.advanceExact(doc - leaf.docBase)
        ? Optional.of(urls.binaryValue().utf8ToString())
        : Optional.empty();
  }

  private Query parse(String query, BooleanClause.Occur between) {
    var parser = new SimpleQueryParser(analyzer, IndexFields.WEIGHTS, SYNTAX);
    parser.setDefaultOperator(between);
    return parser.parse(query);
  }
}

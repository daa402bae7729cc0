package dev.sojourn.crawl.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.BytesRef;

/// The index of a crawl, opened for writing by one process. The URL is the key of a page: adding a
/// page again replaces the old one.
///
/// Pages are on disk only after [#commit]. A commit atomically stores a number of the caller's
/// choice. After a crash, this number is where the caller continues adding.
///
/// May be used by any number of threads.
public final class SearchIndex implements Closeable {
  private static final String UP_TO = "upTo";
  private static final String WHOLE = "whole";

  /// The index does not accept keys that are longer.
  private static final int MAX_URL_CHARS = 8 * 1024;

  private static final int MAX_DIGEST_CHARS = 64;

  /// Room for about 7,000 pages with 7 KB of text each. Each full buffer is written as a segment.
  /// Later merging of segments costs as much again.
  private static final double BUFFER_MEGABYTES = 64;

  private final FSDirectory directory;
  private final IndexWriter writer;
  private final InstantSource clock;

  private SearchIndex(FSDirectory directory, IndexWriter writer, InstantSource clock) {
    this.directory = directory;
    this.writer = writer;
    this.clock = clock;
  }

  /// Opens the index of a crawl, or creates an empty one.
  ///
  /// @param out the crawl's output directory; created if it is missing
  /// @param clock returns the present time
  /// @return the index; the caller closes it
  /// @throws IndexUnusableException if the existing index is damaged, has another version, or is
  ///   being written by another process
  /// @throws IOException if the directory cannot be created or written
  public static SearchIndex open(Path out, InstantSource clock) throws IOException {
    VectorAdvice.silence();
    var path = IndexFields.directory(out);
    OwnerOnly.createDirectories(path);
    var directory = FSDirectory.open(path);
    try {
      var settings =
          new IndexWriterConfig(PageAnalyzer.forDocuments())
              .setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND)
              .setRAMBufferSizeMB(BUFFER_MEGABYTES)
              .setCommitOnClose(false);
      return new SearchIndex(directory, new IndexWriter(directory, settings), clock);
    } catch (LockObtainFailedException e) {
      directory.close();
      throw new IndexUnusableException(
          "Another process is writing the index in " + path + "; wait for it, or stop it first.",
          e);
    } catch (CorruptIndexException
        | IndexFormatTooOldException
        | IndexFormatTooNewException
        | IllegalArgumentException e) {
      directory.close();
      throw new IndexUnusableException(
          "The index in " + path + " cannot be read; delete that directory to have it built anew.",
          e);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /// Adds or replaces a page. If pages of one place have equal digests, the last one replaces the
  /// others.
  ///
  /// A page has the members `url`, `title`, `headings` (a list), `text`, `language` and `digest`.
  /// `textChars` is present if the text is only the beginning of a longer one. The text is always
  /// searchable. It is stored for excerpts unless `snippet` or `archive` is `false` or `maxSnippet`
  /// is 0. `maxSnippet` limits an excerpt, in code points. From `unavailableAfter` on, the page is
  /// neither added nor found.
  ///
  /// @param visit that delivered the page, for [#removeVisit]
  /// @param place within which equal bodies count once, for [#keepUnder]: the visited part of a
  ///   site
  /// @param finding the report of an agent
  /// @return whether the finding was added as a page; findings without `url` are not pages
  /// @throws IOException if the index cannot be written
  public boolean add(String visit, String place, JsonNode finding) throws IOException {
    var url = finding.path("url").isTextual() ? finding.path("url").textValue() : "";
    if (url.isEmpty() || url.length() > MAX_URL_CHARS) {
      return false;
    }
    var digest = finding.path("digest").asText("");
    if (isDigest(digest)) {
      writer.deleteDocuments(digestTerm(place, digest));
    }
    var asks = ShowingRules.of(finding);
    if (asks.isOver(clock.instant())) {
      writer.deleteDocuments(new Term(IndexFields.URL, url));
      return false;
    }
    var page = document(visit, url, finding, asks);
    if (isDigest(digest)) {
      page.add(
          new StringField(IndexFields.DIGEST, digestTerm(place, digest).text(), Field.Store.NO));
      page.add(new BinaryDocValuesField(IndexFields.KEPT_URL, new BytesRef(url)));
    }
    writer.updateDocument(new Term(IndexFields.URL, url), page);
    return true;
  }

  private static Document document(String visit, String url, JsonNode finding, ShowingRules asks) {
    var page = new Document();
    page.add(new StringField(IndexFields.URL, url, Field.Store.YES));
    page.add(new StringField(IndexFields.VISIT, visit, Field.Store.NO));
    page.add(new TextField(IndexFields.TITLE, clean(finding, "title"), Field.Store.YES));
    for (var heading : finding.path("headings")) {
      page.add(new TextField(IndexFields.HEADINGS, clean(heading.asText("")), Field.Store.NO));
    }
    var kept = asks.keepsText() ? Field.Store.YES : Field.Store.NO;
    page.add(new TextField(IndexFields.TEXT, clean(finding, "text"), kept));
    var language = finding.path("language").asText("");
    if (!language.isEmpty()) {
      page.add(new StoredField(IndexFields.LANGUAGE, language));
    }
    if (finding.path("textChars").isInt()) {
      page.add(new StoredField(IndexFields.TEXT_CHARS, finding.path("textChars").intValue()));
    }
    asks.maxSnippet().ifPresent(most -> page.add(new StoredField(IndexFields.MAX_SNIPPET, most)));
    asks.unavailableAfter()
        .ifPresent(
            end -> page.add(new LongPoint(IndexFields.UNAVAILABLE_AFTER, end.toEpochMilli())));
    return page;
  }

  /// Shows a page under a better URL from now on.
  ///
  /// @param place as given to [#add]
  /// @param digest of the page's body, as given there
  /// @param url the better URL
  /// @throws IOException if the index cannot be written
  public void keepUnder(String place, String digest, String url) throws IOException {
    boolean mayBeThere = writer.getFieldNames().contains(IndexFields.KEPT_URL);
    if (mayBeThere && isDigest(digest) && url.length() <= MAX_URL_CHARS) {
      writer.updateBinaryDocValue(
          digestTerm(place, digest), IndexFields.KEPT_URL, new BytesRef(url));
    }
  }

  private static boolean isDigest(String text) {
    return !text.isEmpty() && text.length() <= MAX_DIGEST_CHARS;
  }

  private static Term digestTerm(String place, String digest) {
    return new Term(IndexFields.DIGEST, place + " " + digest);
  }

  /// Removes every page that was last delivered by a given visit.
  ///
  /// @param visit as given to [#add]
  /// @throws IOException if the index cannot be written
  public void removeVisit(String visit) throws IOException {
    writer.deleteDocuments(new Term(IndexFields.VISIT, visit));
  }

  /// Removes a page unless a later visit delivered it again.
  ///
  /// @param visit that delivered it, as given to [#add]
  /// @param url of the page, as given there
  /// @throws IOException if the index cannot be written
  public void removePage(String visit, String url) throws IOException {
    writer.deleteDocuments(
        new BooleanQuery.Builder()
            .add(new TermQuery(new Term(IndexFields.VISIT, visit)), BooleanClause.Occur.FILTER)
            .add(new TermQuery(new Term(IndexFields.URL, url)), BooleanClause.Occur.FILTER)
            .build());
  }

  /// Removes a page of any visit.
  ///
  /// @param url of the page, as given to [#add]
  /// @throws IOException if the index cannot be written
  public void removePage(String url) throws IOException {
    writer.deleteDocuments(new Term(IndexFields.URL, url));
  }

  /// Writes all additions and removals so far to disk, together with a number.
  ///
  /// @param upTo the caller's progress, in its own counting
  /// @throws IOException if the index cannot be written
  public void commit(long upTo) throws IOException {
    commit(upTo, "");
  }

  /// Writes everything to disk at the end of a round, and records that the index is complete for
  /// that round.
  ///
  /// @param upTo as for [#commit(long)]
  /// @param round that ended
  /// @throws IOException if the index cannot be written
  public void commitWhole(long upTo, String round) throws IOException {
    commit(upTo, round);
  }

  private void commit(long upTo, String whole) throws IOException {
    var data = Map.of(UP_TO, Long.toString(upTo), WHOLE, whole);
    writer.setLiveCommitData(data.entrySet());
    writer.commit();
  }

  /// {@return whether the index of a crawl lacks results of a round, for example after a crash.
  /// False for a missing index, which can be built again}
  ///
  /// @param out the crawl's output directory
  /// @param round whose visits are all over
  /// @param last the number that a complete index has in its last commit
  /// @throws IOException if it cannot be read
  public static boolean isBehind(Path out, String round, long last) throws IOException {
    var path = IndexFields.directory(out);
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (var directory = FSDirectory.open(path)) {
      var data = SegmentInfos.readLatestCommit(directory).getUserData();
      // Earlier versions of this program did not store which round is complete.
      return !data.getOrDefault(WHOLE, round).equals(round)
          || Long.parseLong(data.getOrDefault(UP_TO, "0")) < last;
    } catch (IndexNotFoundException
        | CorruptIndexException
        | IndexFormatTooOldException
        | IndexFormatTooNewException _) {
      // If the index cannot be read, opening it reports the next step.
      return false;
    }
  }

  /// {@return the number of the last commit; -1 before the first}
  public long committedUpTo() {
    var data = writer.getLiveCommitData();
    if (data != null) {
      for (var entry : data) {
        if (entry.getKey().equals(UP_TO)) {
          return Long.parseLong(entry.getValue());
        }
      }
    }
    return -1;
  }

  /// {@return how many pages the index holds, including uncommitted ones}
  ///
  /// @throws IOException if the index cannot be read
  public int pages() throws IOException {
    try (var reader = DirectoryReader.open(writer)) {
      return reader.numDocs();
    }
  }

  /// Closes the index. Uncommitted pages are lost.
  @Override
  public void close() throws IOException {
    try (directory) {
      writer.close();
    }
  }

  private static String clean(JsonNode finding, String member) {
    return clean(finding.path(member).asText(""));
  }

  /// Replaces characters that must not reach a terminal: control characters, since [Excerpts] uses
  /// two of them, and characters that change the text direction.
  private static String clean(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      if (isSteering(text.charAt(i))) {
        out = out == null ? new StringBuilder(text) : out;
        out.setCharAt(i, ' ');
      }
    }
    return out == null ? text : out.toString();
  }

  private static boolean isSteering(char c) {
    return Character.isISOControl(c)
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069');
  }
}

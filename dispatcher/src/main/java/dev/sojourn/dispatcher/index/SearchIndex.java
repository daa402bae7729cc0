package dev.sojourn.dispatcher.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.host.store.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;

/// The index of a crawl, opened for writing by one process. Pages are keyed by URL: a page that is
/// added again replaces what was there.
///
/// Nothing added is on disk before [#commit]. A commit also keeps a number of the caller's choice,
/// in the same atomic step, so that after a crash the caller knows from where to add again.
///
/// May be used by any number of threads.
public final class SearchIndex implements Closeable {
  private static final String UP_TO = "upTo";

  /// Longer keys are no terms of the index.
  private static final int MAX_URL_CHARS = 8 * 1024;

  private final FSDirectory directory;
  private final IndexWriter writer;

  private SearchIndex(FSDirectory directory, IndexWriter writer) {
    this.directory = directory;
    this.writer = writer;
  }

  /// Opens the index of a crawl, or begins an empty one.
  ///
  /// @param out the crawl's output directory; made if it is missing
  /// @return the index; whoever opens it closes it
  /// @throws IndexUnusableException if what is there is damaged, of another version, or being
  ///   written by another process
  /// @throws IOException if the directory cannot be made or written
  public static SearchIndex open(Path out) throws IOException {
    VectorAdvice.silence();
    var path = IndexFields.directory(out);
    OwnerOnly.createDirectories(path);
    var directory = FSDirectory.open(path);
    try {
      var settings =
          new IndexWriterConfig(PageAnalyzer.forDocuments())
              .setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND)
              .setCommitOnClose(false);
      return new SearchIndex(directory, new IndexWriter(directory, settings));
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

  /// Adds a page, or replaces it.
  ///
  /// Taken are `url`, `title`, `headings` (a list), `text`, `language`, and `snippet`: where that
  /// is `false`, no excerpt of the page will ever be shown, and its text is not kept.
  ///
  /// @param visit which visit delivered it, for [#removeVisit]
  /// @param finding what an agent reported
  /// @return whether it was a page; other findings, which have no `url`, are not indexed
  /// @throws IOException if the index cannot be written
  public boolean add(String visit, JsonNode finding) throws IOException {
    var url = finding.path("url").isTextual() ? finding.path("url").textValue() : "";
    if (url.isEmpty() || url.length() > MAX_URL_CHARS) {
      return false;
    }
    boolean excerpts = finding.path("snippet").asBoolean(true);
    var page = new Document();
    page.add(new StringField(IndexFields.URL, url, Field.Store.YES));
    page.add(new StringField(IndexFields.VISIT, visit, Field.Store.NO));
    page.add(new TextField(IndexFields.TITLE, clean(finding, "title"), Field.Store.YES));
    for (var heading : finding.path("headings")) {
      page.add(new TextField(IndexFields.HEADINGS, clean(heading.asText("")), Field.Store.NO));
    }
    page.add(
        new TextField(
            IndexFields.TEXT, clean(finding, "text"), excerpts ? Field.Store.YES : Field.Store.NO));
    var language = finding.path("language").asText("");
    if (!language.isEmpty()) {
      page.add(new StoredField(IndexFields.LANGUAGE, language));
    }
    writer.updateDocument(new Term(IndexFields.URL, url), page);
    return true;
  }

  /// Removes every page that a visit delivered and none delivered after it.
  ///
  /// @param visit as given to [#add]
  /// @throws IOException if the index cannot be written
  public void removeVisit(String visit) throws IOException {
    writer.deleteDocuments(new Term(IndexFields.VISIT, visit));
  }

  /// Puts everything added and removed so far on disk, together with a number.
  ///
  /// @param upTo how far the caller has come, in its own counting
  /// @throws IOException if the index cannot be written
  public void commit(long upTo) throws IOException {
    writer.setLiveCommitData(Map.of(UP_TO, Long.toString(upTo)).entrySet());
    writer.commit();
  }

  /// {@return the number given with the last commit; -1 before the first}
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

  /// {@return how many pages the index holds, those not yet committed included}
  ///
  /// @throws IOException if the index cannot be read
  public int pages() throws IOException {
    try (var reader = DirectoryReader.open(writer)) {
      return reader.numDocs();
    }
  }

  /// Closes the index. What was not committed is gone.
  @Override
  public void close() throws IOException {
    try (directory) {
      writer.close();
    }
  }

  private static String clean(JsonNode finding, String member) {
    return clean(finding.path(member).asText(""));
  }

  /// Control characters have no place in what is shown on a terminal; [Excerpts] uses two of them.
  /// Neither have those that turn the direction of writing of whatever follows.
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

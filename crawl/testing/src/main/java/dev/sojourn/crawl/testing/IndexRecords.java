package dev.sojourn.crawl.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.FSDirectory;

/// The records of an index as a search can show them: each with its shown URL and all stored
/// fields.
public final class IndexRecords {
  private IndexRecords() {}

  /// {@return the records, one line each, sorted}
  ///
  /// @param out the crawl's directory
  /// @throws IOException if the index cannot be read
  public static List<String> of(Path out) throws IOException {
    var records = new ArrayList<String>();
    try (var directory = FSDirectory.open(out.resolve("index"));
        var reader = DirectoryReader.open(directory)) {
      for (var leaf : reader.leaves()) {
        add(leaf.reader(), records);
      }
    }
    records.sort(null);
    return records;
  }

  private static void add(LeafReader reader, List<String> records) throws IOException {
    var live = reader.getLiveDocs();
    var shown = reader.getBinaryDocValues("keptUrl");
    for (int i = 0; i < reader.maxDoc(); i++) {
      if (live == null || live.get(i)) {
        var record = fields(reader.storedFields().document(i));
        if (shown != null && shown.advanceExact(i)) {
          record.put("url", shown.binaryValue().utf8ToString());
        }
        records.add(record.toString());
      }
    }
  }

  private static Map<String, String> fields(Document document) {
    var fields = new TreeMap<String, String>();
    for (var field : document) {
      fields.put(field.name(), field.stringValue());
    }
    return fields;
  }
}

package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The content of a WARC file when it was read.
///
/// @param path the path of the file
/// @param stamp the stamp of the file before it was read
/// @param entries the entries of its records of the site, in order
/// @param damages the unreadable places of the file
/// @param isCutOff whether the file ends within a record, such as a file that is being written
/// @param isSteady whether the file had the same stamp before and after it was read
record WarcFile(
    Path path,
    FileStamp stamp,
    List<WarcEntry> entries,
    List<WarcDamage> damages,
    boolean isCutOff,
    boolean isSteady) {
  /// Copies the lists.
  WarcFile {
    entries = List.copyOf(entries);
    damages = List.copyOf(damages);
  }

  /// Reads a file.
  ///
  /// @param most the largest number of records of the site
  /// @throws IOException if the file cannot be opened, or has more records
  static WarcFile read(Path path, WarcSettings settings, int most) throws IOException {
    var before = FileStamp.of(path).orElseThrow(() -> new NoSuchFileException(path.toString()));
    var entries = new ArrayList<WarcEntry>();
    var scan =
        WarcScan.read(
            path,
            (record, head, offset) -> {
              var entry = WarcEntry.of(settings.origin(), path, record, head, offset);
              if (entry.isPresent() && entries.size() == most) {
                throw tooMany(settings);
              }
              entry.ifPresent(entries::add);
            });
    boolean isSteady = FileStamp.of(path).filter(before::equals).isPresent();
    return new WarcFile(path, before, entries, scan.damages(), scan.isCutOff(), isSteady);
  }

  /// {@return the exception for files with too many records}
  ///
  /// @param settings the limit
  static WarcScan.TooManyRecordsException tooMany(WarcSettings settings) {
    return new WarcScan.TooManyRecordsException(
        "the WARC files hold more than %,d records of %s; raise site.warc-records, or name fewer files"
            .formatted(settings.maxRecords(), settings.origin()));
  }
}

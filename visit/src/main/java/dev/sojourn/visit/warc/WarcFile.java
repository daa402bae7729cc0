package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A WARC file as it was when it was read.
///
/// @param path of the file
/// @param stamp of the file that was read
/// @param entries of its records of the site, in their order
/// @param damages its places that cannot be read
/// @param isCutOff whether it ends within a record, as a file does that is being written
/// @param isSteady whether it was the same file, to the byte, before and after it was read
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
  /// @param most records of the site that there is room for
  /// @throws IOException if it cannot be opened, or holds more
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

  /// {@return the failure of files that hold more records than there is room for}
  ///
  /// @param settings the limit
  static WarcScan.TooManyRecordsException tooMany(WarcSettings settings) {
    return new WarcScan.TooManyRecordsException(
        "the WARC files hold more than %,d records of %s; raise site.warc-records, or name fewer files"
            .formatted(settings.maxRecords(), settings.origin()));
  }
}

package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The size, time of change and identity of a file. A file that was written to or replaced has
/// another stamp.
///
/// @param size in bytes
/// @param modified in nanoseconds
/// @param key its identity in the file system; empty if there is none
public record FileStamp(long size, long modified, String key) {

  /// {@return the stamp of a file as it is now; empty if no file is there that can be read}
  ///
  /// @param file with links followed
  public static Optional<FileStamp> of(Path file) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      var key = attributes.fileKey() == null ? "" : attributes.fileKey().toString();
      return attributes.isRegularFile()
          ? Optional.of(
              new FileStamp(
                  attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS), key))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}

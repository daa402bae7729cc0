package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The size, modification time and identity of a file. Writing to the file or replacing it changes
/// the stamp.
///
/// @param size the size in bytes
/// @param modified the modification time in nanoseconds
/// @param key the identity of the file in the file system; empty if unknown
public record FileStamp(long size, long modified, String key) {

  /// {@return the current stamp of a file; empty if there is no readable file}
  ///
  /// @param file the file; links are followed
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

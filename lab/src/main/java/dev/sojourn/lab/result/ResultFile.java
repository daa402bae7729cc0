package dev.sojourn.lab.result;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// The writer of files of results. Each is written as a whole or not at all: if the disk is full or
/// the program ends in between, the old file stays.
public final class ResultFile {
  private ResultFile() {}

  /// Writes a file in place of one that may be there.
  ///
  /// @param file the file
  /// @param text its new content
  /// @throws IOException if it cannot be written, or is there and no regular file; the message
  ///   names it
  public static void write(Path file, String text) throws IOException {
    RegularFile.requireIfThere(file);
    try {
      AtomicFile.replacePublic(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    } catch (FileSystemException e) {
      // Its message names the file.
      throw e;
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}

package dev.sojourn.lab.result;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// The writer of result files. Each file is written completely or not at all. If the disk is full,
/// or the program ends meanwhile, the old file remains.
public final class ResultFile {
  private ResultFile() {}

  /// Writes a file, and replaces an existing one.
  ///
  /// @param file the file
  /// @param text the new content
  /// @throws IOException if it cannot be written, or an existing file is not a regular file; the
  ///   message names the file
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

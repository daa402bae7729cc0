package dev.sojourn.base.file;

import java.io.IOException;
import java.nio.file.Path;

/// Rejects a file that a newer version of this program wrote. Reading it as an older file would
/// lose the newer data.
public final class NewerFile {
  private NewerFile() {}

  /// {@return the exception; its message is one clause with the next step}
  ///
  /// @param file that was found
  /// @param found the version of its format
  /// @param known the newest version that this program reads
  /// @param step an alternative to using the newer program
  public static IOException refusal(Path file, long found, long known, String step) {
    return new IOException(
        ("%s was written by a newer version of this program (its format is %d, and this one reads"
                + " up to %d); use that version, or %s")
            .formatted(file, found, known, step));
  }
}

package dev.sojourn.visit.warc;

import java.nio.file.Path;

/// A place of a WARC file that cannot be read. The records before and after it are still used.
///
/// @param file the damaged file
/// @param offset the offset of the record, in bytes
/// @param clause a clause about the damage
public record WarcDamage(Path file, long offset, String clause) {
  /// {@return the damage as one sentence}
  public String text() {
    return "%s at offset %d: %s; the other records are used.".formatted(file, offset, clause);
  }
}

package dev.sojourn.host.audit;

import java.nio.file.Path;

/// The result of the verification of a whole audit log.
public sealed interface AuditVerdict {

  /// No line was changed, removed or inserted.
  ///
  /// @param segments number of files
  /// @param lines number of all lines
  /// @param chain up to the last line
  /// @param removed lines deleted before the first one, according to a signed line
  /// @param omitted lines of signers that exceeded their share, removed according to signed lines
  /// @param unsigned lines after the last checkpoint, which could have been written without the key
  /// @param unfinished octets after the last line feed: the daemon is writing them, or was killed
  ///   during the write
  /// @param key thumbprint of the key that signed the checkpoints; empty without a checkpoint
  record Whole(
      int segments,
      long lines,
      AuditChain chain,
      long removed,
      long omitted,
      long unsigned,
      long unfinished,
      String key)
      implements AuditVerdict {}

  /// The log has no lines.
  ///
  /// @param directory of the log
  /// @param written minimum of lines that the host wrote; 0 if unknown, or if it wrote none
  record Missing(Path directory, long written) implements AuditVerdict {}

  /// The chain is broken.
  ///
  /// @param file the segment
  /// @param line number within the file of the first line that does not fit, starting at 1
  /// @param found what is wrong, as one clause
  record Broken(Path file, long line, String found) implements AuditVerdict {}
}

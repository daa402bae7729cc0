package dev.sojourn.host.audit;

import java.nio.file.Path;

/// The result of a look at a whole audit log.
public sealed interface AuditVerdict {

  /// No line was changed, left out or put in.
  ///
  /// @param segments files of the log
  /// @param lines of them all
  /// @param chain up to the last line
  /// @param removed lines that were removed before the first one, as a signed line says
  /// @param omitted lines that were taken out since their signers had more than a share, as signed
  ///   lines say
  /// @param unsigned lines behind the last checkpoint: somebody without the key could have written
  ///   them
  /// @param unfinished octets behind the last line feed: a daemon writes them just now, or was
  ///   killed while it did
  /// @param key the thumbprint of the key that signed the checkpoints; empty if there is none
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

  /// There is no line.
  ///
  /// @param directory of the log
  /// @param written lines that the host wrote at least; 0 if that is not known, or it wrote none
  record Missing(Path directory, long written) implements AuditVerdict {}

  /// The chain breaks.
  ///
  /// @param file the segment
  /// @param line the first line that does not fit; 1 for the first one of the file
  /// @param found one clause
  record Broken(Path file, long line, String found) implements AuditVerdict {}
}

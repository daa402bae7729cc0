package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The omissions of a log under verification, and the signed lines that state them. Used by one
/// thread only.
final class AuditOmissions {
  private final Map<Path, Found> found = new LinkedHashMap<>();

  /// The line number of each statement: after the last checkpoint, anyone could have written it.
  private final Map<Stated, Long> stated = new HashMap<>();

  private long lines;

  /// @param line number of the first omission in the file
  /// @param octets of all its omissions
  private record Found(long line, ByteArrayOutputStream octets) {}

  private record Stated(long segment, String digest) {}

  void add(Path segment, long line, AuditOmission omission) {
    var octets =
        found.computeIfAbsent(segment, _ -> new Found(line, new ByteArrayOutputStream())).octets();
    octets.writeBytes(omission.octets());
    octets.write('\n');
    lines += omission.through() - omission.first() + 1;
  }

  /// @param segment number of its first line
  /// @param digest of its omissions
  /// @param number of the line with this statement
  void stated(long segment, String digest, long number) {
    var _ = stated.putIfAbsent(new Stated(segment, digest), number);
  }

  /// The number of omitted lines.
  long lines() {
    return lines;
  }

  /// The first omission without a signed statement; empty if all have one.
  ///
  /// @param signed number of the last checkpoint
  Optional<AuditVerdict.Broken> unsaid(long signed) {
    for (var segment : found.entrySet()) {
      var digest = Digest.of(segment.getValue().octets().toByteArray()).hex();
      var number = stated.get(new Stated(AuditSegments.first(segment.getKey()), digest));
      if (number == null || number > signed) {
        return Optional.of(
            new AuditVerdict.Broken(
                segment.getKey(),
                segment.getValue().line(),
                "lines are missing here, and no signed line says that they were taken out"));
      }
    }
    return Optional.empty();
  }
}

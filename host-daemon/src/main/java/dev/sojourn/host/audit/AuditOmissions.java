package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The omissions of a log that is verified, and the signed lines that state them. For one thread.
final class AuditOmissions {
  private final Map<Path, Found> found = new LinkedHashMap<>();

  /// The line of each statement: behind the last checkpoint anybody could have written it.
  private final Map<Stated, Long> stated = new HashMap<>();

  private long lines;

  /// @param line of the first omission in the file
  /// @param octets of all of them
  private record Found(long line, ByteArrayOutputStream octets) {}

  private record Stated(long segment, String digest) {}

  void add(Path segment, long line, AuditOmission omission) {
    var octets =
        found.computeIfAbsent(segment, _ -> new Found(line, new ByteArrayOutputStream())).octets();
    octets.writeBytes(omission.octets());
    octets.write('\n');
    lines += omission.through() - omission.first() + 1;
  }

  /// @param segment the number of its first line
  /// @param digest of its omissions
  /// @param number of the line that says so
  void stated(long segment, String digest, long number) {
    var _ = stated.putIfAbsent(new Stated(segment, digest), number);
  }

  /// The lines that are not there.
  long lines() {
    return lines;
  }

  /// The first omission that no signed line states.
  ///
  /// @param signed the number of the last checkpoint
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

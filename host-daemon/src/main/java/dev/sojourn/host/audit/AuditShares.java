package dev.sojourn.host.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The bytes that each owner's lines take in segments of the audit log. One signer may have half of
/// the log, as with the disk. Used by one thread only.
final class AuditShares {
  private final Map<Path, Map<String, Long>> bySegment = new LinkedHashMap<>();

  /// Counts the lines of segments; already counted segments cost nothing.
  ///
  /// @param segments in the order of their lines
  void look(List<Path> segments) throws IOException {
    var before = new HashMap<>(bySegment);
    bySegment.clear();
    for (var segment : segments) {
      var known = before.get(segment);
      bySegment.put(segment, known == null ? count(segment) : known);
    }
  }

  private static Map<String, Long> count(Path segment) throws IOException {
    var bytes = new HashMap<String, Long>();
    try (var reader = AuditReader.open(segment)) {
      for (var line = reader.next(); line.isPresent(); line = reader.next()) {
        long size = line.get().length + 1L;
        AuditOwner.of(line.get())
            .flatMap(AuditOwner::owner)
            .ifPresent(owner -> bytes.merge(owner, size, Long::sum));
      }
    }
    return bytes;
  }

  /// The largest owner above a share; empty if no owner exceeds it.
  ///
  /// @param share in bytes
  Optional<String> over(long share) {
    var sums = new HashMap<String, Long>();
    bySegment
        .values()
        .forEach(one -> one.forEach((name, size) -> sums.merge(name, size, Long::sum)));
    return sums.entrySet().stream()
        .filter(sum -> sum.getValue() > share)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /// The oldest segment with lines of an owner.
  Path oldest(String owner) {
    return bySegment.entrySet().stream()
        .filter(segment -> segment.getValue().containsKey(owner))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /// Records that a segment has no more lines of an owner, or none that can be removed.
  void settled(Path segment, String owner) {
    bySegment.getOrDefault(segment, Map.of()).remove(owner);
  }
}

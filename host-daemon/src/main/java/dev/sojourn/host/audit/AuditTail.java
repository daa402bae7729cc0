package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The end of an audit log that a daemon continues.
///
/// @param chain up to the last complete line
/// @param segment the last segment
/// @param bytes size of its complete lines
/// @param tornBytes number of octets after them, from a write that a crash interrupted
/// @param torn digest of these octets
/// @param isUnsignedStart whether the last line is a start without a checkpoint after it, as after
///   a crash or a disk failure
/// @param fault what is wrong with the chain of the last lines, as a clause; empty if the chain is
///   intact
record AuditTail(
    AuditChain chain,
    Path segment,
    long bytes,
    long tornBytes,
    Digest torn,
    boolean isUnsignedStart,
    Optional<String> fault) {
  private static final Optional<AuditLine> NONE = Optional.empty();

  /// The end of the log in a directory; empty without a log.
  ///
  /// @param remembered the last checkpoint that was written
  /// @throws IOException if the log cannot be read, or its last line is not a line of an audit log
  static Optional<AuditTail> in(Path directory, Optional<AuditChain> remembered)
      throws IOException {
    var segments = AuditSegments.in(directory);
    if (segments.isEmpty()) {
      return Optional.empty();
    }
    var last = segments.getLast();
    var tail = of(last, AuditChain.EMPTY, remembered);
    if (tail.bytes() > 0) {
      return Optional.of(tail);
    }
    // The daemon was killed while it wrote the first line of this segment. The line before it is in
    // the previous segment.
    var before =
        segments.size() > 1
            ? of(segments.get(segments.size() - 2), tail.chain(), remembered)
            : tail;
    return Optional.of(
        new AuditTail(
            before.chain(),
            last,
            0,
            tail.tornBytes(),
            tail.torn(),
            before.isUnsignedStart(),
            before.fault()));
  }

  private static AuditTail of(Path segment, AuditChain otherwise, Optional<AuditChain> remembered)
      throws IOException {
    try (var reader = AuditReader.open(segment)) {
      var recent = new RecentLines();
      for (var line = reader.next(); line.isPresent(); line = reader.next()) {
        recent.add(line.get());
      }
      if (reader.isTooLong()) {
        throw damaged(segment, reader.line() + 1);
      }
      var last = recent.last();
      var line = last.isPresent() ? Optional.of(line(segment, reader.line(), last.get())) : NONE;
      recent.requireKnownEvents(segment, reader.line());
      var torn = reader.torn();
      return new AuditTail(
          line.map(AuditChain::at).orElse(otherwise),
          segment,
          reader.whole(),
          torn.length,
          Digest.of(torn),
          line.filter(end -> end.event().equals(AuditEvent.STARTED.word())).isPresent(),
          recent.fault(segment, reader.line(), remembered));
    }
  }

  private static AuditLine line(Path segment, long line, byte[] octets) throws IOException {
    try {
      return AuditLine.read(octets);
    } catch (JsonException _) {
      throw damaged(segment, line);
    }
  }

  private static IOException damaged(Path segment, long line) {
    return new IOException(
        "the audit log "
            + segment
            + ", line "
            + line
            + " is damaged; look at it with 'host audit verify', then put a copy back, or move its"
            + " directory and the file audit.end beside it away to begin a new log");
  }
}

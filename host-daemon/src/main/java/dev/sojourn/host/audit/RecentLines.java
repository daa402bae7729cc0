package dev.sojourn.host.audit;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.ForeignText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;

/// The last lines of a segment, as many as there are between two checkpoints. A starting daemon
/// checks only these lines, because reading all lines takes as long as `host audit verify`. Used by
/// one thread only.
final class RecentLines {
  private static final int MOST = 500;
  private static final int MAX_BYTES = 4 << 20;

  private final ArrayDeque<byte[]> lines = new ArrayDeque<>();
  private int bytes;

  void add(byte[] line) {
    lines.addLast(line);
    bytes += line.length;
    while (lines.size() > 1 && (lines.size() > MOST || bytes > MAX_BYTES)) {
      bytes -= lines.removeFirst().length;
    }
  }

  /// The last line; empty without lines.
  Optional<byte[]> last() {
    return Optional.ofNullable(lines.peekLast());
  }

  /// Refuses an event that this version does not know, because a newer version with other rules
  /// wrote it.
  ///
  /// @param segment the segment of the lines
  /// @param last number of the last line within the file
  /// @throws IOException if an event is unknown; the message names the next step
  void requireKnownEvents(Path segment, long last) throws IOException {
    long at = last - lines.size();
    for (var octets : lines) {
      at++;
      var event = event(octets);
      if (event.isPresent() && AuditEvent.of(event.get()).isEmpty()) {
        throw new IOException(
            ("the audit log %s, line %d, has the event '%s', which this version does not know; use"
                 + " the newer version that wrote it, or move its directory and the file audit.end"
                 + " beside it away to begin a new log")
                .formatted(segment, at, ForeignText.of(event.get())));
      }
    }
  }

  private static Optional<String> event(byte[] octets) {
    try {
      return Optional.of(AuditLine.read(octets).event());
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  /// The first line that does not fit, as a clause; empty if all fit.
  ///
  /// @param segment the segment of the lines
  /// @param last number of the last line within the file
  /// @param remembered the last checkpoint that was written
  Optional<String> fault(Path segment, long last, Optional<AuditChain> remembered) {
    var chain = Optional.<AuditChain>empty();
    long at = last - lines.size();
    for (var octets : lines) {
      at++;
      try {
        var line = AuditLine.read(octets);
        var before = new AuditChain(line.number() - 1, line.before());
        if (chain.isPresent() && !chain.get().equals(before)) {
          return Optional.of(segment + ", line " + at + " does not continue the line before it");
        }
        var with = AuditChain.at(line);
        if (remembered
            .filter(end -> end.number() == with.number() && !end.equals(with))
            .isPresent()) {
          return Optional.of(segment + ", line " + at + " is not the one that this host wrote");
        }
        chain = Optional.of(with);
      } catch (JsonException _) {
        return Optional.of(segment + ", line " + at + " is no line of an audit log");
      }
    }
    return Optional.empty();
  }
}

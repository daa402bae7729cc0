package dev.sojourn.crawl.local.log;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.crawl.local.store.StoredLines;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// The lines of visits that the crawl log needs, until a moment when no time is left.
final class VisitLines {
  private final StoredLines lines;
  private final InstantSource clock;
  private final Instant until;

  VisitLines(StoredLines lines, InstantSource clock, Instant until) {
    this.lines = lines;
    this.clock = clock;
    this.until = until;
  }

  /// Hands on the lines of a visit in order: those of the kinds that are wanted, and maybe others.
  /// A finding may be shortened by [FindingPage#shortened], and referrals may be only those to
  /// pages of the crawl.
  void read(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    lines.readLogged(
        agentId,
        wanted,
        line -> {
          if (clock.instant().isAfter(until)) {
            throw new NoTimeLeftException();
          }
          reader.line(line);
        });
  }
}

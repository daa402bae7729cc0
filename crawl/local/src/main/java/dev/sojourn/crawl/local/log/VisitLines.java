package dev.sojourn.crawl.local.log;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.crawl.local.store.StoredLines;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// The lines of visits that the crawl log needs, readable until a deadline.
final class VisitLines {
  private final StoredLines lines;
  private final InstantSource clock;
  private final Instant until;

  VisitLines(StoredLines lines, InstantSource clock, Instant until) {
    this.lines = lines;
    this.clock = clock;
    this.until = until;
  }

  /// Passes the wanted kinds of lines of a visit in order, and possibly others. A finding may be
  /// shortened by [FindingPage#shortened]. Referrals may be limited to pages of the crawl.
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

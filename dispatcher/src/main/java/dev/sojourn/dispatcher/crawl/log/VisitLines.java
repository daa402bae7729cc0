package dev.sojourn.dispatcher.crawl.log;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.StoredLines;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// The lines of visits as the store has them, until a moment when no time is left.
final class VisitLines {
  private final StoredLines lines;
  private final InstantSource clock;
  private final Instant until;

  VisitLines(CrawlStore store, InstantSource clock, Instant until) {
    this.lines = new StoredLines(store);
    this.clock = clock;
    this.until = until;
  }

  /// Hands on the lines of a visit in order: those of the kinds that are wanted, and maybe others.
  void read(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    lines.ofVisit(
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

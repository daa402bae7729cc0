package dev.sojourn.dispatcher.crawl.log;

import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.dispatcher.store.CrawlStore;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;

/// The lines of visits as the store has them, read a few parcels at a time, until a moment when no
/// time is left.
final class VisitLines {
  /// A host may fill an answer with one parcel, 16 MiB of it.
  private static final int BATCH = 4;

  private final CrawlStore store;
  private final InstantSource clock;
  private final Instant until;

  VisitLines(CrawlStore store, InstantSource clock, Instant until) {
    this.store = store;
    this.clock = clock;
    this.until = until;
  }

  /// Hands on all lines of a visit in order.
  void read(String agentId, LineReader<IOException> reader) throws IOException {
    long number = 0;
    for (var batch = store.parcelsOf(agentId, number, BATCH);
        !batch.isEmpty();
        batch = store.parcelsOf(agentId, number, BATCH)) {
      for (var stored : batch) {
        if (clock.instant().isAfter(until)) {
          throw new NoTimeLeftException();
        }
        number = stored.parcel().number();
        switch (stored.parcel().unpack(ParcelLimits.DEFAULT)) {
          case ParcelReading.Lines lines -> lines.each(reader);
          case ParcelReading.Damaged(var sentence) ->
              throw new IOException("The store of the crawl is damaged: " + sentence);
        }
      }
    }
  }
}

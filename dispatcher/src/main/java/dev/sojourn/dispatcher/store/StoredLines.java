package dev.sojourn.dispatcher.store;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.ParcelLimits;
import java.io.IOException;
import java.util.Set;

/// The lines of the parcels in the store of a crawl, for index and export. Each parcel was checked
/// before it was kept, so its lines are not checked again. May be used by any thread.
public final class StoredLines {
  /// A host may fill an answer with one parcel, 16 MiB of it.
  private static final int BATCH = 4;

  private final CrawlStore store;

  /// Creates a reading of a store.
  ///
  /// @param store of the crawl
  public StoredLines(CrawlStore store) {
    this.store = store;
  }

  /// Hands on the lines of all parcels of a visit, in order.
  ///
  /// @param agentId of the visit
  /// @param wanted the kinds that the reader needs; it may be given others too
  /// @param reader takes each line
  /// @throws IOException if the store cannot be read or is damaged, or as the reader threw it
  public void ofVisit(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    long number = 0;
    for (var batch = store.parcelsOf(agentId, number, BATCH);
        !batch.isEmpty();
        batch = store.parcelsOf(agentId, number, BATCH)) {
      for (var stored : batch) {
        number = stored.parcel().number();
        read(stored, wanted, reader);
      }
    }
  }

  /// Hands on the lines of one parcel.
  ///
  /// @param stored the parcel
  /// @param wanted the kinds that the reader needs; it may be given others too
  /// @param reader takes each line
  /// @throws IOException if the parcel is damaged, or as the reader threw it
  public static void read(StoredParcel stored, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    var damage = stored.parcel().reread(ParcelLimits.DEFAULT, wanted, reader);
    if (damage.isPresent()) {
      throw new IOException("The store of the crawl is damaged: " + damage.get());
    }
  }
}

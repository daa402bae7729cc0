package dev.sojourn.dispatcher.store;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
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
        of(stored, wanted, reader);
      }
    }
  }

  /// Hands on the lines of the parcels that came next, in the order in which parcels came.
  ///
  /// @param sequence of the last parcel already read; 0 for none
  /// @param wanted the kinds that the reader needs; it may be given others too
  /// @param reader takes each line, and hears of the end of each parcel
  /// @return whether there was any
  /// @throws IOException if the store cannot be read or is damaged, or as the reader threw it
  public boolean after(long sequence, Set<LineKind> wanted, ParcelReader reader)
      throws IOException {
    var batch = store.parcelsAfter(sequence, BATCH);
    for (var stored : batch) {
      if (!reader.begin(stored.parcel().agentId())) {
        return true;
      }
      if (!reader.has(stored.parcel())) {
        of(stored, wanted, reader);
      }
      reader.end(stored.sequence());
    }
    return !batch.isEmpty();
  }

  /// {@return whether no parcel came after one}
  ///
  /// @param sequence of the parcel; 0 for none
  /// @throws IOException if the store cannot be read
  public boolean isEnd(long sequence) throws IOException {
    return store.parcelsAfter(sequence, 1).isEmpty();
  }

  private static void of(StoredParcel stored, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    var damage = stored.parcel().reread(ParcelLimits.DEFAULT, wanted, reader);
    if (damage.isPresent()) {
      throw new IOException("The store of the crawl is damaged: " + damage.get());
    }
  }

  /// Takes parcels one after the other.
  public interface ParcelReader extends LineReader<IOException> {

    /// Hears whose lines come next.
    ///
    /// @param agentId of the visit
    /// @return whether they are wanted; if not, the reading ends
    boolean begin(String agentId);

    /// Takes the lines of a parcel from elsewhere, if it can.
    ///
    /// @param parcel the next one
    /// @return whether it has taken them; if not, they are read from the store
    /// @throws IOException as the reader likes; ends the reading
    boolean has(Parcel parcel) throws IOException;

    /// Hears that all lines of a parcel were read, and that it is whole.
    ///
    /// @param sequence of the parcel
    void end(long sequence);
  }
}

package dev.sojourn.host.release;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Digest;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The results of a visit, which leave when they are released: its status, its parcels, and the
/// agent's state.
///
/// @param store the store of the results
/// @param visit the ended visit
public record VisitFindings(Store store, KeptVisit visit) {
  private static final long MAX_BYTES_AT_ONCE = 4L << 20;

  /// Reads parcels.
  @FunctionalInterface
  public interface ParcelReader {
    /// Reads one parcel.
    ///
    /// @param parcel the next parcel, in order
    /// @throws java.io.IOException if the reader fails
    void read(Parcel parcel) throws java.io.IOException;
  }

  /// Reads all parcels in order, with only a few in memory at a time.
  ///
  /// @param reader reads the parcels
  /// @throws java.io.IOException if the disk or the reader fails
  public void parcels(ParcelReader reader) throws java.io.IOException {
    long last = 0;
    List<Parcel> some = store.parcels(visit.key(), last, MAX_BYTES_AT_ONCE);
    while (!some.isEmpty()) {
      for (var parcel : some) {
        reader.read(parcel);
        last = parcel.number();
      }
      some = store.parcels(visit.key(), last, MAX_BYTES_AT_ONCE);
    }
  }

  /// {@return the agent's state; empty if there is none}
  ///
  /// @throws StoreException if the disk fails
  public byte[] state() throws StoreException {
    return store.state(visit.key()).orElseGet(() -> new byte[0]);
  }

  /// {@return a digest of the results: of the status lines, of the number and digest of each
  /// parcel, and of the state}
  ///
  /// @throws java.io.IOException if the disk fails
  public Digest digest() throws java.io.IOException {
    var all = new ByteArrayOutputStream();
    all.writeBytes(statusLines(visit.status()).getBytes(StandardCharsets.UTF_8));
    parcels(
        parcel ->
            all.writeBytes(
                (parcel.number() + " " + parcel.digest().hex() + "\n")
                    .getBytes(StandardCharsets.US_ASCII)));
    all.writeBytes(Digest.of(state()).hex().getBytes(StandardCharsets.US_ASCII));
    return Digest.of(all.toByteArray());
  }

  private static String statusLines(VisitStatus status) {
    return status.state().word() + "\n" + status.reason() + "\n" + status.next() + "\n";
  }
}

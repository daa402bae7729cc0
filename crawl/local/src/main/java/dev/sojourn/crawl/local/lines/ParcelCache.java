package dev.sojourn.crawl.local.lines;

import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Digest;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A cache in front of the store, with the lines of parcels that this run of a crawl has read.
/// Index, findings and crawl log read from it.
///
/// The store stays authoritative: it lists the parcels in their order, and all lines can be read
/// from it. The cache holds some of the recently read lines, or none, within fixed limits. All
/// other lines are read from the store. May be used by any thread.
///
/// | lines | bound |
/// | --- | --- |
/// | of parcels that are being read and stored | 32 MiB of memory |
/// | findings that wait for the index | 32 MiB of memory |
/// | lines for the crawl log, and the places of findings in the spool | 32 MiB of memory |
/// | findings for the export | 1 GiB of disk |
public final class ParcelCache implements Closeable {
  private static final ParcelCache NONE =
      new ParcelCache(Path.of("none"), new Bounds(0, 0, 0), false, false);

  private final boolean isKept;
  private final boolean isIndexed;
  private final LineBudget reading;
  private final LineBudget waiting;
  private final LineBudget held;
  private final FindingSpool spool;
  private final Map<ParcelKey, Offer> forIndex = new ConcurrentHashMap<>();
  private final Map<String, CachedVisit> visits = new ConcurrentHashMap<>();

  /// The identity of a parcel.
  private record ParcelKey(String agentId, long number) {
    static ParcelKey of(Parcel parcel) {
      return new ParcelKey(parcel.agentId(), parcel.number());
    }
  }

  /// Findings that wait for the index.
  private record Offer(Digest digest, List<ParcelLine.Finding> findings, long bytes) {
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(CachedParcel parcel) {
      return findings == parcel.findings();
    }
  }

  /// The limits of the cache.
  ///
  /// @param memoryBytes for each of the three kinds in memory
  /// @param spoolBytes for the findings on disk
  /// @param freeBytes the space that must stay free on that disk for store, index and export
  public record Bounds(long memoryBytes, long spoolBytes, long freeBytes) {
    /// The limits of a crawl.
    public static final Bounds DEFAULT = new Bounds(32L << 20, 1L << 30, 1L << 30);
  }

  private ParcelCache(Path spool, Bounds bounds, boolean isKept, boolean isIndexed) {
    this.isKept = isKept;
    this.isIndexed = isIndexed;
    this.reading = new LineBudget(bounds.memoryBytes());
    this.waiting = new LineBudget(bounds.memoryBytes());
    this.held = new LineBudget(bounds.memoryBytes());
    this.spool = new FindingSpool(spool, bounds.spoolBytes(), bounds.freeBytes());
  }

  /// {@return a cache for a run in which each visit ends and requests each page once}
  ///
  /// @param spool the path of a file for findings
  /// @param bounds the limits of the cache
  /// @param isIndexed whether an index reads the findings
  public static ParcelCache of(Path spool, Bounds bounds, boolean isIndexed) {
    return new ParcelCache(spool, bounds, true, isIndexed);
  }

  /// {@return a cache that holds nothing, so that all lines are read from the store}
  public static ParcelCache none() {
    return NONE;
  }

  /// {@return the lines of a parcel that is about to be read; the caller closes it}
  ///
  /// @param parcel the parcel
  public CachedParcel of(Parcel parcel) {
    return new CachedParcel(parcel, reading, isKept);
  }

  /// Offers the findings of a parcel to the index. Call this before the parcel is stored, since the
  /// index may read the parcel as soon as it is stored.
  ///
  /// @param parcel with all its lines
  public void offer(CachedParcel parcel) {
    long bytes = parcel.findingBytes();
    if (!isIndexed || !parcel.isGathered() || !waiting.take(bytes)) {
      return;
    }
    var offer = new Offer(parcel.parcel().digest(), parcel.findings(), bytes);
    if (forIndex.putIfAbsent(ParcelKey.of(parcel.parcel()), offer) != null) {
      waiting.giveBack(bytes);
    }
  }

  /// Reports the result of storing an offered parcel.
  ///
  /// @param parcel with all its lines
  /// @param isNew whether the store has the parcel now and did not have it before
  public void settle(CachedParcel parcel, boolean isNew) {
    if (!isNew) {
      withdraw(parcel);
    } else if (parcel.isGathered()) {
      var id = parcel.parcel().agentId();
      var visit =
          parcel.parcel().number() == 1
              ? visits.computeIfAbsent(id, _ -> new CachedVisit(held))
              : visits.get(id);
      // The first parcels of a visit that is unknown here arrived in an earlier run.
      if (visit != null) {
        visit.add(parcel, spool);
      }
    }
  }

  private void withdraw(CachedParcel parcel) {
    var key = ParcelKey.of(parcel.parcel());
    var offer = forIndex.get(key);
    // The store may have another parcel with this number and the same findings.
    if (offer != null && offer.isOf(parcel) && forIndex.remove(key, offer)) {
      waiting.giveBack(offer.bytes());
    }
  }

  /// Passes the findings of a stored parcel once, if the cache has them.
  ///
  /// @param parcel as stored
  /// @param reader receives each finding
  /// @param <E> the exception of the reader
  /// @return whether they were passed; if not, the reader received nothing
  /// @throws E if the reader throws it
  public <E extends Exception> boolean take(Parcel parcel, LineReader<E> reader) throws E {
    var offer = forIndex.remove(ParcelKey.of(parcel));
    if (offer == null) {
      return false;
    }
    try {
      if (!offer.digest().equals(parcel.digest())) {
        return false;
      }
      for (var finding : offer.findings()) {
        reader.line(finding);
      }
      return true;
    } finally {
      waiting.giveBack(offer.bytes());
    }
  }

  /// Writes the findings of a visit, one on each line, if the cache has all of them.
  ///
  /// @param agentId of the visit
  /// @param last the number of its last parcel in the store
  /// @param count how many findings of the visit the store has
  /// @param out receives the text
  /// @return whether they were written; if not, nothing was written
  /// @throws SpoolUnreadableException if they cannot be read; the cache drops them then
  /// @throws IOException if writing fails
  public boolean writeFindings(String agentId, long last, long count, OutputStream out)
      throws IOException {
    var visit = visits.get(agentId);
    if (visit == null) {
      return false;
    }
    var pieces = visit.pieces(last, count);
    return pieces.isPresent() && spool.copy(pieces.get(), out);
  }

  /// Passes the lines of a visit that the crawl log needs, if the cache has all of them.
  ///
  /// @param agentId of the visit
  /// @param last the number of its last parcel in the store
  /// @param reader receives each line
  /// @return whether they were passed; if not, the reader received nothing
  /// @throws IOException if the reader throws it
  public boolean readLogged(String agentId, long last, LineReader<IOException> reader)
      throws IOException {
    var visit = visits.get(agentId);
    var lines = visit == null ? Optional.<List<ParcelLine>>empty() : visit.logged(last);
    for (var line : lines.orElse(List.of())) {
      reader.line(line);
    }
    return lines.isPresent();
  }

  /// {@return the memory in use for the first three rows of the table above}
  List<Long> takenBytes() {
    return List.of(reading.takenBytes(), waiting.takenBytes(), held.takenBytes());
  }

  /// Frees the disk space.
  @Override
  public void close() {
    spool.close();
  }
}

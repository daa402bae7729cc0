package dev.sojourn.crawl.local.lines;

import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Digest;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A cache in front of the store: the lines of the parcels that a run of a crawl has read. Index,
/// findings and crawl log read from it.
///
/// The store stays the only truth: it says which parcels there are, in which order, and all lines
/// can be read from it. This is a shortcut to lines that were read a moment ago. It holds some of
/// them or none, within fixed bounds; the rest is read from the store. May be used by any thread.
///
/// | lines | bound |
/// | --- | --- |
/// | of parcels that are being read and stored | 32 MiB of memory |
/// | findings that wait for the index | 32 MiB of memory |
/// | what the crawl log needs, and where in the spool findings are | 32 MiB of memory |
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

  /// The name of a parcel.
  private record ParcelKey(String agentId, long number) {
    static ParcelKey of(Parcel parcel) {
      return new ParcelKey(parcel.agentId(), parcel.number());
    }
  }

  /// Findings that wait for the index.
  private record Offer(Digest digest, List<byte[]> findings, long bytes) {}

  /// Bounds of the lines.
  ///
  /// @param memoryBytes of each of the three kinds in memory
  /// @param spoolBytes of those on disk
  /// @param freeBytes what stays free on that disk for store, index and export
  public record Bounds(long memoryBytes, long spoolBytes, long freeBytes) {
    /// The bounds of a crawl.
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

  /// {@return the lines of a run in which each visit ends, and asks for each page once}
  ///
  /// @param spool the path of a file for findings
  /// @param bounds of all that it has
  /// @param isIndexed whether an index takes them
  public static ParcelCache of(Path spool, Bounds bounds, boolean isIndexed) {
    return new ParcelCache(spool, bounds, true, isIndexed);
  }

  /// {@return the lines of a run that reads all of them from the store}
  public static ParcelCache none() {
    return NONE;
  }

  /// {@return the lines of a parcel that is about to be read; the caller closes it}
  ///
  /// @param parcel the parcel
  public CachedParcel of(Parcel parcel) {
    return new CachedParcel(parcel, reading, isKept);
  }

  /// Offers the findings of a parcel to the index. This comes before the parcel is stored, since
  /// the index may see it as soon as the store has it.
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

  /// Hears what became of a parcel that was offered.
  ///
  /// @param parcel with all its lines
  /// @param isNew whether the store has it now, and had it not before
  public void settle(CachedParcel parcel, boolean isNew) {
    if (!isNew) {
      withdraw(parcel);
    } else if (parcel.isGathered()) {
      var id = parcel.parcel().agentId();
      var visit =
          parcel.parcel().number() == 1
              ? visits.computeIfAbsent(id, _ -> new CachedVisit(held))
              : visits.get(id);
      // A visit that is not known here has its first parcels from an earlier run.
      if (visit != null) {
        visit.add(parcel, spool);
      }
    }
  }

  private void withdraw(CachedParcel parcel) {
    long bytes = parcel.findingBytes();
    var offer = new Offer(parcel.parcel().digest(), parcel.findings(), bytes);
    // The store may have another parcel with this number.
    if (forIndex.remove(ParcelKey.of(parcel.parcel()), offer)) {
      waiting.giveBack(bytes);
    }
  }

  /// Hands the findings of a stored parcel on, once, if they wait here.
  ///
  /// @param parcel as the store has it
  /// @param reader takes each finding
  /// @param <E> what the reader may throw
  /// @return whether they did; if not, the reader was given nothing
  /// @throws E as the reader threw it
  public <E extends Exception> boolean take(Parcel parcel, LineReader<E> reader) throws E {
    var offer = forIndex.remove(ParcelKey.of(parcel));
    if (offer == null) {
      return false;
    }
    try {
      if (!offer.digest().equals(parcel.digest())) {
        return false;
      }
      for (var text : offer.findings()) {
        reader.line(new ParcelLine.Finding(new String(text, StandardCharsets.UTF_8)));
      }
      return true;
    } finally {
      waiting.giveBack(offer.bytes());
    }
  }

  /// Writes the findings of a visit, each on a line, if all of them are here.
  ///
  /// @param agentId of the visit
  /// @param last the number of its last parcel in the store
  /// @param count how many findings the store has of it
  /// @param out gets the text
  /// @return whether they are; if not, nothing was written
  /// @throws SpoolUnreadableException if they cannot be read; they are not here any more then
  /// @throws IOException as writing threw it
  public boolean writeFindings(String agentId, long last, long count, OutputStream out)
      throws IOException {
    var visit = visits.get(agentId);
    if (visit == null) {
      return false;
    }
    var pieces = visit.pieces(last, count);
    return pieces.isPresent() && spool.copy(pieces.get(), out);
  }

  /// Hands on the lines of a visit that the crawl log needs, if all of them are here.
  ///
  /// @param agentId of the visit
  /// @param last the number of its last parcel in the store
  /// @param reader takes each line
  /// @return whether they are; if not, the reader was given nothing
  /// @throws IOException as the reader threw it
  public boolean readLogged(String agentId, long last, LineReader<IOException> reader)
      throws IOException {
    var visit = visits.get(agentId);
    var lines = visit == null ? Optional.<List<ParcelLine>>empty() : visit.logged(last);
    for (var line : lines.orElse(List.of())) {
      reader.line(line);
    }
    return lines.isPresent();
  }

  /// {@return the memory that is taken, by the bounds in the order of the table above}
  List<Long> takenBytes() {
    return List.of(reading.takenBytes(), waiting.takenBytes(), held.takenBytes());
  }

  /// Gives the room on disk back.
  @Override
  public void close() {
    spool.close();
  }
}

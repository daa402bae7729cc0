package dev.sojourn.crawl.local.store;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.lines.SpoolUnreadableException;
import dev.sojourn.crawl.visits.CrawlShell;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// The lines of the parcels in the store of a crawl. Each parcel was checked before it was kept, so
/// its lines are not checked again. May be used by any thread.
///
/// Index, crawl log and file of findings each have a method here. It gives them the lines that this
/// run has just read, if the store says that there are no others; else those of the store. Both are
/// the same.
public final class StoredLines {
  /// A host may fill an answer with one parcel, 16 MiB of it.
  private static final int BATCH = 4;

  private final CrawlStore store;
  private final ParcelCache fresh;

  /// Creates a reading of a store alone.
  ///
  /// @param store of the crawl
  public StoredLines(CrawlStore store) {
    this(store, ParcelCache.none());
  }

  /// Creates a reading of a store, with what this run has read of it already.
  ///
  /// @param store of the crawl
  /// @param fresh the lines that this run has read
  public StoredLines(CrawlStore store, ParcelCache fresh) {
    this.store = store;
    this.fresh = fresh;
  }

  /// Hands on the lines of the parcel that comes next for the index. Fresh ones are handed on once,
  /// and read from the store from then on.
  ///
  /// @param next the parcel
  /// @param wanted the kinds that the reader needs; it may be given others too, and of a fresh
  ///   parcel the findings alone
  /// @param reader takes each line
  /// @throws IOException if the parcel is damaged, or as the reader threw it
  public void next(StoredParcel next, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    if (!fresh.take(next.parcel(), reader)) {
      read(next.parcel(), wanted, reader);
    }
  }

  /// Hands on the lines of a visit that the crawl log needs, in order. A finding may be cut to what
  /// the log needs, and referrals may be only those to pages of the crawl.
  ///
  /// @param agentId of the visit
  /// @param wanted the kinds that the reader needs; it may be given others too
  /// @param reader takes each line
  /// @throws IOException if the store cannot be read or is damaged, or as the reader threw it
  public void readLogged(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    if (!fresh.readLogged(agentId, store.lastParcel(agentId), reader)) {
      ofVisit(agentId, wanted, reader);
    }
  }

  /// Writes all findings of a visit in order, as [#write] does.
  ///
  /// @param agentId of the visit
  /// @param out gets the text
  /// @return how many there are
  /// @throws SpoolUnreadableException if fresh ones cannot be read, and some may be written; a
  ///   second attempt reads the store
  /// @throws IOException if the store cannot be read or is damaged, or as writing threw it
  public long writeFindings(String agentId, OutputStream out) throws IOException {
    long last = store.lastParcel(agentId);
    long findings = store.findings(agentId);
    if (fresh.writeFindings(agentId, last, findings, out)) {
      return findings;
    }
    var written = new AtomicLong();
    ofVisit(
        agentId,
        EnumSet.of(LineKind.FINDING),
        line -> {
          if (line instanceof ParcelLine.Finding(var finding)) {
            write(finding, out);
            written.incrementAndGet();
          }
        });
    return written.get();
  }

  /// Writes a finding on a line of its own, in UTF-8.
  ///
  /// @param finding as it stands in a stored parcel
  /// @param out gets the text
  /// @throws IOException as writing threw it
  public static void write(String finding, OutputStream out) throws IOException {
    // A text of a parcel is one array of octets already, which a writer would take apart again.
    out.write(finding.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  /// Hands on the lines of all parcels of a visit, in order, from the store alone.
  ///
  /// @param agentId of the visit
  /// @param wanted the kinds that the reader needs; it may be given others too
  /// @param reader takes each line
  /// @throws IOException if the store cannot be read or is damaged, or as the reader threw it
  public void ofVisit(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    parcels(agentId, parcel -> read(parcel, wanted, reader));
  }

  /// Hands on all parcels of a visit, in order.
  ///
  /// @param agentId of the visit
  /// @param reader takes each parcel
  /// @throws IOException if the store cannot be read, or as the reader threw it
  public void parcels(String agentId, CrawlShell.ParcelReader reader) throws IOException {
    long number = 0;
    for (var batch = store.parcelsOf(agentId, number, BATCH);
        !batch.isEmpty();
        batch = store.parcelsOf(agentId, number, BATCH)) {
      for (var stored : batch) {
        number = stored.parcel().number();
        reader.parcel(stored.parcel());
      }
    }
  }

  private static void read(Parcel parcel, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    var damage = parcel.reread(ParcelLimits.DEFAULT, wanted, reader);
    if (damage.isPresent()) {
      throw new IOException("The store of the crawl is damaged: " + damage.get());
    }
  }
}

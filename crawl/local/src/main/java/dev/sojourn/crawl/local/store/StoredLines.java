package dev.sojourn.crawl.local.store;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.lines.SpoolUnreadableException;
import dev.sojourn.crawl.visits.CrawlShell;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// The lines of the parcels in the store of a crawl. Each parcel was checked before it was stored,
/// so its lines are not checked again. May be used by any thread.
///
/// Index, crawl log and findings file each have a method here. The method passes the lines that
/// this run has just read, if they are all lines that the store has. Otherwise it reads the store.
/// Both give the same lines.
public final class StoredLines {
  /// Small, since one parcel may have 16 MiB, the size of a host's whole answer.
  private static final int BATCH = 4;

  private final CrawlStore store;
  private final ParcelCache fresh;

  /// Creates a reader of the store alone.
  ///
  /// @param store of the crawl
  public StoredLines(CrawlStore store) {
    this(store, ParcelCache.none());
  }

  /// Creates a reader of the store and of lines that this run has already read.
  ///
  /// @param store of the crawl
  /// @param fresh the lines that this run has read
  public StoredLines(CrawlStore store, ParcelCache fresh) {
    this.store = store;
    this.fresh = fresh;
  }

  /// Passes the lines of the next parcel for the index. Fresh lines are passed once; later calls
  /// read the store.
  ///
  /// @param next the parcel
  /// @param wanted the kinds of lines that the reader needs; others may be passed too. A fresh
  ///   parcel passes only findings
  /// @param reader receives each line
  /// @throws IOException if the parcel is damaged, or the reader throws it
  public void next(StoredParcel next, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    if (!fresh.take(next.parcel(), reader)) {
      read(next.parcel(), wanted, reader);
    }
  }

  /// Passes the lines of a visit that the crawl log needs, in order. A finding may be shortened to
  /// the data for the log. Referrals may be limited to pages of the crawl.
  ///
  /// @param agentId of the visit
  /// @param wanted the kinds of lines that the reader needs; others may be passed too
  /// @param reader receives each line
  /// @throws IOException if the store cannot be read or is damaged, or the reader throws it
  public void readLogged(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    if (!fresh.readLogged(agentId, store.lastParcel(agentId), reader)) {
      ofVisit(agentId, wanted, reader);
    }
  }

  /// Writes all findings of a visit in order, each as [#write] does.
  ///
  /// @param agentId of the visit
  /// @param out receives the text
  /// @return the number of findings
  /// @throws SpoolUnreadableException if fresh findings cannot be read; some may be written
  ///   already. A second call reads the store
  /// @throws IOException if the store cannot be read or is damaged, or writing fails
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
          if (line instanceof ParcelLine.Finding(var octets)) {
            write(octets, out);
            written.incrementAndGet();
          }
        });
    return written.get();
  }

  /// Writes a finding on its own line.
  ///
  /// @param finding a JSON object on one line, in UTF-8
  /// @param out receives the text
  /// @throws IOException if writing fails
  public static void write(Bytes finding, OutputStream out) throws IOException {
    finding.writeTo(out);
    out.write('\n');
  }

  /// Passes the lines of all parcels of a visit, in order, from the store alone.
  ///
  /// @param agentId of the visit
  /// @param wanted the kinds of lines that the reader needs; others may be passed too
  /// @param reader receives each line
  /// @throws IOException if the store cannot be read or is damaged, or the reader throws it
  public void ofVisit(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    parcels(agentId, parcel -> read(parcel, wanted, reader));
  }

  /// Passes all parcels of a visit, in order.
  ///
  /// @param agentId of the visit
  /// @param reader receives each parcel
  /// @throws IOException if the store cannot be read, or the reader throws it
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

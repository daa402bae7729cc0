package dev.sojourn.lab.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/// A desk that serves a large site, keeps state and findings in a database as a host does, and
/// takes the time. Used by the visit's thread in the sandbox.
final class LargeSiteDesk implements VisitServices, AutoCloseable {
  private static final int PAGES_A_CALL = 1_000;

  private final LargeSite site;
  private final IntConsumer watcher;
  private final SqliteSession session;
  private final BitSet asked;
  private final BitSet askedTwice;
  private final long[] marks;
  private final long[] saving;
  private final double[] cpuSeconds;
  private final ByteArrayOutputStream findings = new ByteArrayOutputStream();
  private int pages;
  private int checkpoints;
  private int largestState;
  private int parcel;
  private long savingNanos;
  private long repliedNanos;

  /// The time from a page to the next request, without checkpoints, as a moving mean.
  private double usualNanos = 1e6;

  private long savedNanos;

  /// Processor time of the visit at the last checkpoint, and the pages until then. The visit that
  /// goes on counts from zero.
  private double cpuAtCheckpoint;

  private int pagesAtCheckpoint;
  private double cpuBefore;
  private int marked;

  /// @param site to serve
  /// @param marked after how many pages the time is taken, again and again
  /// @param directory for the database
  /// @param watcher hears the number of pages after each thousand
  LargeSiteDesk(LargeSite site, int marked, Path directory, IntConsumer watcher)
      throws SQLException {
    this.site = site;
    this.watcher = watcher;
    this.asked = new BitSet(site.pages());
    this.askedTwice = new BitSet(site.pages());
    this.marks = new long[site.pages() / marked + 1];
    this.saving = new long[marks.length];
    this.cpuSeconds = new double[marks.length];
    this.marks[0] = System.nanoTime();
    this.session =
        new SqliteSession(
            SqliteSession.connect(
                directory.resolve("visit.db"), List.of("wal_autocheckpoint = 4096")));
    session.executeAll("CREATE TABLE visit (agent INTEGER PRIMARY KEY, state BLOB)");
    session.executeAll("CREATE TABLE parcel (number INTEGER PRIMARY KEY, lines BLOB)");
    session.executeAll("INSERT INTO visit VALUES (1, NULL)");
  }

  @Override
  public PageReply page(PageRequest request) {
    long now = System.nanoTime();
    if (repliedNanos != 0) {
      usualNanos += (now - repliedNanos - usualNanos) / 256;
    }
    if (savedNanos != 0) {
      addSaving(now - savedNanos - (long) usualNanos / 2);
      savedNanos = 0;
    }
    int number = site.number(request.url().path());
    if (number >= 0 && asked.get(number)) {
      askedTwice.set(number);
    } else if (number >= 0) {
      asked.set(number);
    }
    pages++;
    if (pages % PAGES_A_CALL == 0) {
      watcher.accept(pages);
    }
    int marked = site.pages() / (marks.length - 1);
    if (pages % marked == 0 && pages / marked < marks.length) {
      marks[pages / marked] = now;
      saving[pages / marked] = savingNanos;
      System.err.printf("  %,d pages, state of %,d octets%n", pages, largestState);
    }
    var reply = site.page(request.url());
    repliedNanos = System.nanoTime();
    return reply;
  }

  /// The next request comes as soon as the state was sent and taken.
  @Override
  public void checkpoint(byte[] state, VisitSpending spent) throws IOException {
    long came = System.nanoTime();
    addSaving(came - repliedNanos - (long) usualNanos);
    repliedNanos = 0;
    checkpoints++;
    largestState = Math.max(largestState, state.length);
    parcel++;
    countCpu(spent.cpu().toNanos() / 1e9);
    try {
      session.transaction(
          one -> {
            one.update("UPDATE visit SET state = ? WHERE agent = 1", state);
            return one.update("INSERT INTO parcel VALUES (?, ?)", parcel, findings.toByteArray());
          });
    } catch (SQLException e) {
      throw new IOException(e);
    }
    findings.reset();
    savedNanos = System.nanoTime();
    addSaving(savedNanos - came);
  }

  /// At a mark between two checkpoints the processor time is taken as if it passed evenly.
  private void countCpu(double spentSeconds) {
    double cpu = cpuBefore + spentSeconds;
    int part = site.pages() / (marks.length - 1);
    for (int mark = marked + 1; mark < marks.length && pages >= mark * part; mark++) {
      double share = (double) (mark * part - pagesAtCheckpoint) / (pages - pagesAtCheckpoint);
      cpuSeconds[mark] = cpuAtCheckpoint + share * (cpu - cpuAtCheckpoint);
      marked = mark;
    }
    cpuAtCheckpoint = cpu;
    pagesAtCheckpoint = pages;
  }

  private void addSaving(long nanos) {
    savingNanos += Math.max(0, nanos);
  }

  /// The state of the last checkpoint. Later pages are forgotten.
  Optional<byte[]> lastState() throws SQLException {
    findings.reset();
    repliedNanos = 0;
    savedNanos = 0;
    cpuBefore = cpuAtCheckpoint;
    return session.bytes("SELECT state FROM visit WHERE agent = 1");
  }

  /// The agents of the lab read no part of a page beyond its view.
  @Override
  public Optional<byte[]> detail(PageDetail detail) {
    return Optional.empty();
  }

  @Override
  public void finding(byte[] json) {
    findings.writeBytes(json);
  }

  @Override
  public void refer(PageUrl url) {
    // The site names no other.
  }

  @Override
  public void log(String line) {
    System.err.println("  the agent: " + line);
  }

  int differentPages() {
    return asked.cardinality();
  }

  int pagesAskedTwice() {
    return askedTwice.cardinality();
  }

  int checkpoints() {
    return checkpoints;
  }

  int largestState() {
    return largestState;
  }

  /// When each mark was reached.
  long[] marks() {
    return marks.clone();
  }

  /// The time spent on saving until each mark.
  long[] saving() {
    return saving.clone();
  }

  /// The processor time of the visit's thread until each mark; after the last checkpoint none.
  double[] cpuSeconds() {
    return cpuSeconds.clone();
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}

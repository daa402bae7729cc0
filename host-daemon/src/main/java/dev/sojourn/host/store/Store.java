package dev.sojourn.host.store;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import dev.sojourn.atp.key.VerifyKey;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.signature.NonceMemory;
import dev.sojourn.host.visit.VisitProgress;
import dev.sojourn.host.visit.VisitTally;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/// What the daemon keeps on disk. Safe for use by many threads; one process at a time.
public final class Store implements AutoCloseable {
  private static final int READERS = 2;
  private static final int MAX_PARCELS = 500;

  // A passport is good for a while after it has expired, since clocks differ.
  private static final Duration CLOCK_ROOM = Duration.ofHours(1);

  private final FileChannel lock;
  private final Unfinished unfinished = new Unfinished();
  private final CodeUses codeUses = new CodeUses();
  private final WriteQueue writes;
  private final BlockingQueue<Session> readers = new ArrayBlockingQueue<>(READERS);

  private Store(FileChannel lock, WriteQueue writes) {
    this.lock = lock;
    this.writes = writes;
  }

  /// Opens the store of a directory, and makes both where they are missing.
  ///
  /// @param directory readable by its owner only where this makes it; so are the files in it
  /// @return the store
  /// @throws IOException if another process uses it, or it cannot be read or written
  public static Store open(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      OwnerOnly.createDirectories(directory);
    }
    var lock = StoreFiles.lock(directory);
    try {
      var file = directory.resolve("host.db");
      // SQLite gives the files beside it the same permissions.
      OwnerOnly.createFile(file);
      var writing = StoreFiles.connect(file);
      Schema.prepare(writing);
      var store = new Store(lock, WriteQueue.start(new Session(writing)));
      for (int i = 0; i < READERS; i++) {
        store.readers.add(new Session(StoreFiles.connect(file)));
      }
      return store;
    } catch (SQLException e) {
      lock.close();
      throw new IOException(
          "the store "
              + directory.resolve("host.db")
              + " cannot be used ("
              + e.getMessage()
              + "); put a copy back, or name another directory under data",
          e);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /// Keeps an agent, unless there is a reason not to. When this returns [Admission#KEPT], the agent
  /// is on disk.
  ///
  /// @param arrival the agent
  /// @param maxUnfinished visits that may wait and run at the same time
  /// @return kept, or why not
  /// @throws StoreException if the disk fails; nothing is kept then
  public Admission admit(Arrival arrival, int maxUnfinished) throws StoreException {
    var intake = new Intake(arrival);
    return writes.write(session -> intake.admit(session, unfinished, codeUses, maxUnfinished));
  }

  /// {@return the visit of that name, or empty if there is none}
  ///
  /// @param key its name
  /// @throws StoreException if the disk fails
  public Optional<KeptVisit> find(VisitKey key) throws StoreException {
    return read(
        session ->
            session.first(
                Rows::visit,
                "SELECT * FROM visit WHERE owner = ? AND agent = ?",
                key.owner(),
                key.agentId()));
  }

  /// {@return the key of an owner as the passport of one of their visits brought it along; empty if
  /// none did}
  ///
  /// @param owner the key's thumbprint
  /// @throws StoreException if the disk fails
  public Optional<VerifyKey> ownerKey(String owner) throws StoreException {
    return read(
        session ->
            session
                .first(
                    Rows::visit,
                    "SELECT * FROM visit WHERE owner = ? ORDER BY arrived DESC LIMIT 1",
                    owner)
                .flatMap(visit -> visit.passport().ownerKey()));
  }

  /// {@return the visits that are not over, in the order in which they came}
  ///
  /// @throws StoreException if the disk fails
  public List<KeptVisit> unfinished() throws StoreException {
    return read(
        session ->
            session.all(
                Rows::visit,
                "SELECT * FROM visit WHERE phase IN (?, ?) ORDER BY arrived, rowid",
                VisitState.RUNNING.word(),
                VisitState.WAITING.word()));
  }

  /// {@return the state of the last checkpoint, or that with which the agent came; empty if it came
  /// without}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<byte[]> state(VisitKey key) throws StoreException {
    return read(
        session ->
            session.bytes(
                "SELECT state FROM visit WHERE owner = ? AND agent = ?",
                key.owner(),
                key.agentId()));
  }

  /// {@return the code jar of that digest, or empty if it is not here}
  ///
  /// @param digest of the jar
  /// @throws StoreException if the disk fails
  public Optional<byte[]> code(Digest digest) throws StoreException {
    return read(session -> session.bytes("SELECT jar FROM code WHERE digest = ?", digest.hex()));
  }

  /// Keeps that a visit has begun, and does not wait until that is on disk: a visit that waits and
  /// one that runs go on alike after a crash. What is kept of the visit later, is on disk later.
  ///
  /// @param key the visit's name
  /// @param at when; of a visit that is resumed, the first time stays
  /// @return is complete when it is kept, and fails if the disk does
  public CompletableFuture<?> begun(VisitKey key, Instant at) {
    return writes.later(
        session ->
            session.update(
                "UPDATE visit SET phase = ?, started = coalesce(started, ?)"
                    + " WHERE owner = ? AND agent = ?",
                VisitState.RUNNING.word(),
                at,
                key.owner(),
                key.agentId()));
  }

  /// Keeps state, lines and tally of a checkpoint together; the lines become the next parcel.
  ///
  /// @param key the visit's name
  /// @param progress since the last checkpoint
  /// @throws StoreException if the disk fails; nothing is kept then
  public void checkpoint(VisitKey key, VisitProgress progress) throws StoreException {
    writes.write(
        session -> {
          addParcel(session, key, progress.lines());
          setTally(session, key, progress.tally());
          return setState(session, key, progress.state());
        });
  }

  /// Keeps the end of a visit together with its last lines.
  ///
  /// @param key the visit's name
  /// @param ending how it ended
  /// @throws StoreException if the disk fails; nothing is kept then
  public void end(VisitKey key, Ending ending) throws StoreException {
    writes.write(
        session -> {
          addParcel(session, key, ending.lines());
          if (ending.tally().isPresent()) {
            setTally(session, key, ending.tally().get());
          }
          if (ending.state().isPresent()) {
            setState(session, key, ending.state().get());
          }
          return session.update(
              "UPDATE visit SET phase = ?, reason = ?, next = ?, ended = ?"
                  + " WHERE owner = ? AND agent = ?",
              ending.phase().word(),
              ending.reason(),
              String.join("\n", ending.next()),
              ending.at(),
              key.owner(),
              key.agentId());
        });
  }

  private static void addParcel(Session session, VisitKey key, List<ParcelLine> lines)
      throws SQLException {
    if (lines.isEmpty()) {
      return;
    }
    long number =
        session.number(
                "SELECT parcels FROM visit WHERE owner = ? AND agent = ?",
                key.owner(),
                key.agentId())
            + 1;
    var parcel = Parcel.pack(key.agentId(), number, lines);
    session.update(
        "INSERT INTO parcel (owner, agent, number, lines, raw_bytes, digest, body)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
        key.owner(),
        key.agentId(),
        number,
        parcel.lines(),
        parcel.rawBytes(),
        parcel.digest().hex(),
        parcel.body());
    session.update(
        "UPDATE visit SET parcels = ?, chain = ? WHERE owner = ? AND agent = ?",
        number,
        Rows.chain(session, key).map(chain -> chain.then(parcel).head().hex()),
        key.owner(),
        key.agentId());
  }

  private static void setTally(Session session, VisitKey key, VisitTally tally)
      throws SQLException {
    session.update(
        "UPDATE visit SET millis = ?, pages = ?, page_bytes = ?, gzip_bytes = ?, findings = ?"
            + " WHERE owner = ? AND agent = ?",
        tally.time().toMillis(),
        tally.pages(),
        tally.pageBytes(),
        tally.gzipBytes(),
        tally.findings(),
        key.owner(),
        key.agentId());
  }

  private static int setState(Session session, VisitKey key, byte[] state) throws SQLException {
    return session.update(
        "UPDATE visit SET state = ? WHERE owner = ? AND agent = ?",
        state,
        key.owner(),
        key.agentId());
  }

  /// {@return the parcels after the one of that number, in order; at least one where there is one,
  /// and up to 500 as long as their bodies fit}
  ///
  /// @param key the visit's name
  /// @param after a number
  /// @param maxBytes of their bodies together
  /// @throws StoreException if the disk fails
  public List<Parcel> parcels(VisitKey key, long after, long maxBytes) throws StoreException {
    return read(
        session ->
            session.query(
                rows -> firstParcels(rows, maxBytes),
                "SELECT * FROM parcel WHERE owner = ? AND agent = ? AND number > ?"
                    + " ORDER BY number LIMIT ?",
                key.owner(),
                key.agentId(),
                after,
                MAX_PARCELS));
  }

  private static List<Parcel> firstParcels(ResultSet rows, long maxBytes) throws SQLException {
    var parcels = new ArrayList<Parcel>();
    long bytes = 0;
    while (rows.next()) {
      var parcel = Rows.parcel(rows);
      bytes += parcel.body().size();
      if (!parcels.isEmpty() && bytes > maxBytes) {
        break;
      }
      parcels.add(parcel);
    }
    return parcels;
  }

  /// {@return the chain over all parcels of a visit, also over those that were acknowledged; empty
  /// if the visit is not here, or came before chains were kept}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<Digest> chain(VisitKey key) throws StoreException {
    return read(session -> Rows.chain(session, key).map(ParcelChain::head));
  }

  /// {@return what this host has signed about a visit, or empty if that is nothing}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<Bytes> statement(VisitKey key) throws StoreException {
    return read(
        session ->
            session
                .bytes(
                    "SELECT statement FROM visit WHERE owner = ? AND agent = ?",
                    key.owner(),
                    key.agentId())
                .map(Bytes::wrap));
  }

  /// Keeps what this host has signed about a visit, unless it has signed something before.
  ///
  /// @param key the visit's name
  /// @param statement an envelope
  /// @throws StoreException if the disk fails
  public void keepStatement(VisitKey key, Bytes statement) throws StoreException {
    writes.write(
        session ->
            session.update(
                "UPDATE visit SET statement = ?"
                    + " WHERE owner = ? AND agent = ? AND statement IS NULL",
                statement,
                key.owner(),
                key.agentId()));
  }

  /// Forgets the parcels up to a number, which their owner has.
  ///
  /// @param key the visit's name
  /// @param number of the last parcel that is no longer needed
  /// @throws StoreException if the disk fails
  public void acknowledge(VisitKey key, long number) throws StoreException {
    writes.write(
        session ->
            session.update(
                "DELETE FROM parcel WHERE owner = ? AND agent = ? AND number <= ?",
                key.owner(),
                key.agentId(),
                number));
  }

  /// Forgets a visit with its parcels. Its transfer stays known until its passport has expired.
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public void forget(VisitKey key) throws StoreException {
    writes.write(
        session ->
            session.update(
                "DELETE FROM visit WHERE owner = ? AND agent = ?", key.owner(), key.agentId()));
  }

  /// Uses a nonce up. Where 100,000 nonces of the key have not expired, none counts as fresh.
  ///
  /// @param keyId whose
  /// @param nonce the nonce
  /// @param expires after this it may be forgotten
  /// @param now the time
  /// @return whether it was fresh
  /// @throws StoreException if the disk fails
  public NonceMemory.Use useNonce(String keyId, String nonce, Instant expires, Instant now)
      throws StoreException {
    return writes.write(session -> Nonces.use(session, keyId, nonce, expires, now));
  }

  /// Forgets what nobody can need any more: nonces and transfers that have expired, visits that
  /// ended long ago, and code that no visit has used for as long.
  ///
  /// @param now the time
  /// @param keepEnded how long ended visits wait for their owner
  /// @return how many visits were forgotten
  /// @throws StoreException if the disk fails
  public int tidy(Instant now, Duration keepEnded) throws StoreException {
    return writes.write(
        session -> {
          session.update("DELETE FROM nonce WHERE expires < ?", now);
          session.update("DELETE FROM transfer WHERE expires < ?", now.minus(CLOCK_ROOM));
          var before = now.minus(keepEnded);
          int visits = session.update("DELETE FROM visit WHERE ended < ?", before);
          session.update(
              "DELETE FROM code WHERE used < ? AND digest NOT IN (SELECT code FROM visit)", before);
          return visits;
        });
  }

  private <T> T read(WriteQueue.Write<T> query) throws StoreException {
    var session = take();
    try {
      return query.run(session);
    } catch (SQLException e) {
      throw WriteQueue.failure(e);
    } finally {
      readers.add(session);
    }
  }

  /// Reading takes milliseconds, so an interrupt waits that long.
  private Session take() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return readers.take();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Finishes the writes that wait, and closes the files. Nobody may use the store any more.
  @Override
  public void close() throws IOException {
    try {
      writes.close();
      for (int i = 0; i < READERS; i++) {
        take().close();
      }
    } catch (SQLException e) {
      throw WriteQueue.failure(e);
    } finally {
      lock.close();
    }
  }
}

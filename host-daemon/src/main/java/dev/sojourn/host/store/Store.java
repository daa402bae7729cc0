package dev.sojourn.host.store;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.signature.NonceMemory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The store of the daemon on disk, for one process at a time. Thread-safe.
///
/// A method that writes returns a [PendingWrite], which completes when the write is on disk. The
/// store has no callbacks: the caller of a write takes the next step.
public final class Store implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Store.class.getName());

  /// The default limit of nonces remembered for one key. It admits 800 signed requests per second
  /// if each is valid for two minutes.
  public static final long USUAL_NONCES = 100_000;

  private static final String OF_VISIT = " WHERE owner = ? AND agent = ?";

  private final FileChannel lock;
  private final DiskReserve reserve;
  private final WriteQueue writes;
  private final Readers readers;
  private final NonceStore nonces;
  private final ArrivalStore arrivals;
  private final VisitStore visits;

  private Store(
      FileChannel lock, DiskReserve reserve, StoreFiles.Opened opened, long maxNoncesOfOneKey) {
    this.lock = lock;
    this.reserve = reserve;
    this.writes = WriteQueue.start(opened.writing(), reserve);
    this.readers = opened.readers();
    this.nonces = new NonceStore(writes, readers, opened.before(), maxNoncesOfOneKey);
    var storage = new StorageUse(System::nanoTime);
    this.arrivals = new ArrivalStore(writes, storage);
    this.visits = new VisitStore(writes, storage);
  }

  /// {@return the store of a directory, with [#USUAL_NONCES]; creates directory and store if
  /// missing}
  ///
  /// @param directory if created here, only its owner can read it and its files
  /// @throws IOException if another process uses the store, or if it cannot be read or written
  public static Store open(Path directory) throws IOException {
    return open(directory, USUAL_NONCES);
  }

  /// {@return the store of a directory; creates directory and store if missing}
  ///
  /// @param directory if created here, only its owner can read it and its files
  /// @param maxNoncesOfOneKey limit of nonces remembered for one key
  /// @throws IOException if another process uses the store, or if it cannot be read or written
  public static Store open(Path directory, long maxNoncesOfOneKey) throws IOException {
    if (!Files.isDirectory(directory)) {
      OwnerOnly.createDirectories(directory);
    }
    var lock = StoreFiles.lock(directory);
    var reserve = DiskReserve.of(directory);
    try {
      var opened = StoreFiles.open(directory.resolve("host.db"), reserve);
      return new Store(lock, reserve, opened, maxNoncesOfOneKey);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /// Copies a consistent snapshot of a store's database to a new file. A daemon may use the store
  /// meanwhile, and does not wait for the copy.
  ///
  /// @param directory of a store
  /// @param to the copy; must not exist
  /// @return the number of visits in the copy, finished or not
  /// @throws IOException if the store cannot be read, or the copy cannot be written
  public static long copy(Path directory, Path to) throws IOException {
    return StoreFiles.copy(directory.resolve("host.db"), to);
  }

  /// {@return the store of agents that arrive}
  public ArrivalStore arrivals() {
    return arrivals;
  }

  /// {@return the store of the steps of visits on this host}
  public VisitStore visits() {
    return visits;
  }

  /// {@return the visit of that name, or empty if it does not exist}
  ///
  /// @param key its name
  /// @throws StoreException if the disk fails
  public Optional<KeptVisit> find(VisitKey key) throws StoreException {
    return first(VisitRows::visit, VisitRows.VISITS + OF_VISIT, key);
  }

  /// {@return the names of visits whose agent ids begin with a prefix, finished or not}
  ///
  /// @param prefix of the agent id
  /// @param most limit of names
  /// @throws StoreException if the disk fails
  public List<VisitKey> named(String prefix, int most) throws StoreException {
    return read(session -> VisitRows.named(session, prefix, most));
  }

  /// {@return the agent for its way home: with hop log and state of the last checkpoint, without
  /// code; empty if unknown}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<AgentPackage> agent(VisitKey key) throws StoreException {
    return first(
        VisitRows::agent,
        "SELECT state, coalesce(logged.whole, visit.package) AS whole"
            + " FROM visit LEFT JOIN logged USING (owner, agent)"
            + OF_VISIT,
        key);
  }

  /// {@return the agent as it arrived, with its hop log, without code and state; empty if unknown}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<AgentPackage> arrived(VisitKey key) throws StoreException {
    return first(
        VisitRows::agent,
        "SELECT NULL AS state, coalesce(logged.whole, visit.package) AS whole"
            + " FROM visit LEFT JOIN logged USING (owner, agent)"
            + OF_VISIT,
        key);
  }

  /// {@return the status of a visit, read faster than with [#find]; empty if the visit does not
  /// exist}
  ///
  /// @param key its name
  /// @throws StoreException if the disk fails
  public Optional<SignedStatus> status(VisitKey key) throws StoreException {
    return first(
        VisitRows::signed, "SELECT " + VisitRows.STATUS + ", statement FROM visit" + OF_VISIT, key);
  }

  /// {@return the key of an owner from the passport of the latest visit; empty if unknown}
  ///
  /// @param owner the key's thumbprint
  /// @throws StoreException if the disk fails
  public Optional<VerifyKey> ownerKey(String owner) throws StoreException {
    return read(
        session ->
            session
                .first(
                    VisitRows::passport,
                    "SELECT package FROM visit WHERE owner = ? ORDER BY arrived DESC LIMIT 1",
                    owner)
                .flatMap(Passport::ownerKey));
  }

  /// {@return whether the store has a visit of this owner, finished or not}
  ///
  /// @param owner the key's thumbprint
  /// @throws StoreException if the disk fails
  public boolean hasAgentOf(String owner) throws StoreException {
    return read(session -> session.exists("SELECT 1 FROM visit WHERE owner = ? LIMIT 1", owner));
  }

  /// {@return whether a visit still waits unchanged and no other agent took its name; a cheap
  /// query}
  ///
  /// @param arrival the admitted arrival
  /// @throws StoreException if the disk fails
  public boolean isWaiting(Arrival arrival) throws StoreException {
    return read(session -> VisitRows.isWaiting(session, arrival));
  }

  /// {@return the unfinished visits, in the order of their arrival}
  ///
  /// @throws StoreException if the disk fails
  public List<KeptVisit> unfinished() throws StoreException {
    return read(VisitRows::unfinished);
  }

  /// {@return the state of the last checkpoint, or else the state on arrival; empty without either}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<byte[]> state(VisitKey key) throws StoreException {
    return bytes("SELECT state FROM visit" + OF_VISIT, key);
  }

  /// {@return the hexadecimal digest of a visit's code; empty if the visit does not exist}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<String> codeOf(VisitKey key) throws StoreException {
    return first(row -> row.getString(1), "SELECT code FROM visit" + OF_VISIT, key);
  }

  /// {@return the code jar with that digest; empty if the store does not have it}
  ///
  /// @param digest of the jar
  /// @throws StoreException if the disk fails
  public Optional<byte[]> code(Digest digest) throws StoreException {
    return read(session -> session.bytes("SELECT octets FROM jar WHERE digest = ?", digest.hex()));
  }

  /// {@return up to 500 parcels after a number, in order: the first of any size, more within the
  /// byte limit}
  ///
  /// @param key the visit's name
  /// @param after number of the last parcel that the caller does not need
  /// @param maxBytes limit of the total size of their bodies
  /// @throws StoreException if the disk fails
  public List<Parcel> parcels(VisitKey key, long after, long maxBytes) throws StoreException {
    return read(session -> VisitRows.parcels(session, key, after, maxBytes));
  }

  /// {@return the size of a visit's last parcel in transfer form; 0 if its owner acknowledged it}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public long lastParcelBytes(VisitKey key) throws StoreException {
    return read(
        session ->
            session.number(
                "SELECT length(body) FROM parcel" + OF_VISIT + " ORDER BY number DESC LIMIT 1",
                key.owner(),
                key.agentId()));
  }

  /// {@return the chain over all parcels of a visit, also acknowledged ones; empty if the visit is
  /// unknown or older than chains}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<Digest> chain(VisitKey key) throws StoreException {
    return read(session -> VisitRows.chain(session, key).map(ParcelChain::head));
  }

  /// {@return this host's statement about a visit; empty without a statement}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<Bytes> statement(VisitKey key) throws StoreException {
    return bytes("SELECT statement FROM visit" + OF_VISIT, key).map(Bytes::wrap);
  }

  /// Stores the key with which this host signs, unless the store has a key.
  ///
  /// @param keyId its thumbprint
  /// @throws StoreException if the disk fails
  public void keepHostKey(String keyId) throws StoreException {
    var _ = writes.writeThatFrees(session -> OwnHostKey.keep(session, keyId)).await();
  }

  /// {@return the spending of a signer's visits on one day}
  ///
  /// @param signer the operator's name for the signer
  /// @param at a moment of that day
  /// @throws StoreException if the disk fails
  public SignerUsage usage(String signer, Instant at) throws StoreException {
    return read(session -> SignerUsageTable.read(session, signer, at));
  }

  /// Counts bytes sent for a visit; does not wait for the disk.
  ///
  /// @param key the visit's name
  /// @param at time of the answer
  /// @param bytes size of the answer
  /// @return completes when the count is on disk
  public PendingWrite<Integer> countSent(VisitKey key, Instant at, long bytes) {
    return writes.later(session -> SavingsTable.sent(session, key, at, bytes));
  }

  /// {@return the number of visits on disk, by the word for their state}
  ///
  /// @throws StoreException if the disk fails
  public Map<String, Long> visitsByState() throws StoreException {
    var sql = "SELECT phase, count(*) AS visits FROM visit GROUP BY phase";
    return read(session -> session.all(row -> Map.entry(row.getString(1), row.getLong(2)), sql))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /// {@return the number of writes that wait for the disk}
  public int waitingWrites() {
    return writes.depth();
  }

  /// {@return whether an empty write succeeds in time, also on a full disk; at most one such write
  /// waits}
  ///
  /// @param within the longest wait
  /// @throws InterruptedException if the thread is interrupted
  public boolean answers(Duration within) throws InterruptedException {
    return writes.answers(within);
  }

  /// Deletes a visit with its parcels. The record of its transfer stays until its passport has
  /// expired.
  ///
  /// @param key the visit's name
  /// @return completes when the visit is deleted
  public PendingWrite<Integer> forget(VisitKey key) {
    return writes.writeThatFrees(
        session -> session.update("DELETE FROM visit" + OF_VISIT, key.owner(), key.agentId()));
  }

  /// Uses a nonce. A key that has reached its limit of unexpired nonces gets no fresh nonce. A
  /// nonce whose earlier use may have been lost in a crash does not count as fresh.
  ///
  /// @param keyId the key of the signature
  /// @param nonce the nonce
  /// @param created time of the signature
  /// @param expires the store may forget the nonce after this moment
  /// @param now the current time
  /// @return whether the nonce was fresh, or why not
  /// @throws StoreException if the disk fails
  public NonceMemory.Use useNonce(
      String keyId, String nonce, Instant created, Instant expires, Instant now)
      throws StoreException {
    return nonces.use(keyId, nonce, created, expires, now);
  }

  /// Reserves disk space, so that owners can free space when the disk is full. Takes as long as a
  /// write of up to 32 MiB.
  public void setReserveAside() {
    reserve.setAside();
  }

  /// {@return the directory of the store while its disk is full; otherwise empty}
  public Optional<Path> fullDirectory() {
    return reserve.fullDirectory();
  }

  /// Releases the reserved space for urgent writes, also those of the audit log.
  ///
  /// @return whether this call released space
  public boolean releaseReserve() {
    return reserve.release();
  }

  /// Deletes expired nonces and transfers, visits that ended long ago, and code unused for as long.
  ///
  /// @param now the current time
  /// @param keepEnded how long ended visits stay for their owner
  /// @return the number of deleted visits
  /// @throws StoreException if the disk fails
  public int tidy(Instant now, Duration keepEnded) throws StoreException {
    int visits =
        writes.writeThatFrees(session -> Retention.forget(session, nonces, now, keepEnded)).await();
    // Small steps let other writes run in between.
    while (writes.writeThatFrees(Retention::shrink).await()) {}
    return visits;
  }

  /// The value of a visit's row.
  private <T> Optional<T> first(SqliteSession.RowReader<T> reader, String sql, VisitKey key)
      throws StoreException {
    return read(session -> session.first(reader, sql, key.owner(), key.agentId()));
  }

  private Optional<byte[]> bytes(String sql, VisitKey key) throws StoreException {
    return read(session -> session.bytes(sql, key.owner(), key.agentId()));
  }

  /// {@return the result of a query, which sees all completed writes}
  ///
  /// @param <T> type of the result
  /// @param query SQL statements that change nothing
  /// @throws StoreException if the disk fails
  public <T> T read(SqliteSession.Transaction<T, RuntimeException> query) throws StoreException {
    return readers.read(query::run);
  }

  /// Runs a write of another package, which has its own tables in this store.
  ///
  /// @param <T> type of the result
  /// @param statements SQL statements without a commit
  /// @return completes when the write is on disk
  public <T> PendingWrite<T> write(SqliteSession.Transaction<T, RuntimeException> statements) {
    return writes.write(statements::run);
  }

  /// Finishes the waiting writes, and closes the files. The store is unusable afterwards.
  @Override
  public void close() throws IOException {
    try {
      closeNonces();
      writes.close();
      readers.close();
    } catch (SQLException e) {
      throw StoreException.of(e);
    } finally {
      lock.close();
    }
  }

  /// On a failing disk, the last nonces may be lost, as after a crash.
  private void closeNonces() {
    try {
      nonces.close();
    } catch (StoreException e) {
      LOG.log(
          System.Logger.Level.WARNING, "The last nonces could not be kept: {0}", e.getMessage());
    }
  }
}

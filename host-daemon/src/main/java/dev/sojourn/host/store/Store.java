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

/// The store of the daemon on disk. Safe for use by many threads; one process at a time.
///
/// A method that writes returns a [PendingWrite], which is complete when the write is on disk. The
/// store calls nobody: the caller of a write takes the next step.
public final class Store implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Store.class.getName());

  /// The default number of nonces of one key that are remembered at once. Signed requests that are
  /// good for two minutes come to this at 800 a second.
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

  /// {@return the store of a directory, with [#USUAL_NONCES]; both are made if they are missing}
  ///
  /// @param directory readable by its owner only, if this makes it; so are the files in it
  /// @throws IOException if another process uses it, or it cannot be read or written
  public static Store open(Path directory) throws IOException {
    return open(directory, USUAL_NONCES);
  }

  /// {@return the store of a directory; both are made if they are missing}
  ///
  /// @param directory readable by its owner only, if this makes it; so are the files in it
  /// @param maxNoncesOfOneKey nonces of one key that are remembered at once
  /// @throws IOException if another process uses it, or it cannot be read or written
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

  /// Copies the database of a directory, as it is at one moment, to a new file. A daemon may use it
  /// meanwhile, and does not wait.
  ///
  /// @param directory of a store
  /// @param to the copy; must not be there
  /// @return how many visits are in the copy, over or not
  /// @throws IOException if the store cannot be read, or the copy cannot be written
  public static long copy(Path directory, Path to) throws IOException {
    return StoreFiles.copy(directory.resolve("host.db"), to);
  }

  /// {@return the store of agents that arrive}
  public ArrivalStore arrivals() {
    return arrivals;
  }

  /// {@return the steps of visits that are here}
  public VisitStore visits() {
    return visits;
  }

  /// {@return the visit of that name, or empty if there is none}
  ///
  /// @param key its name
  /// @throws StoreException if the disk fails
  public Optional<KeptVisit> find(VisitKey key) throws StoreException {
    return first(VisitRows::visit, VisitRows.VISITS + OF_VISIT, key);
  }

  /// {@return the names of visits whose agent ids begin with a text, over or not}
  ///
  /// @param prefix of the agent id
  /// @param most how many
  /// @throws StoreException if the disk fails
  public List<VisitKey> named(String prefix, int most) throws StoreException {
    return read(session -> VisitRows.named(session, prefix, most));
  }

  /// {@return the agent as it goes home, with its hop log and the state of its last checkpoint,
  /// without code; empty if it is not here}
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

  /// {@return the agent as it came, with its hop log and without code and state; empty if it is not
  /// here}
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

  /// {@return how the visit of that name stands; empty if there is none; reads less than [#find]}
  ///
  /// @param key its name
  /// @throws StoreException if the disk fails
  public Optional<SignedStatus> status(VisitKey key) throws StoreException {
    return first(
        VisitRows::signed, "SELECT " + VisitRows.STATUS + ", statement FROM visit" + OF_VISIT, key);
  }

  /// {@return the key of an owner as the passport of a visit brought it along, if one did}
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

  /// {@return whether an agent of this owner is here, its visit over or not}
  ///
  /// @param owner the key's thumbprint
  /// @throws StoreException if the disk fails
  public boolean hasAgentOf(String owner) throws StoreException {
    return read(session -> session.exists("SELECT 1 FROM visit WHERE owner = ? LIMIT 1", owner));
  }

  /// {@return whether a visit is still as it arrived: it waits, and no other agent came under its
  /// name; reads next to nothing}
  ///
  /// @param arrival that was admitted
  /// @throws StoreException if the disk fails
  public boolean isWaiting(Arrival arrival) throws StoreException {
    return read(session -> VisitRows.isWaiting(session, arrival));
  }

  /// {@return the visits that are not over, in the order in which they came}
  ///
  /// @throws StoreException if the disk fails
  public List<KeptVisit> unfinished() throws StoreException {
    return read(VisitRows::unfinished);
  }

  /// {@return the state of the last checkpoint, or that with which the agent came; empty if it came
  /// without}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<byte[]> state(VisitKey key) throws StoreException {
    return bytes("SELECT state FROM visit" + OF_VISIT, key);
  }

  /// {@return the digest of a visit's code, in hexadecimal; empty if the visit is not here}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<String> codeOf(VisitKey key) throws StoreException {
    return first(row -> row.getString(1), "SELECT code FROM visit" + OF_VISIT, key);
  }

  /// {@return the code jar of that digest, or empty if it is not here}
  ///
  /// @param digest of the jar
  /// @throws StoreException if the disk fails
  public Optional<byte[]> code(Digest digest) throws StoreException {
    return read(session -> session.bytes("SELECT octets FROM jar WHERE digest = ?", digest.hex()));
  }

  /// {@return the parcels after the one of that number, in order: at least one, if there is any,
  /// and up to 500 as long as their bodies fit}
  ///
  /// @param key the visit's name
  /// @param after a number
  /// @param maxBytes of their bodies together
  /// @throws StoreException if the disk fails
  public List<Parcel> parcels(VisitKey key, long after, long maxBytes) throws StoreException {
    return read(session -> VisitRows.parcels(session, key, after, maxBytes));
  }

  /// {@return the size of a visit's last parcel as it is sent; 0 if its owner has it already}
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

  /// {@return the chain over all parcels of a visit, acknowledged ones too; empty if the visit is
  /// not here, or is older than chains}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<Digest> chain(VisitKey key) throws StoreException {
    return read(session -> VisitRows.chain(session, key).map(ParcelChain::head));
  }

  /// {@return this host's statement about a visit, or empty if there is none}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<Bytes> statement(VisitKey key) throws StoreException {
    return bytes("SELECT statement FROM visit" + OF_VISIT, key).map(Bytes::wrap);
  }

  /// Remembers the key with which this host signs, unless one is known.
  ///
  /// @param keyId its thumbprint
  /// @throws StoreException if the disk fails
  public void keepHostKey(String keyId) throws StoreException {
    var _ = writes.writeThatFrees(session -> OwnHostKey.keep(session, keyId)).await();
  }

  /// {@return the spending of a signer's visits on the day of a moment}
  ///
  /// @param signer how the operator calls them
  /// @param at the moment
  /// @throws StoreException if the disk fails
  public SignerUsage usage(String signer, Instant at) throws StoreException {
    return read(session -> SignerUsageTable.read(session, signer, at));
  }

  /// Counts bytes of a visit that left, and does not wait until that is on disk.
  ///
  /// @param key the visit's name
  /// @param at when
  /// @param bytes of the answer
  /// @return is complete when that is kept
  public PendingWrite<Integer> countSent(VisitKey key, Instant at, long bytes) {
    return writes.later(session -> SavingsTable.sent(session, key, at, bytes));
  }

  /// {@return how many visits are on disk in each state, by the word for it}
  ///
  /// @throws StoreException if the disk fails
  public Map<String, Long> visitsByState() throws StoreException {
    var sql = "SELECT phase, count(*) AS visits FROM visit GROUP BY phase";
    return read(session -> session.all(row -> Map.entry(row.getString(1), row.getLong(2)), sql))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /// {@return how many writes wait for the disk}
  public int waitingWrites() {
    return writes.depth();
  }

  /// {@return whether a write of nothing is carried out in time, on a full disk too; at most one
  /// such write waits}
  ///
  /// @param within the longest wait
  /// @throws InterruptedException if the thread is interrupted
  public boolean answers(Duration within) throws InterruptedException {
    return writes.answers(within);
  }

  /// Forgets a visit with its parcels. Its transfer stays known until its passport has expired.
  ///
  /// @param key the visit's name
  /// @return is complete when the visit is gone
  public PendingWrite<Integer> forget(VisitKey key) {
    return writes.writeThatFrees(
        session -> session.update("DELETE FROM visit" + OF_VISIT, key.owner(), key.agentId()));
  }

  /// Uses a nonce up. If 100,000 nonces of the key have not expired, none counts as fresh. A nonce
  /// whose use may have been lost in a crash does not count as fresh either.
  ///
  /// @param keyId the key of the signature
  /// @param nonce the nonce
  /// @param created when it was signed with
  /// @param expires after this it may be forgotten
  /// @param now the time
  /// @return whether it was fresh
  /// @throws StoreException if the disk fails
  public NonceMemory.Use useNonce(
      String keyId, String nonce, Instant created, Instant expires, Instant now)
      throws StoreException {
    return nonces.use(keyId, nonce, created, expires, now);
  }

  /// Sets room aside on the disk, so that owners can free some when it is full. Takes as long as
  /// writing 32 MiB.
  public void setReserveAside() {
    reserve.setAside();
  }

  /// {@return the directory of the store, as long as its disk is full: a write found no room, and
  /// there was not enough since; empty otherwise}
  public Optional<Path> fullDirectory() {
    return reserve.fullDirectory();
  }

  /// Gives the room that is set aside to writes that need it now, those of the audit log among
  /// them.
  ///
  /// @return whether there is more room than before
  public boolean releaseReserve() {
    return reserve.release();
  }

  /// Forgets data that is no longer needed: expired nonces and transfers, visits that ended long
  /// ago, and code without a visit for as long.
  ///
  /// @param now the time
  /// @param keepEnded how long ended visits wait for their owner
  /// @return how many visits were forgotten
  /// @throws StoreException if the disk fails
  public int tidy(Instant now, Duration keepEnded) throws StoreException {
    int visits =
        writes.writeThatFrees(session -> Retention.forget(session, nonces, now, keepEnded)).await();
    // Step by step, so that other writes come in between.
    while (writes.writeThatFrees(Retention::shrink).await()) {}
    return visits;
  }

  /// The value made of the one row of a visit.
  private <T> Optional<T> first(SqliteSession.RowReader<T> reader, String sql, VisitKey key)
      throws StoreException {
    return read(session -> session.first(reader, sql, key.owner(), key.agentId()));
  }

  private Optional<byte[]> bytes(String sql, VisitKey key) throws StoreException {
    return read(session -> session.bytes(sql, key.owner(), key.agentId()));
  }

  /// {@return the result of a query over the writes before}
  ///
  /// @param <T> type of the result
  /// @param query plain statements that change nothing
  /// @throws StoreException if the disk fails
  public <T> T read(SqliteSession.Transaction<T, RuntimeException> query) throws StoreException {
    return readers.read(query::run);
  }

  /// Carries out a write of a neighbour that has tables beside those of visits.
  ///
  /// @param <T> type of the result
  /// @param statements plain statements
  /// @return is complete when the write is on disk
  public <T> PendingWrite<T> write(SqliteSession.Transaction<T, RuntimeException> statements) {
    return writes.write(statements::run);
  }

  /// Finishes the writes that wait, and closes the files. The store must not be used any more.
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

  /// On a disk that fails it is not known which of the last signatures are lost, as after a crash.
  private void closeNonces() {
    try {
      nonces.close();
    } catch (StoreException e) {
      LOG.log(
          System.Logger.Level.WARNING, "The last nonces could not be kept: {0}", e.getMessage());
    }
  }
}

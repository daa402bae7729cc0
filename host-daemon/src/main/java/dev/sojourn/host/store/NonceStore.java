package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.identity.signature.NonceMemory.Use;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// The nonces of signed requests: each is valid once, also after a restart, and each key has a
/// limit. Thread-safe.
///
/// A request does not wait for its nonce to reach the disk: the nonce is written shortly
/// afterwards, with other writes. A crash in between must not make a used nonce valid again.
/// Therefore the store reserves time on disk in advance, in steps of two seconds, before it accepts
/// a signature made in that time:
///
/// ```
///  signatures made   ...........|...x..x....x|        crash   |
///                               reserve      reserve   |      |
///  reserved up to    -----------]------------]---------]      |
///  after the restart  those on disk are known  ........]  what was made up to here may have been
///                                                         used and lost: it counts no more
/// ```
///
/// A store that was closed properly has lost no nonce, and records that.
///
/// The store deletes expired nonces. If the clock was ahead and is then set back, the signatures of
/// deleted nonces would be valid again. Therefore the store also keeps the latest expiry of a
/// deleted nonce. It accepts no signature that expires by then.
final class NonceStore {
  /// The length of a reservation. After a crash, the store refuses signatures for at most this
  /// long.
  private static final Duration STEP = Duration.ofSeconds(2);

  /// For this long, the store refuses a full key without another count. A count occupies the single
  /// writing thread.
  private static final Duration RECOUNT = Duration.ofSeconds(1);

  private final WriteQueue writes;
  private final Readers readers;
  private final long maxOfOneKey;
  private final Instant lostUntil;
  private final Map<Name, Instant> unwritten = new ConcurrentHashMap<>();
  private final Map<String, Room> rooms = new ConcurrentHashMap<>();
  private final ReentrantLock reserving = new ReentrantLock();
  private volatile Instant reserved;
  private volatile long forgottenMillis;
  private volatile boolean closed;

  /// @param before the result of [#before] from before the first write
  /// @param maxOfOneKey limit of unexpired nonces per key. Only trusted keys get here, so their
  ///   number limits the total
  NonceStore(WriteQueue writes, Readers readers, Before before, long maxOfOneKey) {
    this.maxOfOneKey = maxOfOneKey;
    this.writes = writes;
    this.readers = readers;
    this.lostUntil = before.lostUntil();
    this.reserved = before.lostUntil();
    this.forgottenMillis = before.forgottenMillis();
  }

  private record Name(String keyId, String nonce) {}

  /// An upper bound of the number of a key's nonces.
  private static final class Room {
    private final AtomicLong atMost;
    private final ReentrantLock counting = new ReentrantLock();
    private volatile Instant fullAt = Instant.MIN;

    /// A key that is new in this process may already have used its limit.
    Room(long mostOfAKey) {
      atMost = new AtomicLong(mostOfAKey);
    }

    boolean wasFull(Instant now) {
      var at = fullAt;
      return !now.isBefore(at) && now.isBefore(at.plus(RECOUNT));
    }
  }

  /// The reservations found on disk when the store was opened.
  ///
  /// @param lostUntil the uses of signatures made up to this moment may be lost
  /// @param forgottenMillis the latest expiry of a deleted nonce, in milliseconds since the epoch
  record Before(Instant lostUntil, long forgottenMillis) {}

  /// Reads the reservations on disk.
  static Before before(Readers readers) throws StoreException {
    return readers.read(
        session ->
            new Before(
                Instant.ofEpochMilli(kept(session, "nonces")), kept(session, "nonces-forgotten")));
  }

  private static long kept(SqliteSession session, String name) throws SQLException {
    return session.number("SELECT until FROM reservation WHERE name = ?", name);
  }

  /// Uses a nonce.
  Use use(String keyId, String nonce, Instant created, Instant expires, Instant now)
      throws StoreException {
    var name = new Name(keyId, nonce);
    if (unwritten.putIfAbsent(name, expires) != null) {
      return Use.USED;
    }
    var use = Use.FULL;
    try {
      use = judged(name, created, expires, now);
    } finally {
      if (use != Use.FRESH) {
        unwritten.remove(name);
      }
    }
    if (use == Use.FRESH) {
      write(name, expires);
    }
    return use;
  }

  private Use judged(Name name, Instant created, Instant expires, Instant now)
      throws StoreException {
    // A nonce leaves the map of unwritten nonces only when it is on disk.
    boolean isWritten =
        readers.read(
            session ->
                session.exists(
                    "SELECT 1 FROM nonce WHERE key = ? AND nonce = ?", name.keyId, name.nonce));
    if (isWritten) {
      return Use.USED;
    }
    if (!created.isAfter(lostUntil) || expires.toEpochMilli() <= forgottenMillis) {
      return Use.UNCERTAIN;
    }
    if (!hasRoom(name.keyId, now)) {
      return Use.FULL;
    }
    reserve(created);
    return Use.FRESH;
  }

  /// A count takes time in proportion to a key's nonces, so the store counts only at the upper
  /// bound.
  private boolean hasRoom(String keyId, Instant now) throws StoreException {
    var room = rooms.computeIfAbsent(keyId, _ -> new Room(maxOfOneKey));
    if (room.wasFull(now)) {
      return false;
    }
    if (room.atMost.incrementAndGet() <= maxOfOneKey) {
      return true;
    }
    room.counting.lock();
    try {
      // Another request may have counted while this one waited.
      return !room.wasFull(now)
          && (room.atMost.incrementAndGet() <= maxOfOneKey || isRoomCounted(room, keyId, now));
    } finally {
      room.counting.unlock();
    }
  }

  private boolean isRoomCounted(Room room, String keyId, Instant now) throws StoreException {
    long counted =
        writes
            .writeThatFrees(
                session -> {
                  var _ = forget(session, now);
                  return session.number("SELECT count(*) FROM nonce WHERE key = ?", keyId);
                })
            .await();
    unwritten.values().removeIf(now::isAfter);
    room.atMost.set(counted + 1);
    if (counted < maxOfOneKey) {
      return true;
    }
    room.fullAt = now;
    return false;
  }

  /// Deletes the expired nonces, as part of a write.
  int forget(SqliteSession session, Instant now) throws SQLException {
    long last = session.number("SELECT max(expires) FROM nonce WHERE expires < ?", now);
    if (keepLatest(session, "nonces-forgotten", Instant.ofEpochMilli(last)) > 0) {
      forgottenMillis = last;
    }
    return session.update("DELETE FROM nonce WHERE expires < ?", now);
  }

  private void reserve(Instant created) throws StoreException {
    if (!created.isAfter(reserved)) {
      return;
    }
    reserving.lock();
    try {
      if (closed) {
        throw new StoreException(
            "The store is closed.", false, new IllegalStateException("a signature came too late"));
      }
      if (created.isAfter(reserved)) {
        var until = created.plus(STEP);
        keepReserved(until);
        reserved = until;
      }
    } finally {
      reserving.unlock();
    }
  }

  private void keepReserved(Instant until) throws StoreException {
    var _ = writes.writeThatFrees(session -> keep(session, "nonces", until)).await();
  }

  /// Stores a reservation, unless it already has a later moment.
  static int keepLatest(SqliteSession session, String name, Instant until) throws SQLException {
    return until.toEpochMilli() > kept(session, name) ? keep(session, name, until) : 0;
  }

  private static int keep(SqliteSession session, String name, Instant until) throws SQLException {
    return session.update(
        "INSERT INTO reservation (name, until) VALUES (?, ?)"
            + " ON CONFLICT (name) DO UPDATE SET until = excluded.until",
        name,
        until);
  }

  /// A nonce that cannot be written to a full disk stays in memory until it has expired.
  private void write(Name name, Instant expires) {
    writes
        .laterThatFrees(
            session ->
                session.update(
                    "INSERT INTO nonce (key, nonce, expires) VALUES (?, ?, ?)",
                    name.keyId,
                    name.nonce,
                    expires))
        .then(() -> unwritten.remove(name));
  }

  /// Writes the remaining nonces, and then cancels the reservation.
  void close() throws StoreException {
    closeReservations();
    // When this write is on disk, all earlier ones are.
    var _ = writes.writeThatFrees(_ -> 0).await();
    if (unwritten.isEmpty()) {
      keepReserved(lostUntil);
    }
  }

  /// Requests may still be running. Each request adds its nonce to the unwritten ones before it
  /// checks the reserved time. Thus this method either sees that nonce, or the request finds no
  /// reserved time.
  private void closeReservations() {
    reserving.lock();
    try {
      closed = true;
      reserved = Instant.MIN;
    } finally {
      reserving.unlock();
    }
  }
}

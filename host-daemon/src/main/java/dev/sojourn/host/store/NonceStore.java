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

/// The nonces of signed requests: each is good once, also after a restart, and one key has never
/// many more than its limit. Safe for use by many threads.
///
/// A request does not wait until its nonce is on disk; that comes a moment later, together with all
/// other writes of that time. No nonce may be good again after a crash in that moment. So time is
/// reserved ahead on disk, two seconds for all requests together, before a signature made in it
/// counts:
///
/// ```
///  signatures made   ...........|...x..x....x|        crash   |
///                               reserve      reserve   |      |
///  reserved up to    -----------]------------]---------]      |
///  after the restart  those on disk are known  ........]  what was made up to here may have been
///                                                         used and lost: it counts no more
/// ```
///
/// A store that was closed in order has lost no nonce, and says so.
///
/// Nonces are forgotten when they have expired. If the clock was wrong then and goes back, their
/// signatures would be good for a second time. So the latest expiry of a forgotten nonce is on disk
/// too. A signature that expires no later counts no more.
final class NonceStore {
  /// Reservation step. After a crash, signatures are refused for at most this long.
  private static final Duration STEP = Duration.ofSeconds(2);

  /// The time for which a key without room is refused without another count. A count takes the one
  /// thread that writes from all others.
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

  /// @param before as [#before] gave it before the first write
  /// @param maxOfOneKey nonces that have not expired. Only keys that are trusted get so far, so the
  ///   whole is bounded by their number
  NonceStore(WriteQueue writes, Readers readers, Before before, long maxOfOneKey) {
    this.maxOfOneKey = maxOfOneKey;
    this.writes = writes;
    this.readers = readers;
    this.lostUntil = before.lostUntil();
    this.reserved = before.lostUntil();
    this.forgottenMillis = before.forgottenMillis();
  }

  private record Name(String keyId, String nonce) {}

  /// The upper bound for the number of a key's nonces.
  private static final class Room {
    private final AtomicLong atMost;
    private final ReentrantLock counting = new ReentrantLock();
    private volatile Instant fullAt = Instant.MIN;

    /// A key not seen before may have used all up.
    Room(long mostOfAKey) {
      atMost = new AtomicLong(mostOfAKey);
    }

    boolean wasFull(Instant now) {
      var at = fullAt;
      return !now.isBefore(at) && now.isBefore(at.plus(RECOUNT));
    }
  }

  /// The reservations that a store was left with.
  ///
  /// @param lostUntil signatures that were made up to this moment may have been used without a
  ///   trace
  /// @param forgottenMillis the last moment at which a nonce expired that is no longer here
  record Before(Instant lostUntil, long forgottenMillis) {}

  /// The state in which the store was left.
  static Before before(Readers readers) throws StoreException {
    return readers.read(
        session ->
            new Before(
                Instant.ofEpochMilli(kept(session, "nonces")), kept(session, "nonces-forgotten")));
  }

  private static long kept(SqliteSession session, String name) throws SQLException {
    return session.number("SELECT until FROM reservation WHERE name = ?", name);
  }

  /// Uses a nonce up.
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
    // A nonce that is no longer among the unwritten was on disk before it left them.
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

  /// A count of a key's nonces takes time in proportion to their number, so it is made only when
  /// there might be too many.
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

  /// Forgets the nonces that have expired, as part of a write.
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

  /// The same, unless a later moment is kept already.
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

  /// One that cannot be written, on a full disk, is remembered here until it has expired.
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

  /// Writes the nonces that are not written yet, and gives back the reserved time that was not
  /// needed.
  void close() throws StoreException {
    closeReservations();
    // When this write is on disk, so are all earlier ones.
    var _ = writes.writeThatFrees(_ -> 0).await();
    if (unwritten.isEmpty()) {
      keepReserved(lostUntil);
    }
  }

  /// Requests may still be under way. Each is among the unwritten before it looks at the reserved
  /// time: so it is either seen there, or finds no reserved time.
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

package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.host.quota.StorageLimits.Share;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The part of the store that agents take: the bytes of each signer's agents, the unfinished
/// visits, and the code that was used last. Belongs to the thread that writes.
///
/// A count takes time in proportion to the visits that are here, so it is made only when there
/// might be too much. The numbers here are never less than the sums. Bytes that go, and those of a
/// write that was taken back, stay in them until the next count.
final class StorageUse {
  /// The bytes of a row besides its values.
  private static final int ROW_BYTES = 512;

  private static final long RECOUNT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long UNKNOWN = Long.MAX_VALUE;

  /// Counting up to this many visits takes a quarter of a millisecond.
  static final int FEW_VISITS = 10_000;

  private static final long MANY_VISITS_RECOUNT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final String SUMS =
      """
      SELECT coalesce(name, owner) AS name, sum(bytes) AS bytes FROM (
        SELECT owner, sum(length(package) + coalesce(length(state), 0) + %1$d) AS bytes
          FROM visit GROUP BY owner
        UNION ALL SELECT owner, sum(length(whole) + %1$d) FROM logged GROUP BY owner
        UNION ALL SELECT owner, sum(length(body) + %1$d) FROM parcel GROUP BY owner
        UNION ALL SELECT owner, count(*) * %1$d FROM transfer GROUP BY owner
        UNION ALL SELECT owner, sum(bytes + %1$d) FROM code GROUP BY owner
      ) LEFT JOIN signer USING (owner) GROUP BY 1
      """
          .formatted(ROW_BYTES);

  /// A record of each use of code would cost a further page to flush with each dispatch. So it is
  /// written once in a while, and code may count as unused for that much longer than it was.
  private static final Duration OFTEN_ENOUGH = Duration.ofSeconds(10);

  private static final int MOST_CODE_REMEMBERED = 1_000;

  private final Map<String, Instant> codeUses =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > MOST_CODE_REMEMBERED;
        }
      };

  private final LongSupplier nanoTime;
  private long unfinished = UNKNOWN;
  private long visitsCountedAt;
  private final Map<String, Long> ofSigner = new HashMap<>();
  private long ofAll;
  private boolean isCounted;
  private long countedAt;

  /// @param nanoTime as [System#nanoTime]
  StorageUse(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// The exactness that an answer needs.
  enum Care {
    /// Any peer can cause the question: counted once a second at most, so that room may be found
    /// late.
    OFTEN,
    /// Asked by visits, which end if there is no room.
    EXACT
  }

  /// The limit that has no room for some more; empty if there is room. Code that no visit uses
  /// makes room.
  ///
  /// @param wanted the digest of code that is wanted now, which stays
  Optional<Share> exceeded(
      SqliteSession session,
      String signer,
      long more,
      StorageLimits limits,
      String wanted,
      Care care)
      throws SQLException {
    if (!isCounted) {
      count(session);
    }
    var full = exceeded(signer, more, limits);
    boolean isStale = care == Care.EXACT || nanoTime.getAsLong() - countedAt > RECOUNT_NANOS;
    if (full.isPresent() && isStale) {
      dropUnused(session, full.get(), signer, wanted);
      count(session);
      full = exceeded(signer, more, limits);
    }
    return full;
  }

  /// If one signer takes too much, the others keep their code.
  private static void dropUnused(SqliteSession session, Share share, String signer, String wanted)
      throws SQLException {
    var unused = "DELETE FROM code WHERE digest <> ? AND digest NOT IN (SELECT code FROM visit)";
    int _ =
        switch (share) {
          case SIGNER ->
              session.update(
                  unused + " AND owner IN (SELECT owner FROM signer WHERE name = ?)",
                  wanted,
                  signer);
          case ALL -> session.update(unused, wanted);
        };
  }

  private Optional<Share> exceeded(String signer, long more, StorageLimits limits) {
    return limits.exceeded(ofSigner.getOrDefault(signer, 0L) + more, ofAll + more);
  }

  /// A signer's agents take more, or less if it is below zero.
  void add(String signer, long bytes) {
    ofSigner.merge(signer, bytes, Long::sum);
    ofAll += bytes;
  }

  private void count(SqliteSession session) throws SQLException {
    ofSigner.clear();
    ofAll = 0;
    var sums = session.all(row -> Map.entry(row.getString("name"), row.getLong("bytes")), SUMS);
    sums.forEach(sum -> add(sum.getKey(), sum.getValue()));
    isCounted = true;
    countedAt = nanoTime.getAsLong();
  }

  /// Whether fewer than `most` visits are not over. Any peer can cause the question at will. So a
  /// large number is counted ten times a second at most, and room may be found late.
  boolean hasFewerVisits(int most, SqliteSession session) throws SQLException {
    if (most > 0 && unfinished >= most && mayCountVisits()) {
      unfinished =
          session.number(
              "SELECT count(*) FROM visit WHERE phase IN (?, ?)",
              VisitState.WAITING.word(),
              VisitState.RUNNING.word());
      visitsCountedAt = nanoTime.getAsLong();
    }
    return unfinished < most;
  }

  private boolean mayCountVisits() {
    return unfinished == UNKNOWN
        || unfinished <= FEW_VISITS
        || nanoTime.getAsLong() - visitsCountedAt >= MANY_VISITS_RECOUNT_NANOS;
  }

  /// One more visit was let in.
  void visitAdded() {
    unfinished++;
  }

  /// Code that is here is used; if the write is taken back, the next use after a while is kept.
  void codeUsed(SqliteSession session, String digest, Instant at) throws SQLException {
    var before = codeUses.get(digest);
    if (before != null && at.isBefore(before.plus(OFTEN_ENOUGH)) && !at.isBefore(before)) {
      return;
    }
    session.update("UPDATE code SET used = ? WHERE digest = ?", at, digest);
    codeUses.put(digest, at);
  }
}

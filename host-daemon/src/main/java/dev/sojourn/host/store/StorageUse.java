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

/// The part of the store that agents use: bytes per signer, unfinished visits, and recently used
/// code. Only the writing thread uses it.
///
/// A count takes time in proportion to the visits, so it runs only if a limit may be exceeded. The
/// numbers here are never lower than the true sums. Deleted bytes and bytes of rolled-back writes
/// stay in them until the next count.
final class StorageUse {
  /// The estimated bytes of a row in addition to its values.
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

  /// A record of each use of code would add a page to the flush of each dispatch. Therefore uses
  /// are recorded at intervals, and code may count as unused for slightly too long.
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

  /// @param nanoTime a clock, as [System#nanoTime]
  StorageUse(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// The accuracy that a caller needs.
  enum Care {
    /// For checks that any peer can cause: at most one count per second, so freed space may be
    /// noticed late.
    OFTEN,
    /// For checks by visits, which end if there is no space.
    EXACT
  }

  /// The limit that some more bytes would exceed; empty if they fit. Unused code is deleted to make
  /// space.
  ///
  /// @param wanted digest of the code to keep
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

  /// If one signer takes too much, the code of others stays.
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

  /// Adds bytes to a signer's agents; negative numbers subtract.
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

  /// Whether fewer than `most` visits are unfinished. Any peer can cause this check at any rate.
  /// Therefore a large number is counted at most ten times per second, and freed space may be
  /// noticed late.
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

  /// Counts an admitted visit.
  void visitAdded() {
    unfinished++;
  }

  /// Records a use of stored code; after a rollback, a later use is recorded instead.
  void codeUsed(SqliteSession session, String digest, Instant at) throws SQLException {
    var before = codeUses.get(digest);
    if (before != null && at.isBefore(before.plus(OFTEN_ENOUGH)) && !at.isBefore(before)) {
      return;
    }
    session.update("UPDATE code SET used = ? WHERE digest = ?", at, digest);
    codeUses.put(digest, at);
  }
}

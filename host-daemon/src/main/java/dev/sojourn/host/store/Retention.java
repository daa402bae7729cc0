package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.sql.SqliteSession;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/// Forgets data that is no longer needed, and gives the room back to the disk.
final class Retention {
  // A passport is good for a while after it has expired, since clocks differ.
  private static final Duration CLOCK_ROOM = Duration.ofHours(1);

  /// The reservation with the latest expiry of a transfer that is forgotten.
  private static final String TRANSFERS = "transfers-forgotten";

  /// Free pages that stay in the file for the next writes: 16 MiB.
  private static final int FREE_PAGES = 4_096;

  /// Pages that are given back within one write, for which other writes wait.
  private static final int STEP_PAGES = 1_000;

  private Retention() {}

  /// Forgets visits that ended long ago, transfers that have expired, and code that no visit has
  /// used for as long; gives the number of visits.
  static int forget(SqliteSession session, NonceStore nonces, Instant now, Duration keepEnded)
      throws SQLException {
    var _ = nonces.forget(session, now);
    var _ = SignerUsageTable.forgetBefore(session, now);
    var _ = SavingsTable.forgetBefore(session, now);
    forgetTransfers(session, now.minus(CLOCK_ROOM));
    var before = now.minus(keepEnded);
    // An agent that waits for another host is nowhere else.
    int visits =
        session.update(
            "DELETE FROM visit WHERE ended < ? AND phase <> ?", before, VisitState.LEAVING.word());
    session.update(
        "DELETE FROM code WHERE used < ? AND digest NOT IN (SELECT code FROM visit)", before);
    session.update(
        "DELETE FROM signer WHERE owner NOT IN"
            + " (SELECT owner FROM visit UNION SELECT owner FROM code"
            + " UNION SELECT owner FROM transfer)");
    return visits;
  }

  /// If the clock is wrong now and goes back, the packages of these transfers would be good for a
  /// second time. So the latest expiry among them is on disk, too, and no passport that expires by
  /// then counts any more.
  private static void forgetTransfers(SqliteSession session, Instant before) throws SQLException {
    long last = session.number("SELECT max(expires) FROM transfer WHERE expires < ?", before);
    if (last > 0) {
      var _ = NonceStore.keepLatest(session, TRANSFERS, Instant.ofEpochMilli(last));
      session.update("DELETE FROM transfer WHERE expires < ?", before);
    }
  }

  /// Whether a transfer whose passport expires then may have been forgotten.
  static boolean mayHaveForgotten(SqliteSession session, Instant expires) throws SQLException {
    return session.exists(
        "SELECT 1 FROM reservation WHERE name = ? AND until >= ?", TRANSFERS, expires);
  }

  /// The same, all but some pages for the next writes.
  static boolean shrink(SqliteSession session) throws SQLException {
    return shrink(session, FREE_PAGES);
  }

  /// Gives some free pages back to the disk, if there are more than a few.
  ///
  /// @return whether there are more
  static boolean shrink(SqliteSession session, int few) throws SQLException {
    long before = session.number("PRAGMA freelist_count");
    if (before <= few) {
      return false;
    }
    session.executeAll("PRAGMA incremental_vacuum(" + STEP_PAGES + ")");
    long after = session.number("PRAGMA freelist_count");
    return after < before && after > few;
  }
}

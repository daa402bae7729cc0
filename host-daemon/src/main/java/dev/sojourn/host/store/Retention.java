package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.sql.SqliteSession;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/// Deletes data that is no longer needed, and returns disk space.
final class Retention {
  // A passport stays valid for a while after its expiry, because clocks differ.
  private static final Duration CLOCK_ROOM = Duration.ofHours(1);

  /// The reservation that records the latest expiry of a deleted transfer.
  private static final String TRANSFERS = "transfers-forgotten";

  /// Free pages that stay in the file for later writes: 16 MiB.
  private static final int FREE_PAGES = 4_096;

  /// Pages returned to the disk per write; other writes wait meanwhile.
  private static final int STEP_PAGES = 1_000;

  private Retention() {}

  /// Deletes visits that ended long ago, expired transfers, and code unused for as long; returns
  /// the number of visits.
  static int forget(SqliteSession session, NonceStore nonces, Instant now, Duration keepEnded)
      throws SQLException {
    var _ = nonces.forget(session, now);
    var _ = SignerUsageTable.forgetBefore(session, now);
    var _ = SavingsTable.forgetBefore(session, now);
    forgetTransfers(session, now.minus(CLOCK_ROOM));
    var before = now.minus(keepEnded);
    // An agent that waits for another host exists only here.
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

  /// If the clock is ahead and is later set back, the packages of these transfers would be valid
  /// again. Therefore the latest expiry among them is stored, and no passport that expires by then
  /// is accepted.
  private static void forgetTransfers(SqliteSession session, Instant before) throws SQLException {
    long last = session.number("SELECT max(expires) FROM transfer WHERE expires < ?", before);
    if (last > 0) {
      var _ = NonceStore.keepLatest(session, TRANSFERS, Instant.ofEpochMilli(last));
      session.update("DELETE FROM transfer WHERE expires < ?", before);
    }
  }

  /// Whether a transfer with this expiry of its passport may have been deleted.
  static boolean mayHaveForgotten(SqliteSession session, Instant expires) throws SQLException {
    return session.exists(
        "SELECT 1 FROM reservation WHERE name = ? AND until >= ?", TRANSFERS, expires);
  }

  /// Returns some free pages to the disk, and keeps 16 MiB of them for later writes.
  static boolean shrink(SqliteSession session) throws SQLException {
    return shrink(session, FREE_PAGES);
  }

  /// Returns some free pages to the disk if the file has more than `few`.
  ///
  /// @return whether more pages can be returned
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

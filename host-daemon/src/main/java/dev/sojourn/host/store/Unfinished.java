package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.VisitState;
import java.sql.SQLException;

/// Says whether one more visit may wait. Belongs to the thread that writes.
///
/// To count those that wait takes time in proportion to their number, so it is done only when there
/// might be too many: what is kept here is a number that they are never more than.
final class Unfinished {
  private long atMost = Long.MAX_VALUE;

  /// Whether fewer than `most` visits are not over.
  boolean isBelow(int most, Session session) throws SQLException {
    if (atMost >= most) {
      atMost =
          session.number(
              "SELECT count(*) FROM visit WHERE phase IN (?, ?)",
              VisitState.WAITING.word(),
              VisitState.RUNNING.word());
    }
    return atMost < most;
  }

  /// One more was let in; if that is taken back, the number is too large, which does no harm.
  void added() {
    atMost++;
  }
}

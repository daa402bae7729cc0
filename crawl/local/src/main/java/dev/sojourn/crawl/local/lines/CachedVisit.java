package dev.sojourn.crawl.local.lines;

import dev.sojourn.atp.parcel.ParcelLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The lines of one visit, as far as this run saw its parcels in order from the first. They are
/// complete if the last parcel in the store was added too. Safe for use by several threads.
final class CachedVisit {
  /// The memory of one piece of the spool.
  private static final int PIECE_BYTES = 64;

  private final LineBudget budget;
  private final List<FindingSpool.Piece> pieces = new ArrayList<>();
  private final List<ParcelLine> logged = new ArrayList<>();
  private boolean isSpooled = true;
  private boolean isLogged = true;
  private long next = 1;
  private long findings;
  private long loggedBytes;

  /// @param budget for the lines that are kept until the run ends
  CachedVisit(LineBudget budget) {
    this.budget = budget;
  }

  /// Adds a parcel, if it is the next one.
  synchronized void add(CachedParcel parcel, FindingSpool spool) {
    if (parcel.parcel().number() != next) {
      return;
    }
    next++;
    findings += parcel.findings().size();
    if (isSpooled && !parcel.findings().isEmpty()) {
      isSpooled = spool.append(parcel.findings()).filter(this::add).isPresent();
    }
    log(parcel);
  }

  private boolean add(FindingSpool.Piece piece) {
    if (!pieces.isEmpty() && pieces.getLast().end() == piece.from()) {
      long from = pieces.removeLast().from();
      return pieces.add(new FindingSpool.Piece(from, piece.end() - from));
    }
    return budget.take(PIECE_BYTES) && pieces.add(piece);
  }

  private void log(CachedParcel parcel) {
    if (!isLogged) {
      return;
    }
    if (budget.take(parcel.loggedBytes())) {
      loggedBytes += parcel.loggedBytes();
      logged.addAll(parcel.logged());
      return;
    }
    isLogged = false;
    logged.clear();
    budget.giveBack(loggedBytes);
    loggedBytes = 0;
  }

  /// {@return the places of all findings in the spool; empty if some findings are missing there}
  ///
  /// @param last the number of the last parcel in the store
  /// @param count how many findings the store has
  synchronized Optional<List<FindingSpool.Piece>> pieces(long last, long count) {
    return isSpooled && next == last + 1 && findings == count
        ? Optional.of(List.copyOf(pieces))
        : Optional.empty();
  }

  /// {@return the lines for the crawl log; empty if some are missing}
  ///
  /// @param last the number of the last parcel in the store
  synchronized Optional<List<ParcelLine>> logged(long last) {
    return isLogged && next == last + 1 ? Optional.of(List.copyOf(logged)) : Optional.empty();
  }
}

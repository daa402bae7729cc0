package dev.sojourn.visit.trial;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import java.util.ArrayList;
import java.util.List;

/// The journal of a trial: it keeps in memory everything that an owner would get from the visit.
final class TrialJournal implements VisitJournal {
  private final List<ParcelLine> kept = new ArrayList<>();

  @Override
  public void commit(VisitProgress progress) {
    kept.addAll(progress.lines());
  }

  @Override
  public void end(VisitResult result) {
    kept.addAll(result.lastLines());
  }

  /// All that was kept, in order.
  List<ParcelLine> kept() {
    return kept;
  }
}

package dev.sojourn.visit.trial;

import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitResult;
import java.util.List;
import java.util.Optional;

/// The result of a trial.
///
/// @param visit how the visit ended, and its sums
/// @param kept what its owner would get of it: findings, referrals, log lines and page records, in
///   order
/// @param seen the pages of the folder as the visit began
/// @param messages that the agent got, with its answers
public record TrialResult(
    VisitResult visit, List<ParcelLine> kept, FolderSnapshot seen, List<TrialMessage> messages) {
  /// Copies the lists.
  public TrialResult {
    kept = List.copyOf(kept);
    messages = List.copyOf(messages);
  }

  /// {@return what would wake the agent; empty unless it parked}
  public Optional<WakeConditions> until() {
    return visit.outcome() instanceof VisitOutcome.Parked parked
        ? parked.until()
        : Optional.empty();
  }

  /// {@return the agent as it wakes, with the rest of its budget}
  ///
  /// @param by what woke it
  public TrialStart woken(Waker by) {
    return new TrialStart(
        visit.state(), new VisitCause.Wake(by), visit.tally(), Optional.of(seen), List.of());
  }
}

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
/// @param visit the outcome and usage of the visit
/// @param kept the lines for the owner: findings, referrals, log lines and page records, in order
/// @param seen the pages of the folder at the start of the visit
/// @param messages the messages to the agent, with its answers
public record TrialResult(
    VisitResult visit, List<ParcelLine> kept, FolderSnapshot seen, List<TrialMessage> messages) {
  /// Copies the lists.
  public TrialResult {
    kept = List.copyOf(kept);
    messages = List.copyOf(messages);
  }

  /// {@return the conditions that would wake the agent; empty unless it parked}
  public Optional<WakeConditions> until() {
    return visit.outcome() instanceof VisitOutcome.Parked parked
        ? parked.until()
        : Optional.empty();
  }

  /// {@return the start of the woken agent, with the rest of its budget}
  ///
  /// @param by the cause of the waking
  public TrialStart woken(Waker by) {
    return new TrialStart(
        visit.state(), new VisitCause.Wake(by), visit.tally(), Optional.of(seen), List.of());
  }
}

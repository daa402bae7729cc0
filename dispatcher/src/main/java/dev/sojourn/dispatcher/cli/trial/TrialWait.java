package dev.sojourn.dispatcher.cli.trial;

import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.base.text.Messages;
import dev.sojourn.visit.trial.FolderVisit;
import dev.sojourn.visit.trial.TrialResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;

/// The wait of a parked agent in a trial. It lists the folder every 200 ms. This finds every
/// lasting change on every file system.
final class TrialWait {
  private static final long EVERY_MILLIS = 200;

  private final FolderVisit visit;
  private final PrintWriter err;

  /// @param visit the visit to the folder
  /// @param err shows the condition that the visit waits for
  TrialWait(FolderVisit visit, PrintWriter err) {
    this.visit = visit;
    this.err = err;
  }

  /// Waits until something wakes the agent. A message wakes it at once.
  ///
  /// @param parked the visit that ended with the wish to stay
  /// @param message the next message to the agent
  /// @return the cause of the waking; empty if nothing in this trial can wake the agent
  Optional<Waker> await(TrialResult parked, Optional<String> message)
      throws IOException, InterruptedException {
    var until = parked.until().orElseThrow();
    if (until.onMessage() && message.isPresent()) {
      return woken("The next message wakes the agent.", Waker.MESSAGE);
    }
    if (until.onMessage()) {
      err.println("No further message comes (--message TEXT says one).");
      err.flush();
    }
    return until.onChange() || until.time().isPresent()
        ? awaitMore(parked, until)
        : Optional.empty();
  }

  private Optional<Waker> awaitMore(TrialResult parked, WakeConditions until)
      throws IOException, InterruptedException {
    err.println("Waiting " + until.words() + " in " + visit.folder() + "; Ctrl-C ends the trial.");
    err.flush();
    while (true) {
      if (visit.isWoken(parked)) {
        return woken("A page changed, and wakes the agent.", Waker.CHANGE);
      }
      if (isDue(until)) {
        return woken("Its time has come, and wakes the agent.", Waker.TIME);
      }
      Thread.sleep(EVERY_MILLIS);
    }
  }

  private Optional<Waker> woken(String sentence, Waker by) {
    err.println(sentence);
    err.flush();
    return Optional.of(by);
  }

  /// Reports messages that were not sent before the trial ended.
  ///
  /// @param unsaid the number of such messages; at least 1
  void leave(int unsaid) {
    err.println(
        "Not said, since the agent did not park until a message: %s."
            .formatted(Messages.count(unsaid, "message")));
    err.flush();
  }

  private static boolean isDue(WakeConditions until) {
    return until.time().filter(time -> !Instant.now().isBefore(time)).isPresent();
  }
}

package dev.sojourn.dispatcher.cli.trial;

import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.visit.trial.FolderVisit;
import dev.sojourn.visit.trial.TrialResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;

/// The wait of a parked agent in a trial. The folder is listed again and again, which finds every
/// change that lasts, on every file system.
final class TrialWait {
  private static final long EVERY_MILLIS = 200;

  private TrialWait() {}

  /// Waits until something wakes the agent.
  ///
  /// @param visit to the folder
  /// @param parked the visit that ended with its wish to stay
  /// @param err is told what is waited for
  static Waker await(FolderVisit visit, TrialResult parked, PrintWriter err)
      throws IOException, InterruptedException {
    var until = parked.until().orElseThrow();
    err.println("Waiting " + until.words() + " in " + visit.folder() + "; Ctrl-C ends the trial.");
    if (until.onMessage()) {
      err.println("No message comes in a trial.");
    }
    err.flush();
    while (true) {
      if (visit.isWoken(parked)) {
        err.println("A page changed, and wakes the agent.");
        return Waker.CHANGE;
      }
      if (isDue(until)) {
        err.println("Its time has come, and wakes the agent.");
        return Waker.TIME;
      }
      Thread.sleep(EVERY_MILLIS);
    }
  }

  private static boolean isDue(WakeConditions until) {
    return until.time().filter(time -> !Instant.now().isBefore(time)).isPresent();
  }
}

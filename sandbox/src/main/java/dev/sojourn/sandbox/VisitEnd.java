package dev.sojourn.sandbox;

import dev.sojourn.agent.Next;
import java.util.List;

/// The end of a visit. Only [Finished] has a new state; otherwise the last checkpoint remains
/// valid.
public sealed interface VisitEnd {

  /// {@return the place in the agent's code where it ended, by the worker's report;
  /// [CodePlace#UNKNOWN] without a place}
  default CodePlace where() {
    return CodePlace.UNKNOWN;
  }

  /// An end that the worker itself reports.
  sealed interface Reported extends VisitEnd {}

  /// The agent returned.
  ///
  /// @param state the encoded state of the agent
  /// @param next the agent's wish for the time after the visit
  record Finished(byte[] state, Next next) implements Reported {}

  /// The agent was refused: its jar, a class or its state breaks a rule.
  ///
  /// @param by the wall that refused it: admission or loader
  /// @param reason one sentence with class, method and line, if known, and the permitted
  ///   alternative
  /// @param where the place in the reason
  /// @param others the further refusals, each as a sentence: at most 19, and one that counts the
  ///   rest
  record Denied(WallName by, String reason, CodePlace where, List<String> others)
      implements Reported {
    /// Copies the list.
    public Denied {
      others = List.copyOf(others);
    }
  }

  /// A limit ran out, or the caller asked the visit to stop.
  ///
  /// @param limit the component of [VisitLimits] that ran out, or `stop` for a request of the
  ///   caller
  /// @param reason one sentence
  /// @param where the agent's place at the order to stop
  record Stopped(String limit, String reason, CodePlace where) implements Reported {}

  /// The worker process died or was killed.
  ///
  /// @param by the wall that killed it; [WallName#PROCESS] if it was not killed
  /// @param reason one sentence
  /// @param where the agent's place at the last order to stop
  /// @param bystander whether this visit was probably not the cause. Other causes are another visit
  ///   in the same worker, a signal from outside, or a failed start of the worker. The caller may
  ///   repeat such a visit from its last checkpoint
  record WorkerEnded(WallName by, String reason, CodePlace where, boolean bystander)
      implements VisitEnd {}

  /// No process that reads pages could be started. The agent is not the cause, and its worker is
  /// alive; the caller may repeat the visit from its last checkpoint.
  ///
  /// @param reason one sentence
  record NoReader(String reason) implements VisitEnd {}

  /// The agent threw an exception, or the caller's services did.
  ///
  /// @param reason one line: class and message of the exception and, after [#CAUSED_BY], of its
  ///   root cause
  /// @param where the agent's topmost frame
  record Failed(String reason, CodePlace where) implements Reported {
    /// Separates the exception from its cause in the reason.
    public static final String CAUSED_BY = "; caused by ";
  }
}

package dev.sojourn.sandbox;

import dev.sojourn.agent.Next;
import java.util.List;

/// The end of a visit. Only [Finished] brings a new state; in all other cases the last checkpoint
/// holds.
public sealed interface VisitEnd {

  /// {@return the place in the agent's code where it ended, as the worker reported it;
  /// [CodePlace#UNKNOWN] if there is none}
  default CodePlace where() {
    return CodePlace.UNKNOWN;
  }

  /// An end that the worker reports itself.
  sealed interface Reported extends VisitEnd {}

  /// The agent returned.
  ///
  /// @param state the agent's state, opaque
  /// @param next its wish for the time after the visit
  record Finished(byte[] state, Next next) implements Reported {}

  /// The agent was not let in: its jar, a class or its state breaks a rule.
  ///
  /// @param by the wall that it did not pass, of admission and loader
  /// @param reason one sentence that names class, method and line where known, and the permitted
  ///   alternative
  /// @param where the same place
  /// @param others the further refusals, a sentence each: 19 at most, and one that counts the rest
  record Denied(WallName by, String reason, CodePlace where, List<String> others)
      implements Reported {
    /// Copies the list.
    public Denied {
      others = List.copyOf(others);
    }
  }

  /// A limit ran out, or the caller asked the visit to stop.
  ///
  /// @param limit the component of [VisitLimits] that ran out, or `stop` if the caller asked
  /// @param reason one sentence
  /// @param where the agent was at the order to stop
  record Stopped(String limit, String reason, CodePlace where) implements Reported {}

  /// The worker process died or had to be killed.
  ///
  /// @param by the wall that killed it; if it died by itself, the wall of the process
  /// @param reason one sentence
  /// @param where the agent was at the last order to stop
  /// @param bystander whether the cause was not this visit, as far as is known: another one in the
  ///   same worker, a signal from outside, or the worker never came up; such a visit may be made
  ///   again from its last checkpoint
  record WorkerEnded(WallName by, String reason, CodePlace where, boolean bystander)
      implements VisitEnd {}

  /// The agent threw an exception, or the caller's services did.
  ///
  /// @param reason the exception's class and message, and behind [#CAUSED_BY] those of the cause at
  ///   the root, in one line
  /// @param where the agent's topmost frame
  record Failed(String reason, CodePlace where) implements Reported {
    /// Stands in the reason between an exception and its cause.
    public static final String CAUSED_BY = "; caused by ";
  }
}

package dev.sojourn.sandbox;

import dev.sojourn.agent.Next;

/// How a visit ended. Only [Finished] brings a new state; in all other cases the last checkpoint
/// holds.
public sealed interface VisitEnd {

  /// The agent returned.
  ///
  /// @param state the agent's state, opaque
  /// @param next where it wants to go on
  record Finished(byte[] state, Next next) implements VisitEnd {}

  /// The agent was not let in: its jar, a class or its state breaks a rule.
  ///
  /// @param reason one sentence that names class, method and line where known, and what is allowed
  ///   instead
  record Denied(String reason) implements VisitEnd {}

  /// A limit ran out, or the caller asked the visit to stop.
  ///
  /// @param limit the component of [VisitLimits] that ran out, or `stop` where the caller asked
  /// @param reason one sentence
  record Stopped(String limit, String reason) implements VisitEnd {}

  /// The worker process died or had to be killed.
  ///
  /// @param reason one sentence
  /// @param bystander whether the cause was another visit in the same worker, or the worker never
  ///   came up; such a visit may be made again from its last checkpoint
  record Killed(String reason, boolean bystander) implements VisitEnd {}

  /// The agent threw an exception, or the caller's desk did.
  ///
  /// @param reason the exception's class and message, in one line
  /// @param where class, method and line of the agent's topmost frame; empty if there is none
  record Failed(String reason, String where) implements VisitEnd {}
}

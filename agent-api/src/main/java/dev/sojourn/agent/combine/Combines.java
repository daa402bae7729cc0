package dev.sojourn.agent.combine;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;

/// Implemented by an [Agent] whose copies are combined at the end of a crawl.
///
/// Each territory of a crawl has a copy of the agent. When all copies have ended their visits,
/// their states come home. There, in the sandbox, a fresh copy combines the other copies one by
/// one. Its reports are findings of the crawl.
///
/// ```java
/// public final class Counter implements Agent, Combines<Counter> {
///   private long pages;
///
///   @Override
///   public void combine(Counter other, Scope territory, Visit visit) {
///     pages = Math.addExact(pages, other.pages);
///   }
///
///   @Override
///   public void combined(Visit visit) {
///     visit.report(new Total(pages));
///   }
/// ```
///
/// The fields of this agent are saved between two calls, so that a crash loses nothing. No pages
/// can be read: [Visit#fetch(String)] answers [dev.sojourn.agent.Fetched.OutOfScope] or
/// [dev.sojourn.agent.Fetched.Refused]. [Visit#cause()] is
/// [dev.sojourn.agent.VisitCause.Combination].
///
/// @param <A> the agent's own class
@FunctionalInterface
public interface Combines<A extends Agent> {

  /// Combines one other agent into this one. Called for each visited territory, in the order of
  /// sites and territories, even if there is only one.
  ///
  /// A host returned the other agent and may have changed it: trust its content only about pages of
  /// `territory`. If this method throws or exceeds a limit, the other agent is skipped, and the
  /// crawl reports it. The fields then return to their values before the call.
  ///
  /// The findings of one call may have 12 MiB in total. [Visit#checkpoint()] has no effect here.
  ///
  /// @param other another copy of this agent, at the end of its last visit
  /// @param territory the pages that it was sent for
  /// @param visit for reports and log lines; valid only until this method returns
  void combine(A other, Scope territory, Visit visit);

  /// Reports the combined results. Called once, after the last [#combine]. After a crash, it is
  /// called again on the state of the last [Visit#checkpoint()]. An agent with many reports should
  /// therefore call it, and record its progress in its fields.
  ///
  /// @param visit for reports and log lines; valid only until this method returns
  default void combined(Visit visit) {}
}

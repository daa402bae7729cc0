package dev.sojourn.agent.combine;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;

/// Implemented by an [Agent] whose copies are combined when a crawl is over.
///
/// Each territory of a crawl has a copy of the agent. When all of them have ended their visits,
/// their states come home. There a further copy, with fields as its constructor made them, is given
/// the others one after the other, in the sandbox. What it reports is a finding of the crawl.
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
/// The fields of this agent are saved between two calls, so it goes on after a crash as if there
/// had been none. No pages can be read: [Visit#fetch(String)] answers that they are out of scope or
/// refused. [Visit#cause()] is [dev.sojourn.agent.VisitCause.Combination].
///
/// @param <A> the agent's own class
@FunctionalInterface
public interface Combines<A extends Agent> {

  /// Takes in one other agent. Called for each territory that was visited, in the order of sites
  /// and territories; also if there is only one.
  ///
  /// The other agent is as a host gave it back, so its content is that host's word: believe it
  /// about pages of `territory` only. If this method throws, or spends a limit, the other agent is
  /// left out, and the crawl says so. The next call finds the fields as they were before.
  ///
  /// Its findings about one agent may have 12 MiB together. [Visit#checkpoint()] has no effect
  /// here.
  ///
  /// @param other another copy of this agent, at the end of its last visit
  /// @param territory the pages that it was sent for
  /// @param visit for reports and log lines; valid only until this method returns
  void combine(A other, Scope territory, Visit visit);

  /// Reports what follows from all agents together. Called once, after the last of them was taken
  /// in. After a crash it is called again on the state of its last [Visit#checkpoint()]. So an
  /// agent that reports much calls that, and remembers in its fields what it has reported.
  ///
  /// @param visit for reports and log lines; valid only until this method returns
  default void combined(Visit visit) {}
}

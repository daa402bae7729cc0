package dev.sojourn.agent;

/// The cause of a visit: why [Agent#visit] was called.
public sealed interface VisitCause {

  /// The agent starts, with the fields that its constructor set.
  record Start() implements VisitCause {}

  /// The agent arrived with a state, and begins to work at this place.
  ///
  /// @param from the thumbprint of the previous host's key, from the agent's hop log; empty without
  ///   a hop log
  record Arrival(String from) implements VisitCause {}

  /// The visit continues from its last checkpoint after a crash, or after its worker was lost.
  record Resumption() implements VisitCause {}

  /// The agent was parked here, and wakes.
  ///
  /// @param by what woke it
  record Wake(Waker by) implements VisitCause {}

  /// The agents of a crawl are combined at home, see [dev.sojourn.agent.combine.Combines]. A call
  /// of [Agent#visit] never has this cause.
  record Combination() implements VisitCause {}

  /// An event that wakes a parked agent.
  enum Waker {
    /// The time has come.
    TIME,
    /// Its owner sent a message, which the next [Visit#checkpoint()] delivers.
    MESSAGE,
    /// Pages changed; [Visit#changes()] names them.
    CHANGE
  }
}

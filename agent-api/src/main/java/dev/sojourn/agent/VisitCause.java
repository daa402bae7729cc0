package dev.sojourn.agent;

/// The cause of a visit: why [Agent#visit] was called.
public sealed interface VisitCause {

  /// The agent starts out, with fields as its constructor made them.
  record Start() implements VisitCause {}

  /// The agent came with a state, and begins to work at this place.
  ///
  /// @param from the thumbprint of the key of the host where it was before, as its hop log has it;
  ///   empty if it has no such log
  record Arrival(String from) implements VisitCause {}

  /// The visit goes on from its last checkpoint after a crash, or after its worker was lost.
  record Resumption() implements VisitCause {}

  /// The agent was parked here, and wakes.
  ///
  /// @param by what woke it
  record Wake(Waker by) implements VisitCause {}

  /// The agents of a crawl are combined at home, see [dev.sojourn.agent.combine.Combines]. No call
  /// of [Agent#visit] has this cause.
  record Combination() implements VisitCause {}

  /// An event that wakes a parked agent.
  enum Waker {
    /// The time has come.
    TIME,
    /// Its owner sent a message, which waits for its next [Visit#checkpoint()].
    MESSAGE,
    /// Pages changed; [Visit#changes()] names them.
    CHANGE
  }
}

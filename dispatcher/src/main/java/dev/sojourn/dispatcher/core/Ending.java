package dev.sojourn.dispatcher.core;

import dev.sojourn.visit.VisitOutcome;

/// The status of a visit: under way, or how it ended. That is the end of the visit itself, or a
/// host's act against its agent.
public sealed interface Ending {

  /// {@return one sentence; empty where nothing has to be explained}
  String reason();

  /// {@return whether another visit has to do the work again, so that nothing of this one counts
  /// once that is complete}
  default boolean isVoid() {
    return switch (this) {
      case Open _ -> false;
      case Over(var outcome) ->
          switch (outcome) {
            case VisitOutcome.Finished _,
                VisitOutcome.Along _,
                VisitOutcome.Parked _,
                VisitOutcome.Stopped _,
                VisitOutcome.Recalled _ ->
                false;
            case VisitOutcome.Denied _, VisitOutcome.WorkerLost _, VisitOutcome.Failed _ -> true;
          };
      case Lost _, Refused _, Withdrawn _, Unreachable _, Stranded _ -> true;
    };
  }

  /// {@return whether the visit has not ended}
  default boolean isOpen() {
    return this instanceof Open;
  }

  /// {@return whether the agent returned by itself, also where it stayed then: it has seen all that
  /// it was given}
  default boolean isReturned() {
    return this instanceof Over(var outcome)
        && switch (outcome) {
          case VisitOutcome.Finished _, VisitOutcome.Along _, VisitOutcome.Parked _ -> true;
          case VisitOutcome.Stopped _,
              VisitOutcome.Recalled _,
              VisitOutcome.Denied _,
              VisitOutcome.WorkerLost _,
              VisitOutcome.Failed _ ->
              false;
        };
  }

  /// The visit has not ended.
  record Open() implements Ending {
    @Override
    public String reason() {
      return "";
    }
  }

  /// The visit was made to its end, at a host or at home. An operator's end of a visit
  /// ([VisitOutcome.Recalled]) does not ask for another one over HTTP.
  ///
  /// @param outcome as an owner is told it
  record Over(VisitOutcome outcome) implements Ending {
    @Override
    public String reason() {
      return outcome.reason();
    }
  }

  /// The host was not heard of for longer than the patience of the crawl, or let the agent wait or
  /// run for longer than it may.
  ///
  /// @param reason one sentence
  record Lost(String reason) implements Ending {}

  /// The host refused the agent.
  ///
  /// @param reason one sentence
  record Refused(String reason) implements Ending {}

  /// robots.txt no longer leaves the territory to the host, so the agent was not sent.
  ///
  /// @param reason one sentence
  record Withdrawn(String reason) implements Ending {}

  /// The host could not be reached.
  ///
  /// @param reason one sentence
  record Unreachable(String reason) implements Ending {}

  /// The visit finished, but the agent could not be fetched home when there was more to do.
  ///
  /// @param reason one sentence
  record Stranded(String reason) implements Ending {}
}

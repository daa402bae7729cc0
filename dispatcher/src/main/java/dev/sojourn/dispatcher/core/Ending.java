package dev.sojourn.dispatcher.core;

/// The status of a visit: under way, or how it ended.
public enum Ending {
  /// It has not ended.
  OPEN,
  /// The agent returned.
  FINISHED,
  /// A limit ended it; what it found is kept. In the directories of earlier versions also
  /// [#RECALLED].
  STOPPED,
  /// The host's operator, or the owner, ended it; what it found is kept.
  RECALLED,
  /// The sandbox did not admit the agent's code.
  DENIED,
  /// The agent had to be killed.
  KILLED,
  /// The agent threw, or the host could not run it.
  FAILED,
  /// The host was not heard of for longer than the patience of the crawl, or let the agent wait or
  /// run for longer than it may.
  LOST,
  /// The host refused the agent.
  REFUSED,
  /// robots.txt no longer leaves the territory to the host, so the agent was not sent.
  WITHDRAWN,
  /// The host could not be reached.
  UNREACHABLE,
  /// It finished, but the agent could not be fetched home when there was more to do.
  STRANDED;

  /// {@return whether another visit has to do the work again, so that nothing of this one counts
  /// once that is complete}
  public boolean isVoid() {
    return switch (this) {
      case OPEN, FINISHED, STOPPED, RECALLED -> false;
      case DENIED, KILLED, FAILED, LOST, REFUSED, WITHDRAWN, UNREACHABLE, STRANDED -> true;
    };
  }
}

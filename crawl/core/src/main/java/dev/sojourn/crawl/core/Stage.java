package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// The stage of a territory's agent. All stages but [Waiting] concern the territory's last visit.
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "stage")
@JsonSubTypes({
  @JsonSubTypes.Type(Stage.Waiting.class),
  @JsonSubTypes.Type(Stage.Sending.class),
  @JsonSubTypes.Type(Stage.Visiting.class),
  @JsonSubTypes.Type(Stage.Holding.class),
  @JsonSubTypes.Type(Stage.FetchingHome.class),
  @JsonSubTypes.Type(Stage.Settled.class),
  @JsonSubTypes.Type(Stage.Staying.class)
})
public sealed interface Stage {

  /// There is no start URL yet.
  record Waiting() implements Stage {}

  /// The agent is being sent to a host.
  ///
  /// @param attempt from 1
  /// @param isPausing whether that attempt failed and the next has to wait
  record Sending(int attempt, boolean isPausing) implements Stage {}

  /// The agent is visiting.
  record Visiting() implements Stage {}

  /// The agent finished at a host, and more start URLs arrived. It is held there for a limited time
  /// while other agents of the site may refer to its territory. So one round trip serves all their
  /// URLs.
  record Holding() implements Stage {}

  /// The agent finished at a host, more start URLs arrived, and the agent is being fetched home.
  ///
  /// @param attempt from 1
  /// @param isPausing whether that attempt failed and the next has to wait
  record FetchingHome(int attempt, boolean isPausing) implements Stage {}

  /// No work is left unless more start URLs arrive.
  ///
  /// @param result the result of the territory
  /// @param reason why the result is not complete; empty if it is
  record Settled(Result result, String reason) implements Stage {}

  /// All pages were visited. The agent stays at its host, and its findings are collected as pages
  /// change.
  record Staying() implements Stage {}

  /// The result of a territory.
  enum Result {
    /// All reachable pages were visited.
    COMPLETE,
    /// A limit was reached, or a host ended the visit; later start URLs are not visited.
    PART,
    /// The visit at home failed.
    FAILED
  }
}

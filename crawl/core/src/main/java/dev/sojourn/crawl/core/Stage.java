package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// The stage of a territory's agent. All but [Waiting] are about the territory's last visit.
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

  /// It is being sent to a host.
  ///
  /// @param attempt from 1
  /// @param isPausing whether that attempt failed and the next has to wait
  record Sending(int attempt, boolean isPausing) implements Stage {}

  /// It is visiting.
  record Visiting() implements Stage {}

  /// It finished at a host, and more start URLs turned up. It stays there while other agents of the
  /// site may refer to its territory, so that one way home and back serves them all; but not for
  /// ever.
  record Holding() implements Stage {}

  /// It finished at a host, more start URLs turned up, and it is being fetched from there.
  ///
  /// @param attempt from 1
  /// @param isPausing whether that attempt failed and the next has to wait
  record FetchingHome(int attempt, boolean isPausing) implements Stage {}

  /// There is nothing to do, unless more start URLs turn up.
  ///
  /// @param result its result
  /// @param reason why it is not complete; empty if it is
  record Settled(Result result, String reason) implements Stage {}

  /// All was visited. The agent stays at its host, and its findings are gathered as pages change.
  record Staying() implements Stage {}

  /// The result of a territory.
  enum Result {
    /// All was visited that could be reached.
    COMPLETE,
    /// A limit was reached, or a host ended the visit; later start URLs are not visited.
    PART,
    /// The visit at home failed.
    FAILED
  }
}

package dev.sojourn.crawl.visits;

import java.time.Instant;

/// The news of an agent that stays at a host.
///
/// @param time of the news, by the machine's clock
/// @param kind of the news
/// @param agentId of the visit
/// @param host of the agent
/// @param read pages read since the previous news
/// @param gone pages that turned out not to exist since then
/// @param reason one sentence if the host is silent or the stay is over; otherwise empty
public record StayNews(
    Instant time, Kind kind, String agentId, String host, long read, long gone, String reason) {

  /// A kind of news.
  public enum Kind {
    /// The agent has seen all pages and stays.
    STAYING,
    /// Pages changed.
    CHANGED,
    /// The host does not answer.
    SILENT,
    /// The stay ended early.
    STAY_OVER
  }
}

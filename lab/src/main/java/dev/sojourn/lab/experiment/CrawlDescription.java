package dev.sojourn.lab.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The crawl of an experiment.
///
/// @param kind with agents at hosts, from home, or with a crawler of others
/// @param peer the crawler of others; empty for the other kinds
/// @param agent name of the agent, and after it its parameters
/// @param pause between two pages that are fetched over HTTP; empty for what fits the site
/// @param connections how many connections to the web server may be used at once
/// @param isIndexed whether the crawl makes an index; true of a crawler of others
/// @param rounds crawls that are made one after the other, with the same servers
public record CrawlDescription(
    Kind kind,
    Optional<PeerCrawler> peer,
    String agent,
    Optional<Duration> pause,
    int connections,
    boolean isIndexed,
    int rounds) {

  /// {@return the words of an agent: its name, and each of its parameters}
  ///
  /// @param agent as of [#agent]
  public static List<String> words(String agent) {
    return List.of(agent.split(" +"));
  }

  /// The way in which a crawl reads pages.
  public enum Kind {
    /// Agents read them at the hosts that robots.txt names.
    MOBILE,
    /// The dispatcher fetches them over HTTP; robots.txt names no host.
    CLASSIC,
    /// A crawler of others fetches them over HTTP.
    PEER
  }
}

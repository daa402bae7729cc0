package dev.sojourn.lab.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The crawl of an experiment.
///
/// @param kind with agents at hosts, from home, or with another crawler
/// @param peer the other crawler; empty for the other kinds
/// @param agent the words of the agent: its name, and each of its parameters as `key=value`
/// @param pause between two pages that are fetched over HTTP; empty for the pause that fits the
///   site
/// @param connections how many connections to the web server may be used at once
/// @param isIndexed whether the crawl makes an index; true for another crawler
/// @param rounds crawls that are made one after the other, with the same servers
/// @param again how the later ones are made
/// @param every the time of the site that passes between two of them
public record CrawlDescription(
    Kind kind,
    Optional<PeerCrawler> peer,
    List<String> agent,
    Optional<Duration> pause,
    int connections,
    boolean isIndexed,
    int rounds,
    Again again,
    Duration every) {

  /// Copies the list.
  public CrawlDescription {
    agent = List.copyOf(agent);
  }

  /// {@return the words of an agent}
  ///
  /// @param agent its name, and after blanks its parameters
  static List<String> words(String agent) {
    return List.of(agent.strip().split(" +"));
  }

  /// The way in which a crawl is made when an earlier one has read the site.
  public enum Again {
    /// As if there had been no earlier crawl.
    ANEW,
    /// It asks for what changed, once for each round.
    RECRAWL,
    /// Its agents stay at their hosts, and report what changes.
    FOLLOW
  }

  /// The way in which a crawl reads pages.
  public enum Kind {
    /// Agents read them at the hosts that robots.txt names.
    MOBILE,
    /// The dispatcher fetches them over HTTP; robots.txt names no host.
    CLASSIC,
    /// Another crawler fetches them over HTTP.
    PEER
  }
}

package dev.sojourn.lab.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The crawl of an experiment.
///
/// @param kind agents at hosts, requests from home, or another crawler
/// @param peer the other crawler; empty for the other kinds
/// @param agent the agent's name, then each of its parameters as `key=value`
/// @param pause between two pages that are fetched over HTTP; empty for the pause that suits the
///   site
/// @param connections limit of connections to the web server at once
/// @param isIndexed whether the crawl makes an index; true for another crawler
/// @param rounds number of crawls, one after the other, with the same servers
/// @param again the way in which the later crawls are made
/// @param hasNewSigners whether each crawl has its own signer
/// @param every the time of the site that passes between two crawls
public record CrawlDescription(
    Kind kind,
    Optional<PeerCrawler> peer,
    List<String> agent,
    Optional<Duration> pause,
    int connections,
    boolean isIndexed,
    int rounds,
    Again again,
    boolean hasNewSigners,
    Duration every) {

  /// Copies the list.
  public CrawlDescription {
    agent = List.copyOf(agent);
  }

  /// {@return an agent's name and parameters}
  ///
  /// @param agent the name, then the parameters, separated by spaces
  static List<String> words(String agent) {
    return List.of(agent.strip().split(" +"));
  }

  /// The way in which a crawl is made after an earlier one has read the site.
  public enum Again {
    /// The crawl ignores earlier crawls.
    ANEW,
    /// The crawl asks for changes, once for each round.
    RECRAWL,
    /// The crawl's agents stay at their hosts, and report changes.
    FOLLOW
  }

  /// The way in which a crawl reads pages.
  public enum Kind {
    /// Agents read pages at the hosts that robots.txt names.
    MOBILE,
    /// The dispatcher fetches pages over HTTP; robots.txt names no host.
    CLASSIC,
    /// Another crawler fetches pages over HTTP.
    PEER
  }
}

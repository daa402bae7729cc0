package dev.sojourn.lab.experiment;

import java.time.Duration;
import java.util.Optional;

/// The crawl of an experiment.
///
/// @param kind with agents at hosts, or from home
/// @param agent name of the agent
/// @param pause between two pages that are fetched over HTTP; empty for what fits the site
public record CrawlDescription(Kind kind, String agent, Optional<Duration> pause) {

  /// The way in which a crawl reads pages.
  public enum Kind {
    /// Agents read them at the hosts that robots.txt names.
    MOBILE,
    /// The dispatcher fetches them over HTTP; robots.txt names no host.
    CLASSIC
  }
}

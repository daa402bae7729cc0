package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.crawl.visits.home.HomePlaces;
import dev.sojourn.fetch.site.FetchLimits;
import dev.sojourn.fetch.site.Politeness;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.Optional;

/// The settings of a crawl.
///
/// @param retries how long and how often a host or a site is tried
/// @param hosts the connections to hosts
/// @param sites how sites are read
/// @param budget the limits for all visits of one territory together
/// @param sandbox the sandbox for agents at home
/// @param isIndexed whether the findings are added to the search index
public record CrawlSettings(
    Retries retries,
    Hosts hosts,
    Sites sites,
    Budget budget,
    SandboxSettings sandbox,
    boolean isIndexed) {

  /// The limit of simultaneous exchanges with one site.
  public static final int MOST_CONNECTIONS = 64;

  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /// Patience with hosts and sites that do not answer.
  ///
  /// @param patience the time without an answer after which a host's territory is visited from home
  /// @param attempts the number of attempts before that, at least 1
  /// @param delay the pause after the first failed attempt; it doubles after each further attempt
  public record Retries(Duration patience, int attempts, Duration delay) {

    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if a duration is not positive
    public Retries {
      if (!patience.isPositive() || !delay.isPositive()) {
        throw new IllegalArgumentException(
            "patience: " + patience + ", " + delay + " (expected: positive)");
      }
    }
  }

  /// Connections to hosts.
  ///
  /// @param client the settings of connections to hosts, with the trusted authorities
  /// @param maxWait how long an agent may wait at a host for its turn; empty for the time of its
  ///   visit, at most an hour
  /// @param isPlainAllowed whether agents may be sent over `atp:` without TLS beyond this machine
  /// @param partition the wish for several visits of a territory at once; empty for no wish in a
  ///   first crawl, later for the stored one
  public record Hosts(
      ClientSettings client,
      Optional<Duration> maxWait,
      boolean isPlainAllowed,
      Optional<PartitionWish> partition) {

    /// Checks the range.
    ///
    /// @throws IllegalArgumentException if the duration is not positive
    public Hosts {
      if (maxWait.isPresent() && !maxWait.get().isPositive()) {
        throw new IllegalArgumentException("maxWait: " + maxWait.get() + " (expected: positive)");
      }
    }

    /// {@return how long an agent may wait at a host for its turn}
    ///
    /// @param visit how long its visit may take
    public Duration maxWait(Duration visit) {
      return maxWait.orElse(visit.compareTo(LONGEST_WAIT) < 0 ? visit : LONGEST_WAIT);
    }
  }

  /// Requests to sites.
  ///
  /// @param limits the time limits for sites, and the size limit of an answer
  /// @param politeness the politeness towards every site; empty for the default by the site's
  ///   address
  /// @param connections the limit of simultaneous exchanges with one site, 1 to 64; empty for 1
  /// @param isHttp1Only whether only HTTP/1.1 is used, even if a site offers HTTP/2
  /// @param authorities the trusted authorities for sites; empty for those of the JDK, or in a
  ///   resumed crawl for the stored ones
  /// @param readsSitemaps whether pages that only a sitemap names are visited too
  public record Sites(
      FetchLimits limits,
      Optional<Politeness> politeness,
      Optional<Integer> connections,
      boolean isHttp1Only,
      Optional<TlsAuthorities> authorities,
      boolean readsSitemaps) {

    /// Checks the range.
    ///
    /// @throws IllegalArgumentException if there are too few or too many connections
    public Sites {
      if (connections.isPresent()
          && (connections.get() < 1 || connections.get() > MOST_CONNECTIONS)) {
        throw new IllegalArgumentException(
            "connections: %d (expected: 1 to %d)".formatted(connections.get(), MOST_CONNECTIONS));
      }
    }

    /// {@return the politeness towards a site}
    ///
    /// A pause between two pages allows only one exchange at a time.
    ///
    /// @param origin scheme, host and non-default port
    public Politeness towards(String origin) {
      var pace = politeness.orElseGet(() -> Politeness.towards(origin));
      return pace.withConnections(atOnce());
    }

    /// {@return the limit of simultaneous exchanges with a site that asks for no pause}
    public int atOnce() {
      boolean isPaused = politeness.isPresent() && politeness.get().delay().isPositive();
      return isPaused ? 1 : connections.orElse(1);
    }
  }

  /// The limits of the cost of one territory.
  ///
  /// @param allowance the limits for all visits of one territory together; the time limit is for
  ///   each visit
  /// @param maxVisits the limit of visits of one territory, at least 2
  public record Budget(Allowance allowance, int maxVisits) {}

  /// {@return 30 s of patience, two attempts a second apart, 100,000 pages and findings, 4 GiB and
  /// 100 visits a territory, a day a visit}
  public static CrawlSettings defaults() {
    return new CrawlSettings(
        new Retries(Duration.ofSeconds(30), 2, Duration.ofSeconds(1)),
        new Hosts(ClientSettings.DEFAULT, Optional.empty(), false, Optional.empty()),
        new Sites(
            FetchLimits.DEFAULT, Optional.empty(), Optional.empty(), false, Optional.empty(), true),
        new Budget(new Allowance(100_000, 4L << 30, 100_000, 86_400), 100),
        workersAtHome(),
        true);
  }

  /// How long an agent at home may take to stop. A killed worker ends all visits in it, and a small
  /// machine with many sites may be slow. An interrupted crawl does not wait for this time: it
  /// closes its sandbox.
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  /// A worker that does not admit an agent in time is lost. At home the agent is the owner's own,
  /// and many sites may keep a small machine busy, so the time is longer.
  private static SandboxSettings workersAtHome() {
    var usual = SandboxSettings.defaults();
    var deadlines = usual.deadlines();
    return usual
        .withPool(usual.pool().withBounds(usual.pool().workers(), HomePlaces.most()))
        .withDeadlines(deadlines.start(), Duration.ofMinutes(1), STOP_GRACE)
        .withConfinement(Confinement.OFFERED)
        .withUserStartCache();
  }

  /// {@return the same settings with other requests to sites}
  ///
  /// @param other how sites are read
  CrawlSettings with(Sites other) {
    return new CrawlSettings(retries, hosts, other, budget, sandbox, isIndexed);
  }
}

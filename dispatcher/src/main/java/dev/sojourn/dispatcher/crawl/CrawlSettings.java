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
/// @param hosts how hosts are spoken to
/// @param sites how sites are read
/// @param budget the limits of the visits of one territory together
/// @param sandbox in which agents run at home
/// @param isIndexed whether the findings are added to the search index
public record CrawlSettings(
    Retries retries,
    Hosts hosts,
    Sites sites,
    Budget budget,
    SandboxSettings sandbox,
    boolean isIndexed) {

  /// The most exchanges that may be under way at one site at once.
  public static final int MOST_CONNECTIONS = 64;

  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /// Patience with hosts and sites that do not answer.
  ///
  /// @param patience how long a host may not be heard of before its territory is visited from home
  /// @param attempts how often a host is tried before that, at least 1
  /// @param delay wait after the first failed attempt; twice as long after each further one
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
  /// @param client the connections to hosts, with the authorities whose certificates count
  /// @param maxWait how long an agent may wait at a host for its turn; empty for as long as its
  ///   visit may take, an hour at most
  /// @param isPlainAllowed whether agents may be sent over `atp:` without TLS beyond this machine
  /// @param partition the wish that several visits read a territory at once; empty for none in a
  ///   first crawl, and later for the one that is kept with it
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
  /// @param limits how long sites are waited for, and how much of an answer is read
  /// @param politeness towards every site; empty for the default by the site's address
  /// @param connections exchanges that may be under way at one site at once, 1 to 64; empty for one
  /// @param isHttp1Only whether HTTP/2 is not spoken even if a site offers it
  /// @param authorities the authorities whose certificates of sites count; empty for those that the
  ///   JDK knows, and in a crawl that goes on for those that are kept with it
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
    /// A pause between two pages cannot be kept with several of them under way.
    ///
    /// @param origin scheme, host and non-default port
    public Politeness towards(String origin) {
      var pace = politeness.orElseGet(() -> Politeness.towards(origin));
      return pace.withConnections(atOnce());
    }

    /// {@return how many exchanges may be under way at a site that asks for no pause}
    public int atOnce() {
      boolean isPaused = politeness.isPresent() && politeness.get().delay().isPositive();
      return isPaused ? 1 : connections.orElse(1);
    }
  }

  /// The most that one territory costs.
  ///
  /// @param allowance the limits of the visits of one territory together, the time for each of them
  /// @param maxVisits visits of one territory at most, at least 2
  public record Budget(Allowance allowance, int maxVisits) {}

  /// {@return 30 s of patience, two attempts a second apart, 100,000 pages and findings, 4 GiB and
  /// a day a territory, 100 visits}
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

  /// How long an agent at home may take to stop. A worker that is killed costs all visits in it,
  /// and a small machine that reads many sites at once may take its time. An interrupted crawl
  /// waits no longer for that: it closes its sandbox.
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  /// An agent that a worker does not admit in time costs that worker. Here it is the owner's own,
  /// and many sites may keep a small machine busy.
  private static SandboxSettings workersAtHome() {
    var usual = SandboxSettings.defaults();
    var deadlines = usual.deadlines();
    return usual
        .withPool(usual.pool().withBounds(usual.pool().workers(), HomePlaces.most()))
        .withDeadlines(deadlines.start(), Duration.ofMinutes(1), STOP_GRACE)
        .withConfinement(Confinement.OFFERED)
        .withUserStartCache();
  }

  /// {@return the same with other requests to sites}
  ///
  /// @param other how sites are read
  CrawlSettings with(Sites other) {
    return new CrawlSettings(retries, hosts, other, budget, sandbox, isIndexed);
  }
}

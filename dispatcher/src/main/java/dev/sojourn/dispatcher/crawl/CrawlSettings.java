package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.dispatcher.core.Allowance;
import dev.sojourn.dispatcher.http.FetchLimits;
import dev.sojourn.dispatcher.http.Politeness;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.Optional;

/// The settings of a crawl.
///
/// @param patience how long a host may not be heard of before its territory is visited from home
/// @param maxWait how long an agent may wait at a host for its turn; empty for as long as its visit
///   may take, an hour at most
/// @param attempts how often a host is tried before that, at least 1
/// @param retryDelay wait after the first failed attempt; twice as long after each further one
/// @param allowance what the visits of one territory may spend together, the time for each of them
/// @param maxVisits visits of one territory at most, at least 2
/// @param isPlainAllowed whether agents may be sent over `atp:` without TLS beyond this machine
/// @param hosts how hosts are spoken to, with whose certificates count
/// @param sites how long sites are waited for, and how much of an answer is read
/// @param politeness towards every site; empty for what fits the site's address
/// @param sandbox in which agents run at home
public record CrawlSettings(
    Duration patience,
    Optional<Duration> maxWait,
    int attempts,
    Duration retryDelay,
    Allowance allowance,
    int maxVisits,
    boolean isPlainAllowed,
    ClientSettings hosts,
    FetchLimits sites,
    Optional<Politeness> politeness,
    SandboxSettings sandbox) {

  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a duration is not positive
  public CrawlSettings {
    if (!patience.isPositive() || !retryDelay.isPositive()) {
      throw new IllegalArgumentException(
          "patience: " + patience + ", " + retryDelay + " (expected: positive)");
    }
    if (maxWait.isPresent() && !maxWait.get().isPositive()) {
      throw new IllegalArgumentException("maxWait: " + maxWait.get() + " (expected: positive)");
    }
  }

  /// {@return 30 s of patience, two attempts a second apart, 100,000 pages and findings, 4 GiB and
  /// a day a territory, 100 visits}
  public static CrawlSettings defaults() {
    return new CrawlSettings(
        Duration.ofSeconds(30),
        Optional.empty(),
        2,
        Duration.ofSeconds(1),
        new Allowance(100_000, 4L << 30, 100_000, 86_400),
        100,
        false,
        ClientSettings.DEFAULT,
        FetchLimits.DEFAULT,
        Optional.empty(),
        SandboxSettings.defaults().withConfinement(Confinement.OFFERED));
  }

  /// {@return the same with another patience}
  ///
  /// @param other how long a host may not be heard of
  public CrawlSettings withPatience(Duration other) {
    return new CrawlSettings(
        other,
        maxWait,
        attempts,
        retryDelay,
        allowance,
        maxVisits,
        isPlainAllowed,
        hosts,
        sites,
        politeness,
        sandbox);
  }

  /// {@return the same with a bound on the time that an agent waits for its turn}
  ///
  /// @param other how long it may wait
  public CrawlSettings withMaxWait(Duration other) {
    return new CrawlSettings(
        patience,
        Optional.of(other),
        attempts,
        retryDelay,
        allowance,
        maxVisits,
        isPlainAllowed,
        hosts,
        sites,
        politeness,
        sandbox);
  }

  /// {@return how long an agent may wait at a host for its turn}
  ///
  /// @param visit how long its visit may take
  public Duration maxWait(Duration visit) {
    return maxWait.orElse(visit.compareTo(LONGEST_WAIT) < 0 ? visit : LONGEST_WAIT);
  }

  /// {@return the same with other attempts at a host}
  ///
  /// @param other how often it is tried, at least 1
  public CrawlSettings withAttempts(int other) {
    return new CrawlSettings(
        patience,
        maxWait,
        other,
        retryDelay,
        allowance,
        maxVisits,
        isPlainAllowed,
        hosts,
        sites,
        politeness,
        sandbox);
  }

  /// {@return the same with another allowance}
  ///
  /// @param other what the visits of one territory may spend together
  public CrawlSettings withAllowance(Allowance other) {
    return new CrawlSettings(
        patience,
        maxWait,
        attempts,
        retryDelay,
        other,
        maxVisits,
        isPlainAllowed,
        hosts,
        sites,
        politeness,
        sandbox);
  }

  /// {@return the same, with or without plain connections beyond this machine}
  ///
  /// @param allowed whether agents may be sent without TLS beyond this machine
  public CrawlSettings withPlain(boolean allowed) {
    return new CrawlSettings(
        patience,
        maxWait,
        attempts,
        retryDelay,
        allowance,
        maxVisits,
        allowed,
        hosts,
        sites,
        politeness,
        sandbox);
  }

  /// {@return the same with other limits on answers}
  ///
  /// @param ofHosts how hosts are spoken to
  /// @param ofSites how sites are
  public CrawlSettings withAnswers(ClientSettings ofHosts, FetchLimits ofSites) {
    return new CrawlSettings(
        patience,
        maxWait,
        attempts,
        retryDelay,
        allowance,
        maxVisits,
        isPlainAllowed,
        ofHosts,
        ofSites,
        politeness,
        sandbox);
  }

  /// {@return the same, believing other certificates}
  ///
  /// @param others whose certificates of `atps:` hosts count
  public CrawlSettings withAuthorities(TlsAuthorities others) {
    return withAnswers(hosts.withAuthorities(others), sites);
  }

  /// {@return the same with one politeness towards every site}
  ///
  /// @param other how considerate
  public CrawlSettings withPoliteness(Politeness other) {
    return new CrawlSettings(
        patience,
        maxWait,
        attempts,
        retryDelay,
        allowance,
        maxVisits,
        isPlainAllowed,
        hosts,
        sites,
        Optional.of(other),
        sandbox);
  }
}

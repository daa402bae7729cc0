package dev.sojourn.host.quota;

import java.time.Duration;

/// The limits of agents that stay at this host. Agents stay only if their passports ask for it.
///
/// @param parked `limits.parked`: agents parked at the same time; 0 to 1,000,000. Default 1,000
/// @param parkedPerSigner `limits.parked-per-signer`: agents of one signer parked at the same time;
///   0 to 1,000,000. Default 500
/// @param stay `limits.stay`: the longest time from an agent's arrival to its end, parked and awake
///   together; 1 s to 366 d. Default 7 d
/// @param wakesADay `limits.wakes-a-day`: how often one agent wakes on a day of UTC; 1 to
///   1,000,000. Default 1,000
/// @param wakeTime `limits.wake-time`: wall-clock time of a visit after each waking; 1 s to 30 d.
///   Default 10 min
/// @param sweepEvery `limits.sweep-every`: the interval at which a site's folder is searched for
///   changes that the file system did not report; 1 s to 1 d. Default 5 min
/// @param sitemapEvery `limits.sitemap-every`: the interval at which a web server is asked for
///   sitemaps while agents wait for changes; 1 s to 1 d. Default 10 min
/// @param recheckEvery `limits.recheck-every`: the interval at which agents at a web server wake to
///   check all pages that they know; 1 s to 30 d. Default 1 d
public record StayLimits(
    int parked,
    int parkedPerSigner,
    Duration stay,
    int wakesADay,
    Duration wakeTime,
    Duration sweepEvery,
    Duration sitemapEvery,
    Duration recheckEvery) {
  /// The usual limits.
  public static final StayLimits DEFAULT =
      new StayLimits(
          1_000,
          500,
          Duration.ofDays(7),
          1_000,
          Duration.ofMinutes(10),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofDays(1));
}

package dev.sojourn.host.quota;

import java.time.Duration;

/// The limits of agents that stay at this host. No agent stays whose passport does not ask for it.
///
/// @param parked `limits.parked`: agents that are parked at once; 0 to 1,000,000. Default 1,000
/// @param parkedPerSigner `limits.parked-per-signer`: agents of one signer that are parked at once;
///   0 to 1,000,000. Default 500
/// @param stay `limits.stay`: from an agent's arrival to its end, parked and awake together; 1 s to
///   366 d. Default 7 d
/// @param wakesADay `limits.wakes-a-day`: how often one agent wakes on a day of UTC; 1 to
///   1,000,000. Default 1,000
/// @param wakeTime `limits.wake-time`: wall-clock time of a visit from one waking on; 1 s to 30 d.
///   Default 10 min
/// @param sweepEvery `limits.sweep-every`: how often the folder of such a site is searched for
///   changes that its file system did not report; 1 s to 1 d. Default 5 min
/// @param sitemapEvery `limits.sitemap-every`: how often a web server is asked for sitemaps while
///   agents wait there for a change; 1 s to 1 d. Default 10 min
/// @param recheckEvery `limits.recheck-every`: how often agents there wake to look at all pages
///   that they know; 1 s to 30 d. Default 1 d
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

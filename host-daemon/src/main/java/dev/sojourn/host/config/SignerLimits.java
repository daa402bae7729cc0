package dev.sojourn.host.config;

import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;
import java.util.Optional;

/// The limits of all visits of one signer together. A day is a day of UTC.
///
/// @param visitsAtOnce `trust.visits-at-once`: visits that run at once; further visits wait; 1 to
///   1,000. Default `limits.visits-at-once`
/// @param visitsADay `trust.visits-a-day`: agents accepted; 1 to 1,000,000,000. Default no limit
/// @param pagesADay `trust.pages-a-day`: pages read; 1 to 1,000,000,000,000. Default no limit
/// @param bytesADay `trust.bytes-a-day`: bytes of page bodies; 1 KiB to 1,024 TiB. Default no limit
/// @param cpuADay `trust.cpu-a-day`: processor time of visits; 1 s to 366 d. Default no limit
/// @param storedBytes `trust.stored-bytes`: the bytes of agents on disk, including states, code and
///   parcels; 1 MiB to 1,024 TiB. Default half of `limits.stored-bytes`
public record SignerLimits(
    int visitsAtOnce,
    long visitsADay,
    long pagesADay,
    long bytesADay,
    Duration cpuADay,
    long storedBytes) {
  private static final long HALF = Long.MAX_VALUE;

  /// Sets no limits beyond those of all visits.
  public static final SignerLimits NONE =
      new SignerLimits(
          Integer.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Duration.ofMillis(Long.MAX_VALUE),
          HALF);

  /// {@return the key of a daily limit that is used up; empty if no limit is}
  ///
  /// @param today the usage of today
  public Optional<String> spentBy(SignerUsage today) {
    if (today.visits() >= visitsADay) {
      return Optional.of("visits-a-day");
    } else if (today.pages() >= pagesADay) {
      return Optional.of("pages-a-day");
    } else if (today.pageBytes() >= bytesADay) {
      return Optional.of("bytes-a-day");
    } else if (today.cpu().compareTo(cpuADay) >= 0) {
      return Optional.of("cpu-a-day");
    }
    return Optional.empty();
  }

  /// {@return the daily limits of all visits of the signer}
  public SignerUsage day() {
    return new SignerUsage(visitsADay, pagesADay, bytesADay, cpuADay);
  }

  /// {@return the limits of a visit, reduced to the rest of the daily limits}
  ///
  /// @param visit the limits of the visit
  /// @param before the usage of the visit so far
  /// @param today the usage of today by all visits of its signer
  public VisitLimits within(VisitLimits visit, VisitTally before, SignerUsage today) {
    var left = cpuADay.minus(today.cpu());
    var least = Duration.ofMillis(1);
    var cpu = before.spending().cpu().plus(left.compareTo(least) < 0 ? least : left);
    return new VisitLimits(
        visit.wallClock(),
        cpu.compareTo(visit.cpu()) < 0 ? cpu : visit.cpu(),
        visit.allocatedBytes(),
        Math.min(visit.pages(), beyond(before.pages(), pagesADay - today.pages())),
        Math.min(visit.pageBytes(), beyond(before.pageBytes(), bytesADay - today.pageBytes())),
        visit.findings(),
        visit.findingBytes(),
        visit.outputBytes(),
        visit.referrals(),
        visit.stateBytes(),
        visit.logLines(),
        visit.messages(),
        visit.checkpointEvery());
  }

  /// {@return the disk space for the agents of the signer, and for the agents of all signers}
  ///
  /// @param allBytes the bytes that the agents of all signers may take
  public StorageLimits storage(long allBytes) {
    return new StorageLimits(
        storedBytes == HALF ? allBytes / 2 : Math.min(storedBytes, allBytes), allBytes);
  }

  /// Returns the total that a visit may reach. Without a daily limit the total is too large to
  /// matter.
  private static long beyond(long before, long left) {
    long more = Math.max(1, left);
    return more > Long.MAX_VALUE - before ? Long.MAX_VALUE : before + more;
  }
}

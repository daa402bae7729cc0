package dev.sojourn.sandbox;

import dev.sojourn.sandbox.pipe.Limits;
import java.time.Duration;

/// What one visit may spend. Each limit that runs out ends the visit as [VisitEnd.Stopped] with the
/// name of the component as the name of the limit.
///
/// @param wallClock time from the start of the visit in its worker to its end
/// @param cpu processor time of the visit's thread
/// @param allocatedBytes bytes of heap that the visit's thread may allocate over its life, live or
///   not
/// @param pages pages fetched, found or not
/// @param pageBytes bytes of page bodies read
/// @param findings findings reported
/// @param findingBytes size of one finding as JSON in UTF-8; a larger one is refused to the agent,
///   the visit goes on
/// @param outputBytes findings, referrals and log lines together
/// @param referrals referrals made
/// @param stateBytes size of the agent's encoded state
/// @param logLines lines written; further ones are dropped, the visit goes on
/// @param checkpointEvery how often a checkpoint is really saved; an agent that saves more often
///   than that over its whole time, as one can whose budget is spent, is stopped with `checkpoints`
public record VisitLimits(
    Duration wallClock,
    Duration cpu,
    long allocatedBytes,
    long pages,
    long pageBytes,
    long findings,
    int findingBytes,
    long outputBytes,
    long referrals,
    int stateBytes,
    int logLines,
    Duration checkpointEvery) {

  /// The largest value of `findingBytes`: 1 MiB.
  public static final int MAX_FINDING_BYTES = Limits.MAX_FINDING_BYTES;

  /// The largest value of `stateBytes`: 16 MiB.
  public static final int MAX_STATE_BYTES = Limits.MAX_STATE_BYTES;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a limit is not positive, or `findingBytes` or `stateBytes`
  ///   is larger than the pipe carries
  public VisitLimits {
    requirePositive("wallClock", wallClock.toNanos());
    requirePositive("cpu", cpu.toNanos());
    requirePositive("allocatedBytes", allocatedBytes);
    requirePositive("pages", pages);
    requirePositive("pageBytes", pageBytes);
    requirePositive("findings", findings);
    requireAtMost("findingBytes", findingBytes, MAX_FINDING_BYTES);
    requirePositive("outputBytes", outputBytes);
    requirePositive("referrals", referrals);
    requireAtMost("stateBytes", stateBytes, MAX_STATE_BYTES);
    requirePositive("logLines", logLines);
    if (checkpointEvery.isNegative()) {
      throw new IllegalArgumentException(
          "checkpointEvery: " + checkpointEvery + " (expected: zero or more)");
    }
  }

  /// {@return generous limits for one site: an hour of time, ten minutes of processor time, 256 GiB
  /// allocated, 100,000 pages with 4 GiB, as many findings with 1 GiB, 100,000 referrals, 8 MiB of
  /// state, 1,000 log lines, a checkpoint each second}
  public static VisitLimits defaults() {
    return new VisitLimits(
        Duration.ofHours(1),
        Duration.ofMinutes(10),
        256L << 30,
        100_000,
        4L << 30,
        100_000,
        256 << 10,
        1L << 30,
        100_000,
        8 << 20,
        1_000,
        Duration.ofSeconds(1));
  }

  /// The same, as the pipe carries it.
  Limits forPipe() {
    return new Limits(
        wallClock,
        cpu,
        allocatedBytes,
        pages,
        pageBytes,
        findings,
        findingBytes,
        outputBytes,
        referrals,
        stateBytes,
        logLines,
        checkpointEvery);
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than 0)");
    }
  }

  private static void requireAtMost(String name, int value, int most) {
    if (value <= 0 || value > most) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: 1 to " + most + ")");
    }
  }
}

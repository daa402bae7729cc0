package dev.sojourn.sandbox.pipe;

import java.time.Duration;

/// What a visit may spend, as the pipe carries it.
///
/// @param wallClock time from the visit's start to its end
/// @param cpu processor time of its thread
/// @param allocatedBytes heap allocated over its life
/// @param pages pages fetched
/// @param pageBytes bytes of bodies read
/// @param findings findings reported
/// @param findingBytes size of one finding
/// @param outputBytes findings, referrals and log lines together
/// @param referrals referrals made
/// @param stateBytes size of the state
/// @param logLines lines written
/// @param checkpointEvery how often a checkpoint is really saved
public record Limits(
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

  /// The largest finding that the pipe carries.
  public static final int MAX_FINDING_BYTES = 1 << 20;

  /// The largest state that the pipe carries.
  public static final int MAX_STATE_BYTES = 16 << 20;

  private static final int SPARE = 1_000;
  private static final int MILLIS_BETWEEN_REPORTS = 100;

  /// {@return how often the visit may save its state: each time that a checkpoint is due, and some
  /// more for what is saved when a budget is spent}
  public long checkpoints() {
    return wallClock.toMillis() / Math.max(1, checkpointEvery.toMillis()) + SPARE;
  }

  /// {@return how many messages a worker may send about the visit that no other limit counts}
  public long messages() {
    return wallClock.toMillis() / MILLIS_BETWEEN_REPORTS + SPARE;
  }
}

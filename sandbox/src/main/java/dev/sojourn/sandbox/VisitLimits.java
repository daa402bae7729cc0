package dev.sojourn.sandbox;

import java.time.Duration;

/// The limits of one visit. If a limit runs out, the visit ends as `Stopped` with the name of the
/// component. Two further limits cannot be chosen: [#checkpoints], which follows from the others,
/// and `unkeptBytes`, which is [#MAX_UNKEPT_BYTES].
///
/// @param wallClock time from the start of the visit in its worker to its end
/// @param cpu processor time of the visit's threads; including garbage collection and compilation
///   in its worker, three times that plus 5 s
/// @param allocatedBytes bytes of heap that the visit's threads may allocate in total, including
///   freed memory
/// @param pages pages fetched, found or not
/// @param pageBytes bytes of page bodies read
/// @param findings findings reported
/// @param findingBytes size of one finding as JSON in UTF-8; a larger finding is refused, and the
///   visit continues
/// @param outputBytes bytes of findings, referrals, log lines, answers to messages and records of
///   pages together
/// @param referrals referrals made; half of them, rounded up, may lead to other sites. Further
///   referrals are counted and dropped, and the visit continues, since pages choose their number of
///   links
/// @param stateBytes size of the agent's encoded state
/// @param logLines lines written
/// @param messages answers to messages of the owner
/// @param checkpointEvery least time between two saved checkpoints; the worker saves less often if
///   saving takes long
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
    long messages,
    Duration checkpointEvery) {

  /// The largest value of `findingBytes`: 1 MiB.
  public static final int MAX_FINDING_BYTES = 1 << 20;

  /// The largest value of `stateBytes`: 16 MiB.
  public static final int MAX_STATE_BYTES = 16 << 20;

  /// Part of the reason of a stop by `allocatedBytes` if the heap had no room, although the visit's
  /// limit was not spent. All visits of a worker share the heap.
  public static final String WORKER_HEAP = "the worker's heap";

  /// The most output of a visit between two saved checkpoints: 12 MiB. Until the checkpoint, the
  /// output is in the host's memory; then it is in one parcel, which must fit into a body of 16
  /// MiB.
  public static final int MAX_UNKEPT_BYTES = 12 << 20;

  /// From this amount of output on, every checkpoint is saved: 8 MiB. An agent with frequent
  /// checkpoints therefore stays below the limit.
  public static final int PRESSING_UNKEPT_BYTES = 8 << 20;

  /// From this amount of output on, a checkpoint is saved before it is due, unless saves take too
  /// much of the time: 4 MiB.
  public static final int URGENT_UNKEPT_BYTES = 4 << 20;

  /// The most bytes of the URLs of all referrals of a visit: 32 MiB.
  public static final int MAX_REFERRAL_BYTES = 32 << 20;

  /// The size of a page record without its URLs.
  private static final int PAGE_RECORD_BYTES = 256;

  private static final int SPARE = 1_000;
  private static final int MILLIS_A_REPORT = 100;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a limit is not positive, a time is shorter than a
  ///   millisecond, or `findingBytes` or `stateBytes` is too large for the pipe
  public VisitLimits {
    requirePositive("wallClock", wallClock.toMillis());
    requirePositive("cpu", cpu.toMillis());
    requirePositive("allocatedBytes", allocatedBytes);
    requirePositive("pages", pages);
    requirePositive("pageBytes", pageBytes);
    requirePositive("findings", findings);
    requireAtMost("findingBytes", findingBytes, MAX_FINDING_BYTES);
    requirePositive("outputBytes", outputBytes);
    requirePositive("referrals", referrals);
    requireAtMost("stateBytes", stateBytes, MAX_STATE_BYTES);
    requirePositive("logLines", logLines);
    requirePositive("messages", messages);
    if (checkpointEvery.isNegative()) {
      throw new IllegalArgumentException(
          "checkpointEvery: " + checkpointEvery + " (expected: zero or more)");
    }
  }

  /// {@return generous limits for one site: an hour of time, ten minutes of processor time, 256 GiB
  /// allocated, 100,000 pages with 4 GiB, as many findings with 1 GiB, 100,000 referrals, 16 MiB of
  /// state, 1,000 log lines, 36,000 messages, a checkpoint each second}
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
        16 << 20,
        1_000,
        36_000,
        Duration.ofSeconds(1));
  }

  /// {@return these limits with another time}
  ///
  /// @param other wall-clock time from the start of the visit to its end
  public VisitLimits withWallClock(Duration other) {
    return withAllowance(other, pages, pageBytes, findings);
  }

  /// {@return these limits with the allowance of an owner}
  ///
  /// @param time wall-clock time from the start of the visit to its end
  /// @param mostPages the most pages to fetch
  /// @param mostBytes the most bytes of their bodies
  /// @param mostFindings the most findings to report
  public VisitLimits withAllowance(
      Duration time, long mostPages, long mostBytes, long mostFindings) {
    return new VisitLimits(
        time,
        cpu,
        allocatedBytes,
        mostPages,
        mostBytes,
        mostFindings,
        findingBytes,
        outputBytes,
        referrals,
        stateBytes,
        logLines,
        messages,
        checkpointEvery);
  }

  /// {@return these limits with another interval of checkpoints}
  ///
  /// @param other least time between two saved checkpoints; with zero, every checkpoint is saved
  public VisitLimits withCheckpointEvery(Duration other) {
    return new VisitLimits(
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
        messages,
        other);
  }

  /// {@return how often the visit may save its state: for due and urgent checkpoints, and some more
  /// after a budget is spent}
  public long checkpoints() {
    long due = wallClock.toMillis() / Math.max(1, checkpointEvery.toMillis());
    return due + outputBytes / URGENT_UNKEPT_BYTES + SPARE;
  }

  /// {@return the most messages about the visit that no other limit counts, far more than an honest
  /// worker sends}
  public long reports() {
    return wallClock.toMillis() / MILLIS_A_REPORT + SPARE;
  }

  /// {@return the size of a page's record, which counts as output}
  ///
  /// @param url the URL of the page
  /// @param foundOn the page that links to it; may be empty
  public static int pageRecordBytes(String url, String foundOn) {
    return PAGE_RECORD_BYTES + url.length() + foundOn.length();
  }

  /// {@return the most referrals to other sites; the rest remains for other parts of the same site}
  public long referralsElsewhere() {
    return (referrals + 1) / 2;
  }

  /// {@return whether a limit has its largest possible value}
  ///
  /// @param limit the name of a component
  public boolean isMost(String limit) {
    return limit.equals("stateBytes") && stateBytes == MAX_STATE_BYTES;
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

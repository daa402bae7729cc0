package dev.sojourn.sandbox;

import java.time.Duration;

/// The limits of one visit. Each limit that runs out ends the visit as `Stopped` with the name of
/// the component as the name of the limit. Two more are not chosen: [#checkpoints], which follows
/// from these, and `unkeptBytes`, which is [#MAX_UNKEPT_BYTES].
///
/// @param wallClock time from the start of the visit in its worker to its end
/// @param cpu processor time of the visit's thread; with the collection and compilation of its
///   worker, three times that and 5 s
/// @param allocatedBytes bytes of heap that the visit's thread may allocate over its life, live or
///   not
/// @param pages pages fetched, found or not
/// @param pageBytes bytes of page bodies read
/// @param findings findings reported
/// @param findingBytes size of one finding as JSON in UTF-8; a larger one is refused to the agent,
///   the visit goes on
/// @param outputBytes findings, referrals, log lines, answers to messages and records of pages
///   together
/// @param referrals referrals made, at most half of them, and at least one, to other sites. A page
///   chooses how many links it has, so referrals beyond are counted and dropped, and the visit goes
///   on
/// @param stateBytes size of the agent's encoded state
/// @param logLines lines written
/// @param messages messages of its owner that are answered
/// @param checkpointEvery how often a checkpoint is really saved at most; the worker saves a state
///   that takes long to save less often
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

  /// Stands in the reason of a stop by `allocatedBytes` if not the visit's limit was spent, but the
  /// heap had no room: all visits of a worker share it.
  public static final String WORKER_HEAP = "the worker's heap";

  /// The most output of a visit between two checkpoints that are saved, findings, referrals, log
  /// lines, answers to messages and records of pages together: 12 MiB. Until then it lies in the
  /// host's memory, and then in one parcel, which has to find room in a body of 16 MiB.
  public static final int MAX_UNKEPT_BYTES = 12 << 20;

  /// From this much output on, a checkpoint is saved in any case: 8 MiB. So an agent that makes
  /// checkpoints often enough stays below the limit.
  public static final int PRESSING_UNKEPT_BYTES = 8 << 20;

  /// From this much on a checkpoint is saved before it is due, unless a large state was saved just
  /// now: 4 MiB.
  public static final int URGENT_UNKEPT_BYTES = 4 << 20;

  /// The most bytes of the URLs of all referrals of a visit: 32 MiB.
  public static final int MAX_REFERRAL_BYTES = 32 << 20;

  /// The size of a page record besides its URLs.
  private static final int PAGE_RECORD_BYTES = 256;

  private static final int SPARE = 1_000;
  private static final int MILLIS_A_REPORT = 100;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a limit is not positive, a time is shorter than a
  ///   millisecond, or `findingBytes` or `stateBytes` is larger than the pipe carries
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

  /// {@return the same with another time}
  ///
  /// @param other wall-clock time from the start of the visit to its end
  public VisitLimits withWallClock(Duration other) {
    return withAllowance(other, pages, pageBytes, findings);
  }

  /// {@return the same with the allowance of an owner}
  ///
  /// @param time wall-clock time from the start of the visit to its end
  /// @param mostPages that are fetched
  /// @param mostBytes of their bodies
  /// @param mostFindings that are reported
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

  /// {@return the same with another pace of checkpoints}
  ///
  /// @param other how often a checkpoint is really saved at most; zero for each
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

  /// {@return how often the visit may save its state: each time that a checkpoint is due or urgent,
  /// and some more for the saves when a budget is spent}
  public long checkpoints() {
    long due = wallClock.toMillis() / Math.max(1, checkpointEvery.toMillis());
    return due + outputBytes / URGENT_UNKEPT_BYTES + SPARE;
  }

  /// {@return how many messages a worker may send about the visit that no other limit counts, far
  /// more than an honest one does}
  public long reports() {
    return wallClock.toMillis() / MILLIS_A_REPORT + SPARE;
  }

  /// {@return the size that the record of a page counts as output}
  ///
  /// @param url of the page
  /// @param foundOn the page that links to it; may be empty
  public static int pageRecordBytes(String url, String foundOn) {
    return PAGE_RECORD_BYTES + url.length() + foundOn.length();
  }

  /// {@return how many of the referrals may lead to other sites: a page with any number of links
  /// there leaves room for those to other parts of its own site}
  public long referralsElsewhere() {
    return (referrals + 1) / 2;
  }

  /// {@return whether a limit has its largest possible value, and not just a chosen one}
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

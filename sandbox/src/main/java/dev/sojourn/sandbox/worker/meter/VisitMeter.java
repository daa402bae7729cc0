package dev.sojourn.sandbox.worker.meter;

import dev.sojourn.agent.Budget;
import dev.sojourn.sandbox.VisitLimits;
import java.time.Duration;
import java.util.function.BiConsumer;

/// The meter of a visit: it counts the spending, and stops the visit when a limit has run out. Only
/// the visit's thread may use it.
///
/// It orders the stop before it throws. If the agent catches the exception, the next poll stops it
/// for the same reason.
public final class VisitMeter {
  private final VisitLimits limits;
  private final long startedNanos;
  private final BiConsumer<String, String> stop;
  private long pages;
  private long pageBytes;
  private long findings;
  private long outputBytes;
  private long unkeptBytes;
  private long referrals;
  private long referralsElsewhere;
  private long referralBytes;
  private long dropped;
  private long logLines;
  private long checkpoints;
  private long messages;

  /// Creates a meter that has counted nothing.
  ///
  /// @param limits the limits of the visit
  /// @param startedNanos when the visit began, by the JVM's clock of nanoseconds
  /// @param stop orders the visit to stop: the name of a limit, and one sentence
  public VisitMeter(VisitLimits limits, long startedNanos, BiConsumer<String, String> stop) {
    this.limits = limits;
    this.startedNanos = startedNanos;
    this.stop = stop;
  }

  /// Counts a page.
  ///
  /// @param recordBytes the size of the page record, which counts as output
  public void page(int recordBytes) {
    requireLeft("pageBytes", pageBytes, limits.pageBytes());
    requireLeft("pages", pages, limits.pages());
    pages++;
    output(recordBytes);
  }

  /// Counts the body of a page.
  ///
  /// @param bytes its size
  public void body(int bytes) {
    pageBytes += bytes;
  }

  /// Counts a finding.
  ///
  /// @param bytes its size
  public void finding(int bytes) {
    requireLeft("findings", findings, limits.findings());
    findings++;
    output(bytes);
  }

  /// Counts a referral. A referral above a limit is dropped and counted as dropped. It does not
  /// stop the visit, since pages choose their number of links.
  ///
  /// @param bytes its size
  /// @param isElsewhere whether the referral leads to another site
  /// @return whether the referral is allowed
  public boolean referral(int bytes, boolean isElsewhere) {
    boolean hasRoom =
        referrals < limits.referrals()
            && (!isElsewhere || referralsElsewhere < limits.referralsElsewhere())
            && bytes
                <= Math.min(VisitLimits.MAX_REFERRAL_BYTES, limits.outputBytes() / 2)
                    - referralBytes
            && bytes <= limits.outputBytes() - outputBytes
            && bytes <= VisitLimits.PRESSING_UNKEPT_BYTES - unkeptBytes;
    if (!hasRoom) {
      dropped++;
      return false;
    }
    referrals++;
    referralsElsewhere += isElsewhere ? 1 : 0;
    referralBytes += bytes;
    output(bytes);
    return true;
  }

  /// {@return the number of referrals dropped since the last call}
  public long takeDropped() {
    long count = dropped;
    dropped = 0;
    return count;
  }

  /// Counts an answer to a message.
  ///
  /// @param bytes its size
  public void reply(int bytes) {
    requireLeft("messages", messages, limits.messages());
    messages++;
    output(bytes);
  }

  /// Counts a checkpoint.
  public void checkpoint() {
    requireLeft("checkpoints", checkpoints, limits.checkpoints());
    checkpoints++;
  }

  /// Records that a checkpoint kept all output so far.
  public void kept() {
    unkeptBytes = 0;
  }

  /// Counts a line of the log.
  ///
  /// @param bytes its size
  public void logLine(int bytes) {
    requireLeft("logLines", logLines, limits.logLines());
    logLines++;
    output(bytes);
  }

  /// {@return whether the output since the last checkpoint is large enough that the next one should
  /// be saved}
  public boolean isCheckpointUrgent() {
    return unkeptBytes >= VisitLimits.URGENT_UNKEPT_BYTES;
  }

  /// {@return whether the output since the last checkpoint is large enough that the next one must
  /// be saved}
  public boolean isCheckpointPressing() {
    return unkeptBytes >= VisitLimits.PRESSING_UNKEPT_BYTES;
  }

  /// {@return the rest of the limits} Time is in seconds, rounded up: with a finer clock, agents
  /// could observe other visits.
  public Budget left() {
    var elapsed = Duration.ofNanos(System.nanoTime() - startedNanos);
    var time = limits.wallClock().minus(elapsed);
    return new Budget(
        time.isNegative()
            ? Duration.ZERO
            : Duration.ofSeconds(time.plusNanos(999_999_999).toSeconds()),
        limits.pages() - pages,
        Math.max(0, limits.pageBytes() - pageBytes),
        limits.findings() - findings);
  }

  private void output(int bytes) {
    if (bytes > limits.outputBytes() - outputBytes) {
      throw ranOut("outputBytes", "outputBytes: more than " + limits.outputBytes());
    }
    if (bytes > VisitLimits.MAX_UNKEPT_BYTES - unkeptBytes) {
      throw ranOut(
          "unkeptBytes",
          "unkeptBytes: more than " + VisitLimits.MAX_UNKEPT_BYTES + " said without a checkpoint");
    }
    outputBytes += bytes;
    unkeptBytes += bytes;
  }

  private void requireLeft(String limit, long spent, long most) {
    if (spent >= most) {
      throw ranOut(limit, limit + ": all of " + most + " spent");
    }
  }

  private StopException ranOut(String limit, String reason) {
    stop.accept(limit, reason);
    return new StopException(limit, reason);
  }
}

package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Budget;
import dev.sojourn.sandbox.pipe.Limits;
import java.time.Duration;

/// What a visit has spent, and the stop when something has run out. Belongs to the visit's thread.
final class Spending {
  private final Limits limits;
  private final long startedNanos;
  private long pages;
  private long pageBytes;
  private long findings;
  private long outputBytes;
  private long referrals;
  private long logLines;
  private long checkpoints;

  Spending(Limits limits, long startedNanos) {
    this.limits = limits;
    this.startedNanos = startedNanos;
  }

  void page() {
    requireLeft("pageBytes", pageBytes, limits.pageBytes());
    requireLeft("pages", pages, limits.pages());
    pages++;
  }

  void body(int bytes) {
    pageBytes += bytes;
  }

  void finding(int bytes) {
    requireLeft("findings", findings, limits.findings());
    findings++;
    output(bytes);
  }

  void referral(int bytes) {
    requireLeft("referrals", referrals, limits.referrals());
    referrals++;
    output(bytes);
  }

  void reply(int bytes) {
    output(bytes);
  }

  void checkpoint() {
    requireLeft("checkpoints", checkpoints, limits.checkpoints());
    checkpoints++;
  }

  /// Whether one more line may be written.
  boolean logLine(int bytes) {
    if (logLines >= limits.logLines()) {
      return false;
    }
    logLines++;
    output(bytes);
    return true;
  }

  Budget left() {
    var elapsed = Duration.ofNanos(System.nanoTime() - startedNanos);
    var time = limits.wallClock().minus(elapsed);
    return new Budget(
        time.isNegative() ? Duration.ZERO : time,
        limits.pages() - pages,
        Math.max(0, limits.pageBytes() - pageBytes),
        limits.findings() - findings);
  }

  private void output(int bytes) {
    if (bytes > limits.outputBytes() - outputBytes) {
      throw new StopException("outputBytes", "outputBytes: more than " + limits.outputBytes());
    }
    outputBytes += bytes;
  }

  private static void requireLeft(String limit, long spent, long most) {
    if (spent >= most) {
      throw new StopException(limit, limit + ": all of " + most + " spent");
    }
  }
}

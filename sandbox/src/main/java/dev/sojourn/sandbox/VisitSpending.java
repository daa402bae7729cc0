package dev.sojourn.sandbox;

import java.time.Duration;

/// The amounts that a visit has spent of the limits that its services do not count.
///
/// Processor time and heap are the worker's word: a worker that was taken over may lie. If a worker
/// was killed, its last report counts.
///
/// @param cpu processor time of the visit's thread
/// @param allocatedBytes heap that it allocated, live or not
/// @param said its output, as this side counted it
public record VisitSpending(Duration cpu, long allocatedBytes, Said said) {
  /// No spending.
  public static final VisitSpending NONE = new VisitSpending(Duration.ZERO, 0, Said.NOTHING);

  /// The amounts that a visit said.
  ///
  /// @param outputBytes findings, referrals, log lines, answers to messages and records of pages
  /// @param referrals referrals
  /// @param logLines lines of its log
  /// @param messages answers to messages
  public record Said(long outputBytes, long referrals, long logLines, long messages) {
    /// No output.
    public static final Said NOTHING = new Said(0, 0, 0, 0);

    private Said plus(Said more) {
      return new Said(
          outputBytes + more.outputBytes,
          referrals + more.referrals,
          logLines + more.logLines,
          messages + more.messages);
    }
  }

  /// {@return both together}
  ///
  /// @param more the additional spending
  public VisitSpending plus(VisitSpending more) {
    return new VisitSpending(
        cpu.plus(more.cpu), allocatedBytes + more.allocatedBytes, said.plus(more.said));
  }
}

package dev.sojourn.sandbox;

import java.time.Duration;

/// The spending of a visit that its services do not count.
///
/// Processor time and heap come from the worker's reports. A worker under an attacker's control may
/// lie. If a worker was killed, its last report counts.
///
/// @param cpu processor time of the visit's threads
/// @param allocatedBytes bytes of heap that they allocated, including freed memory
/// @param said the visit's output by the count of the caller's side
public record VisitSpending(Duration cpu, long allocatedBytes, Said said) {
  /// No spending.
  public static final VisitSpending NONE = new VisitSpending(Duration.ZERO, 0, Said.NOTHING);

  /// The output of a visit.
  ///
  /// @param outputBytes bytes of findings, referrals, log lines, answers to messages and page
  ///   records
  /// @param referrals number of referrals
  /// @param logLines number of lines of its log
  /// @param messages number of answers to messages
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

  /// {@return the sum of both}
  ///
  /// @param more the additional spending
  public VisitSpending plus(VisitSpending more) {
    return new VisitSpending(
        cpu.plus(more.cpu), allocatedBytes + more.allocatedBytes, said.plus(more.said));
  }
}

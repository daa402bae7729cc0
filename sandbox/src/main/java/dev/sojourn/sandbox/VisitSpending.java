package dev.sojourn.sandbox;

import java.time.Duration;

/// What a visit took of its worker, as the worker tells it: a worker that was taken over may lie,
/// and of one that was killed the last that was heard counts.
///
/// @param cpu processor time of the visit's thread
/// @param allocatedBytes heap that it allocated, live or not
public record VisitSpending(Duration cpu, long allocatedBytes) {
  /// Nothing yet.
  public static final VisitSpending NONE = new VisitSpending(Duration.ZERO, 0);

  /// {@return both together}
  ///
  /// @param more what was taken besides
  public VisitSpending plus(VisitSpending more) {
    return new VisitSpending(cpu.plus(more.cpu), allocatedBytes + more.allocatedBytes);
  }
}

package dev.sojourn.fetch.site;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// A clock that never goes back. It takes the time of the machine's clock once; later changes of
/// that clock do not matter. So a change of an hour neither lengthens a wait nor counts as an hour
/// of silence.
///
/// Not for times that others read, such as those in passports and signatures. May be used by any
/// thread.
public final class SteadyClock implements InstantSource {
  private final Instant begun;
  private final LongSupplier nanos;
  private final long begunNanos;

  /// Creates a clock that starts now.
  ///
  /// @param machine the clock that gives the first time
  public SteadyClock(InstantSource machine) {
    this(machine.instant(), System::nanoTime);
  }

  SteadyClock(Instant begun, LongSupplier nanos) {
    this.begun = begun;
    this.nanos = nanos;
    this.begunNanos = nanos.getAsLong();
  }

  @Override
  public Instant instant() {
    return begun.plusNanos(nanos.getAsLong() - begunNanos);
  }
}

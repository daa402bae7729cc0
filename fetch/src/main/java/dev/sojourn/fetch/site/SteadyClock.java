package dev.sojourn.fetch.site;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// A clock that only goes forward, at the pace of time. It is right when it is made, and setting
/// the machine's clock does not change it. If that clock is set back, a wait does not grow by an
/// hour. If it is set forward, no hour of silence passes.
///
/// Not for times that are sent to others, as in passports and signatures. May be used by any
/// thread.
public final class SteadyClock implements InstantSource {
  private final Instant begun;
  private final LongSupplier nanos;
  private final long begunNanos;

  /// Creates a clock that goes on from now.
  ///
  /// @param machine the clock that it is set by, once
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

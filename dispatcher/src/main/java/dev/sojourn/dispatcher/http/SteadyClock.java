package dev.sojourn.dispatcher.http;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// A clock that only ever goes forward, at the pace of time: right when it was made, and not set
/// when the machine's clock is. What waits or measures by it neither sleeps for the hour that the
/// clock was set back, nor takes it for an hour of silence when it was set forward.
///
/// Not for moments that others are told, as in passports and signatures. May be used by any thread.
public final class SteadyClock implements InstantSource {
  private final Instant begun;
  private final LongSupplier nanos;
  private final long begunNanos;

  /// Creates a clock that shows what the machine's clock shows now.
  public SteadyClock() {
    this(Instant.now(), System::nanoTime);
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

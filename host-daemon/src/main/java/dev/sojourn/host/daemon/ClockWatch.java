package dev.sojourn.host.daemon;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Detects that the clock of the machine was set, by comparison with a monotonic clock. For use by
/// one thread at a time.
final class ClockWatch {
  // Logs in the name of the daemon, which operators look for.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());

  /// Programs that synchronise clocks change them in smaller steps.
  private static final Duration LEAST = Duration.ofSeconds(2);

  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Consumer<Duration> wasSet;
  private Instant lastTime;
  private long lastNanos;

  /// @param clock the clock that may be set
  /// @param nanos a monotonic clock, in nanoseconds
  /// @param wasSet receives the change of the clock; negative if it was set back
  ClockWatch(InstantSource clock, LongSupplier nanos, Consumer<Duration> wasSet) {
    this.clock = clock;
    this.nanos = nanos;
    this.wasSet = wasSet;
    this.lastTime = clock.instant();
    this.lastNanos = nanos.getAsLong();
  }

  /// Compares both clocks. The daemon calls this every second.
  void look() {
    var now = clock.instant();
    long at = nanos.getAsLong();
    var step = Duration.between(lastTime.plusNanos(at - lastNanos), now);
    lastTime = now;
    lastNanos = at;
    if (step.abs().compareTo(LEAST) < 0) {
      return;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "The clock of this machine went {0} by {1} s. Bans with an end last as long as they were"
            + " given for; signatures and passports are judged by the new time",
        step.isNegative() ? "back" : "ahead",
        String.valueOf(step.abs().toSeconds()));
    wasSet.accept(step);
  }
}

package dev.sojourn.host.daemon;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Notices that the clock of the machine was set, by one that is never set. For one thread at a
/// time.
final class ClockWatch {
  // In the name of the daemon, for operators who read its log.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());

  /// Programs that synchronise clocks steer them slowly by less than that.
  private static final Duration LEAST = Duration.ofSeconds(2);

  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Consumer<Duration> wasSet;
  private Instant lastTime;
  private long lastNanos;

  /// @param clock that may be set
  /// @param nanos one that is not
  /// @param wasSet gets how far it is ahead of what it was; negative if it went back
  ClockWatch(InstantSource clock, LongSupplier nanos, Consumer<Duration> wasSet) {
    this.clock = clock;
    this.nanos = nanos;
    this.wasSet = wasSet;
    this.lastTime = clock.instant();
    this.lastNanos = nanos.getAsLong();
  }

  /// Looks at both clocks. To be called every second.
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

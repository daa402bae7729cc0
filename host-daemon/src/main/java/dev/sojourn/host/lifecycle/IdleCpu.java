package dev.sojourn.host.lifecycle;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/// Whether this machine has a spare processor: in the last second, all programs left at least half
/// a processor idle. Thread-safe and cheap.
final class IdleCpu implements BooleanSupplier {
  /// The visits themselves soon use a smaller idle share.
  private static final double LEAST_IDLE = 0.5;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final DoubleSupplier idle;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Instant looked = Instant.MIN;
  private volatile boolean isThere;

  /// Creates a check of a machine.
  ///
  /// @param idle the number of idle processors since the last call; negative or NaN if unknown
  /// @param clock the time
  IdleCpu(DoubleSupplier idle, InstantSource clock) {
    this.idle = idle;
    this.clock = clock;
  }

  /// {@return a check of this machine or container}
  ///
  /// @param clock the time
  static IdleCpu ofThisMachine(InstantSource clock) {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new IdleCpu(
        () -> {
          double busy = system.getCpuLoad();
          return busy < 0 ? -1 : (1 - busy) * system.getAvailableProcessors();
        },
        clock);
  }

  @Override
  public boolean getAsBoolean() {
    // One thread updates the result, and the others use the previous result.
    if (lock.tryLock()) {
      try {
        look(clock.instant());
      } finally {
        lock.unlock();
      }
    }
    return isThere;
  }

  /// The check must continue after the clock was set back.
  private void look(Instant now) {
    if (looked.equals(Instant.MIN)) {
      // The first value covers no time.
      looked = now;
      var _ = idle.getAsDouble();
    } else if (Duration.between(looked, now).abs().compareTo(LOOK_EVERY) >= 0) {
      looked = now;
      isThere = idle.getAsDouble() >= LEAST_IDLE;
    }
  }
}

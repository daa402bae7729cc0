package dev.sojourn.host.lifecycle;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/// Whether this machine has a processor to spare: in the last second, all programs together left at
/// least half a processor idle. May be asked by any thread, and often.
final class IdleCpu implements BooleanSupplier {
  /// The visits themselves soon take less than that.
  private static final double LEAST_IDLE = 0.5;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final DoubleSupplier idle;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Instant looked = Instant.MIN;
  private volatile boolean isThere;

  /// Creates a look at a machine.
  ///
  /// @param idle the processors that did nothing since this was asked for last; negative or not a
  ///   number if that is not known
  /// @param clock the time
  IdleCpu(DoubleSupplier idle, InstantSource clock) {
    this.idle = idle;
    this.clock = clock;
  }

  /// {@return a look at the machine, or the container, that this process runs in}
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
    // One thread looks, and the others use the look before.
    if (lock.tryLock()) {
      try {
        look(clock.instant());
      } finally {
        lock.unlock();
      }
    }
    return isThere;
  }

  /// A clock that was set back must not end the looking.
  private void look(Instant now) {
    if (looked.equals(Instant.MIN)) {
      // The first answer is about no time at all.
      looked = now;
      var _ = idle.getAsDouble();
    } else if (Duration.between(looked, now).abs().compareTo(LOOK_EVERY) >= 0) {
      looked = now;
      isThere = idle.getAsDouble() >= LEAST_IDLE;
    }
  }
}

package dev.sojourn.atp.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// The pauses between the attempts of one request. Confined to one thread.
final class Backoff {

  private final RetryPolicy policy;
  private final RandomGenerator random;
  private final Sleeper sleeper;
  private int attempts = 1;
  private Duration slept = Duration.ZERO;

  Backoff(RetryPolicy policy, RandomGenerator random, Sleeper sleeper) {
    this.policy = policy;
    this.random = random;
    this.sleeper = sleeper;
  }

  /// Sleeps. Tests may only count the time instead.
  @FunctionalInterface
  interface Sleeper {
    void sleep(Duration duration) throws InterruptedException;
  }

  /// Sleeps before another attempt, at least for the time that the host asks for.
  ///
  /// @return false, without a sleep, if there must be no further attempt
  boolean pause(Duration atLeast) throws InterruptedException {
    if (attempts == policy.maxAttempts()) {
      return false;
    }
    var step = backOff(attempts);
    var spread = step.multipliedBy(random.nextLong(500, 1_001)).dividedBy(1_000);
    // The spread is added to the host's time. Otherwise, clients that got the same time would all
    // return at once.
    var pause = atLeast.isZero() ? spread : atLeast.plus(spread);
    if (slept.plus(pause).compareTo(policy.patience()) > 0) {
      return false;
    }
    attempts++;
    slept = slept.plus(pause);
    sleeper.sleep(pause);
    return true;
  }

  private Duration backOff(int attempt) {
    var step = policy.first().multipliedBy(1L << Math.min(attempt - 1, 20));
    return step.compareTo(policy.longest()) > 0 ? policy.longest() : step;
  }
}

package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Programs meet locks that threads of other tests hold, as that of the log.
@Timeout(60)
class InterleavingsTest {
  private static final Duration HELD = Duration.ofMillis(500);

  private final ReentrantLock lock = new ReentrantLock();
  private final Object monitor = new Object();

  /// Holds what the work takes for a while, in a thread that is none of the program.
  private static Thread holding(Runnable work) throws InterruptedException {
    var isHeld = new CountDownLatch(1);
    var thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  isHeld.countDown();
                  work.run();
                });
    isHeld.await();
    Thread.sleep(HELD.dividedBy(5));
    return thread;
  }

  private static void sleep() {
    try {
      Thread.sleep(HELD);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Thread holdingTheLock() throws InterruptedException {
    return holding(
        () -> {
          lock.lock();
          try {
            sleep();
          } finally {
            lock.unlock();
          }
        });
  }

  private Thread holdingTheMonitor() throws InterruptedException {
    return holding(
        () -> {
          synchronized (monitor) {
            sleep();
          }
        });
  }

  @Test
  void aProgramThatMeetsALockOfAnotherTestRunsToItsEnd() throws Exception {
    Interleavings.some(
        1,
        1,
        order -> {
          var hasRun = new AtomicBoolean();
          var other = holdingTheLock();
          order.start(
              "waits",
              () -> {
                lock.lock();
                hasRun.set(true);
                lock.unlock();
              });
          order.run();
          assertThat(hasRun).isTrue();
          other.join();
        });
  }

  @Test
  void aProgramThatMeetsAMonitorOfAnotherTestRunsToItsEnd() throws Exception {
    Interleavings.some(
        1,
        1,
        order -> {
          var hasRun = new AtomicBoolean();
          var other = holdingTheMonitor();
          order.start(
              "waits",
              () -> {
                synchronized (monitor) {
                  hasRun.set(true);
                }
              });
          order.run();
          assertThat(hasRun).isTrue();
          other.join();
        });
  }

  /// Otherwise each test that logs would wait for ever behind a thread that nobody runs any more.
  @Test
  void aProgramThatFailsKeepsNoLockFromOthers() throws Exception {
    assertThatThrownBy(
            () ->
                Interleavings.some(
                    1,
                    1,
                    order -> {
                      order.start(
                          "holds",
                          () -> {
                            lock.lock();
                            try {
                              Thread.yield();
                            } finally {
                              lock.unlock();
                            }
                          });
                      order.afterEachStep(
                          () -> {
                            throw new AssertionError("a fault of the test");
                          });
                      order.run();
                    }))
        .isInstanceOf(AssertionError.class);
    assertThat(lock.tryLock(10, TimeUnit.SECONDS)).isTrue();
    lock.unlock();
  }
}

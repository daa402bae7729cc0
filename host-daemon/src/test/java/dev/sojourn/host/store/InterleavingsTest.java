package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Programs meet locks that threads of other tests hold, as that of the log.
@Timeout(60)
class InterleavingsTest {
  private final ReentrantLock lock = new ReentrantLock();
  private final Object monitor = new Object();

  /// Takes a lock in a thread outside the program.
  ///
  /// @param hold takes it, says so, and keeps it until the program waits
  private static Thread other(Consumer<Runnable> hold) throws InterruptedException {
    var isHeld = new CountDownLatch(1);
    var thread = Thread.ofPlatform().start(() -> hold.accept(isHeld::countDown));
    isHeld.await();
    return thread;
  }

  /// Returns when the program can only wait.
  private static void awaitWait(Thread driver) {
    await().until(() -> driver.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void aProgramThatMeetsALockOfAnotherTestRunsToItsEnd() throws Exception {
    Interleavings.some(
        1,
        1,
        order -> {
          var hasRun = new AtomicBoolean();
          var driver = Thread.currentThread();
          var other =
              other(
                  held -> {
                    lock.lock();
                    held.run();
                    awaitWait(driver);
                    lock.unlock();
                  });
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
          var driver = Thread.currentThread();
          var other =
              other(
                  held -> {
                    synchronized (monitor) {
                      held.run();
                      awaitWait(driver);
                    }
                  });
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

  /// Otherwise each test that logs would wait for ever behind a thread that no longer runs.
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

package dev.sojourn.host.daemon;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.page.ClosedPages;
import dev.sojourn.host.request.RefusedPeers;
import dev.sojourn.host.request.RefusedSigners;
import dev.sojourn.host.store.Store;
import dev.sojourn.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// The threads of a daemon that repeat tasks until the daemon closes and interrupts them.
final class BackgroundThreads {
  // Logs in the name of the daemon, which operators look for.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());
  private static final RateLimitedLog FAULTS = new RateLimitedLog(LOG);
  private static final Duration TIDY_EVERY = Duration.ofMinutes(10);
  private static final Duration PAGES_EVERY = Duration.ofSeconds(1);
  private static final Duration CLOCK_EVERY = Duration.ofSeconds(1);
  private static final Duration SITES_EVERY = Duration.ofSeconds(1);
  private static final Duration SUM_EVERY = Duration.ofMinutes(1);
  // A fixed period: refused signers must not control how often the file is written.
  private static final Duration SAVE_EVERY = Duration.ofSeconds(10);
  private static final Duration HOLD_EVERY = Duration.ofMillis(500);
  private static final Duration CLOSED_EVERY = Duration.ofMinutes(1);
  private static final Duration CACHE_AFTER = Duration.ofMinutes(1);

  private BackgroundThreads() {}

  static List<Thread> start(
      DaemonFoundation base,
      RuleChanges reloading,
      Visits visits,
      RefusedSigners strangers,
      RefusedPeers peers,
      ConnectionWatch connections,
      AwaySites away) {
    sayWhetherAnybodyIsTrusted(base.config());
    var keepEnded = base.config().limits().keepEnded();
    Thread.ofVirtual().name("walls").start(() -> sayWhatIsMissing(base.sandbox()));
    return List.of(
        Thread.ofVirtual().name("tidier").start(() -> tidy(base.store(), base.clock(), keepEnded)),
        Thread.ofVirtual().name("start-cache").start(() -> makeStartCache(base.sandbox())),
        Thread.ofVirtual().name("key-files").start(reloading::watchKeyFiles),
        Thread.ofPlatform().name("heap").daemon().start(HeapCollection::watch),
        every("audit-sums", SUM_EVERY, base.trail()::sum),
        every("audit-pages", PAGES_EVERY, base.trail()::writePages),
        every("refused-signers", SAVE_EVERY, strangers::save),
        every("clock", CLOCK_EVERY, clockWatch(base, reloading)::look),
        every("sites", SITES_EVERY, away::look),
        Thread.ofVirtual().name("closed-pages").start(() -> closePages(base)),
        every("refused-peers", SUM_EVERY, peers::sum),
        every("connections", SUM_EVERY, connections::sum),
        every("tighter-limits", HOLD_EVERY, visits::holdToLimits));
  }

  private static ClockWatch clockWatch(DaemonFoundation base, RuleChanges reloading) {
    return new ClockWatch(base.clock(), System::nanoTime, reloading::clockWasSet);
  }

  private static void sayWhetherAnybodyIsTrusted(HostConfig config) {
    if (config.trust().isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "No [[trust]] is configured, so every agent will be refused");
    }
  }

  /// Runs in its own thread, so that the start need not wait for the check.
  private static void sayWhatIsMissing(Sandbox sandbox) {
    try {
      var missing = sandbox.missing();
      if (!missing.isEmpty()) {
        LOG.log(System.Logger.Level.WARNING, "Agents run in processes that have {0}", missing);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// Waits first: a daemon that runs only briefly needs no cache, and making one keeps two
  /// processors busy.
  private static void makeStartCache(Sandbox sandbox) {
    try {
      Thread.sleep(CACHE_AFTER);
      sandbox.makeStartCache();
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  private static void tidy(Store store, InstantSource clock, Duration keepEnded) {
    try {
      store.setReserveAside();
      while (!Thread.interrupted()) {
        try {
          int forgotten = store.tidy(clock.instant(), keepEnded);
          if (forgotten > 0) {
            LOG.log(System.Logger.Level.INFO, "{0} old visits are forgotten", forgotten);
          }
        } catch (IOException e) {
          LOG.log(System.Logger.Level.WARNING, "Tidying failed: {0}", e.getMessage());
        }
        Thread.sleep(TIDY_EVERY);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// Reading robots.txt of a web server may take long, so this has its own thread.
  private static void closePages(DaemonFoundation base) {
    var closed = new ClosedPages(base.pages(), base.rules());
    try {
      while (true) {
        look(closed);
        Thread.sleep(CLOSED_EVERY);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  private static void look(ClosedPages closed) throws InterruptedException {
    try {
      closed.look();
    } catch (RuntimeException e) {
      FAULTS.fault("The check for closed pages", e);
    }
  }

  /// Repeats a task until the daemon closes. A fault ends one run of the task, not the thread.
  private static Thread every(String name, Duration pause, Runnable work) {
    return Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                while (true) {
                  Thread.sleep(pause);
                  attempt(name, work);
                }
              } catch (InterruptedException _) {
                // The daemon closes.
              }
            });
  }

  private static void attempt(String name, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      // Closing the daemon closes the parts that the task uses, so faults are expected then.
      if (!Thread.currentThread().isInterrupted()) {
        FAULTS.fault("The thread " + name, e);
      }
    }
  }
}

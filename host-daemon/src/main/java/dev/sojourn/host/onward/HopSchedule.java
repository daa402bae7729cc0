package dev.sojourn.host.onward;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The schedule of agents that leave. One thread finds agents that are due, and a bounded number of
/// other threads send them. Safe for use by many threads.
public final class HopSchedule implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HopSchedule.class.getName());
  private static final int MOST_AT_ONCE = 32;

  /// The largest number of agents sent at once for one owner.
  private static final int MOST_OF_OWNER = 8;

  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration AFTER_FAULT = Duration.ofSeconds(1);
  private static final Duration PUT_OFF = Duration.ofMinutes(1);

  private final OnwardStore hops;
  private final OnwardHops steps;
  private final HopSender sender;
  private final InstantSource clock;
  private final RateLimitedLog faults;
  private final LinkedBlockingQueue<Boolean> signals = new LinkedBlockingQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// The visits whose agents are being sent, with their threads.
  private final Set<VisitKey> underWay = new HashSet<>();

  private final Set<Thread> threads = new HashSet<>();

  /// The visits whose agents are being called back.
  private final Set<VisitKey> held = new HashSet<>();

  private Optional<Thread> thread = Optional.empty();

  HopSchedule(
      OnwardStore hops,
      OnwardHops steps,
      HopSender sender,
      InstantSource clock,
      RateLimitedLog faults) {
    this.hops = hops;
    this.steps = steps;
    this.sender = sender;
    this.clock = clock;
    this.faults = faults;
  }

  /// Starts to send agents.
  public void start() {
    thread = Optional.of(Thread.ofVirtual().name("onward").start(this::run));
  }

  /// Wakes the schedule to look for due agents at once.
  public void look() {
    signals.add(true);
  }

  private void run() {
    var pause = Duration.ZERO;
    try {
      while (true) {
        var _ = signals.poll(pause.toNanos(), TimeUnit.NANOSECONDS);
        signals.clear();
        pause = begin();
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// Starts all due hops, and returns the time until the next hop is due. Each finished hop starts
  /// another check, which covers agents that had to wait.
  private Duration begin() {
    try {
      var now = clock.instant();
      for (var name : hops.due(now, 8 * MOST_AT_ONCE, 2 * MOST_OF_OWNER)) {
        begin(name);
      }
      var pause = hops.after(now).map(next -> Duration.between(now, next)).orElse(LONGEST);
      return pause.compareTo(LONGEST) < 0 ? pause.plusMillis(1) : LONGEST;
    } catch (IOException e) {
      announce(e);
      return AFTER_FAULT;
    }
  }

  private void begin(VisitKey name) {
    lock.lock();
    try {
      if (hasRoom(name.owner()) && !held.contains(name) && underWay.add(name)) {
        threads.add(Thread.ofVirtual().name("onward-" + name.agentId()).start(() -> advance(name)));
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(String owner) {
    return underWay.size() < MOST_AT_ONCE
        && underWay.stream().filter(name -> name.owner().equals(owner)).count() < MOST_OF_OWNER;
  }

  private void advance(VisitKey name) {
    try {
      steps.advance(name);
    } catch (InterruptedException _) {
      // The hop continues after the next start.
    } catch (StoreException e) {
      announce(e);
      // If the disk is not full, this row alone may be unreadable.
      putOff(name, e.isFull() ? AFTER_FAULT : PUT_OFF);
    } catch (IOException e) {
      announce(e);
      putOff(name, AFTER_FAULT);
    } catch (RuntimeException e) {
      faults.fault("The way on of an agent", e);
      putOff(name, PUT_OFF);
    } finally {
      done(name);
    }
  }

  private void announce(IOException e) {
    faults.line(
        System.Logger.Level.WARNING,
        "Agents could not be sent on, which is tried again: {0}",
        String.valueOf(e.getMessage()));
  }

  /// Delays the hop. If this write also fails, the thread waits a second.
  private void putOff(VisitKey name, Duration pause) {
    try {
      steps.putOff(name, pause);
    } catch (IOException _) {
      rest();
    }
  }

  private static void rest() {
    try {
      Thread.sleep(AFTER_FAULT);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void done(VisitKey name) {
    lock.lock();
    try {
      underWay.remove(name);
      threads.remove(Thread.currentThread());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    look();
  }

  /// Ends a visit whose agent is called back.
  public interface Recall {
    /// Ends the visit on disk.
    ///
    /// @throws StoreException if the disk fails
    void end() throws StoreException;
  }

  /// Calls a leaving agent back. The agent comes back only if no other host may have it.
  ///
  /// @param name the key of the visit
  /// @param longest the longest time to wait for a pending answer
  /// @param recall ends the visit
  /// @throws StoreException if the disk fails
  /// @throws InterruptedException if the thread is interrupted
  public void recall(VisitKey name, Duration longest, Recall recall)
      throws StoreException, InterruptedException {
    lock.lock();
    try {
      held.add(name);
      long nanos = longest.toNanos();
      while (underWay.contains(name) && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      if (!underWay.contains(name) && hops.find(name).filter(PendingHop::isUnsure).isEmpty()) {
        recall.end();
      }
    } finally {
      held.remove(name);
      lock.unlock();
      look();
    }
  }

  @Override
  public void close() {
    thread.ifPresent(Thread::interrupt);
    lock.lock();
    try {
      threads.forEach(Thread::interrupt);
      long nanos = Duration.ofSeconds(5).toNanos();
      while (!threads.isEmpty() && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
    sender.close();
    LOG.log(System.Logger.Level.DEBUG, "No agent is sent on any more");
  }
}

package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.ParkedVisit;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.visit.VisitOutcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// The parked visits of this host. Each is a row on disk, and takes no memory in this process.
/// Thread-safe.
public final class ParkedVisits implements ChangeListener {
  private static final System.Logger LOG = System.getLogger(ParkedVisits.class.getName());
  private static final int ENDED_AT_ONCE = 200;

  private final Store store;
  private final StayStore stays;
  private final WakeSchedule schedule;
  private final Visits visits;
  private final CurrentRules rules;
  private final InstantSource clock;
  private final ConcurrentHashMap<VisitKey, Set<CountDownLatch>> awaited =
      new ConcurrentHashMap<>();
  private Optional<Thread> thread = Optional.empty();

  ParkedVisits(
      Store store,
      StayStore stays,
      WakeSchedule schedule,
      Visits visits,
      CurrentRules rules,
      InstantSource clock) {
    this.store = store;
    this.stays = stays;
    this.schedule = schedule;
    this.visits = visits;
    this.rules = rules;
    this.clock = clock;
  }

  /// The result of an attempt to wake an agent for a message.
  public sealed interface Roused {
    /// The agent wakes, and gets the message.
    ///
    /// @param visit its visit
    record Woken(ActiveVisit visit) implements Roused {}

    /// Another message already woke the agent.
    ///
    /// @param visit its visit
    record Awake(ActiveVisit visit) implements Roused {}

    /// The agent is not parked, or does not wait for messages.
    record NotForMessages() implements Roused {}

    /// The agent reached its daily limit of wakes.
    record WakesSpent() implements Roused {}

    /// The host has no room for its visit now.
    record Crowded() implements Roused {}
  }

  void start() {
    thread =
        Optional.of(Thread.ofVirtual().name("wakes").start(() -> schedule.run(new Awakening())));
  }

  void close() {
    thread.ifPresent(Thread::interrupt);
  }

  /// Makes the schedule check now whether agents may wake.
  void look() {
    schedule.look();
  }

  @Override
  public void changed(String origin, ChangeMark change) {
    schedule.changed(origin, change);
  }

  @Override
  public void mayHaveChanged(String origin) {
    schedule.mayHaveChanged(origin);
  }

  private final class Awakening implements WakeSchedule.Waking {
    @Override
    public int room(String signer) {
      return visits.room(signer);
    }

    @Override
    public void begin(ParkedVisit visit, Waker by) throws StoreException {
      var _ = wake(visit, by, Optional.empty());
    }

    @Override
    public void end(ParkedVisit visit) throws StoreException {
      var outcome = new VisitOutcome.Stopped("stopped by the end of its stay");
      var _ = visits.end(visit.key(), VisitEnding.of(outcome, clock.instant()));
    }
  }

  private Optional<ActiveVisit> wake(ParkedVisit visit, Waker by, Optional<String> message)
      throws StoreException {
    if (!stays.wake(visit, by, clock.instant()).await()) {
      return Optional.empty();
    }
    LOG.log(System.Logger.Level.DEBUG, "Visit {0} wakes by {1}", visit.key().agentId(), by);
    return visits.resume(visit.key(), message);
  }

  /// Wakes an agent for a message, if it waits for messages.
  ///
  /// @param key the visit's name
  /// @param message the message for the woken agent
  /// @return whether it wakes, or why not
  /// @throws StoreException if the disk fails
  public Roused rouse(VisitKey key, String message) throws StoreException {
    var visit = stays.parked(key);
    if (visit.isEmpty() || !visit.get().isForMessages()) {
      // Another message may just have woken it.
      return stays.awake(key).isPresent() ? awake(key) : new Roused.NotForMessages();
    }
    var now = clock.instant();
    if (visit.get().wakesOn(now) >= rules.limits().stays().wakesADay()) {
      return new Roused.WakesSpent();
    }
    if (visits.room(visit.get().signer()) <= 0) {
      return new Roused.Crowded();
    }
    return wake(visit.get(), Waker.MESSAGE, Optional.of(message))
        .<Roused>map(Roused.Woken::new)
        .orElseGet(() -> awake(key));
  }

  private Roused awake(VisitKey key) {
    return visits.active(key).<Roused>map(Roused.Awake::new).orElseGet(Roused.NotForMessages::new);
  }

  /// {@return parked visits in the order of their names, after a given name}
  ///
  /// @param after that name; empty texts for the first page
  /// @param most limit of visits
  /// @throws StoreException if the disk fails
  public List<ParkedVisit> after(VisitKey after, int most) throws StoreException {
    return stays.parkedAfter(after, most);
  }

  /// Waits until a parked visit begins again or is over, at most for the given time.
  ///
  /// @param key its name
  /// @param longest limit of the wait
  /// @throws InterruptedException if the thread is interrupted
  public void awaitNews(VisitKey key, Duration longest) throws InterruptedException {
    var news = new CountDownLatch(1);
    awaited.compute(
        key,
        (_, others) -> {
          var all = others == null ? new HashSet<CountDownLatch>() : others;
          all.add(news);
          return all;
        });
    try {
      if (visits.active(key).isEmpty() && !isOver(key)) {
        var _ = news.await(longest.toNanos(), TimeUnit.NANOSECONDS);
      }
    } finally {
      awaited.computeIfPresent(
          key,
          (_, all) -> {
            all.remove(news);
            return all.isEmpty() ? null : all;
          });
    }
  }

  private boolean isOver(VisitKey key) {
    try {
      return store.status(key).filter(kept -> !kept.status().state().isFinal()).isEmpty();
    } catch (StoreException _) {
      return true; // The caller reads the store again, and reports the failure.
    }
  }

  /// Wakes the threads that wait for a visit.
  void announce(VisitKey key) {
    var all = awaited.remove(key);
    if (all != null) {
      all.forEach(CountDownLatch::countDown);
    }
  }

  /// Rechecks the parked visits, and ends those that may not stay. The result is the same for all
  /// visits of one key, signer and site.
  ///
  /// @param objection the reason why a visit may not continue; empty if it may
  /// @return the number of ended visits
  int judgeAgain(Function<KeptVisit, Optional<String>> objection) throws StoreException {
    int ended = 0;
    for (var one : stays.oneOfEachSigner()) {
      var why = store.find(one.key()).flatMap(objection);
      if (why.isPresent()) {
        LOG.log(
            System.Logger.Level.INFO, "Parked visits of {0} ended: {1}", one.signer(), why.get());
        ended += end(stays.like(one), why.get());
      }
    }
    return ended;
  }

  /// Ends parked visits in batches: single writes would each wait for the disk, and one batch would
  /// delay others.
  private int end(List<VisitKey> keys, String reason) throws StoreException {
    for (int at = 0; at < keys.size(); at += ENDED_AT_ONCE) {
      var some = keys.subList(at, Math.min(keys.size(), at + ENDED_AT_ONCE));
      var ending = VisitEnding.killed(reason, clock.instant());
      var writes = some.stream().map(key -> store.visits().end(key, ending)).toList();
      for (int i = 0; i < some.size(); i++) {
        var key = some.get(i);
        var ended = writes.get(i).await();
        if (ended.isPresent()) {
          visits.reportEnd(key, ended.get().status());
        }
        announce(key);
      }
    }
    return keys.size();
  }
}

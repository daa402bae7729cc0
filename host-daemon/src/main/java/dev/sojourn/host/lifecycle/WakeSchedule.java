package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.ParkedVisit;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.stay.StayView;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.visit.GateRuling;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The schedule of parked agents: one thread wakes due agents and ends expired stays. It reads only
/// due agents from the store. Agents wake when there is room for their visits; the others stay due.
final class WakeSchedule implements ChangeListener {
  /// The delay when the host has no room, and after a failure of the disk.
  private static final Duration RETRY = Duration.ofSeconds(1);

  /// The schedule notices a clock that was set forward after at most this time.
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final int MOST_AT_ONCE = 500;

  private final StayStore stays;
  private final SiteChanges changes;
  private final CurrentRules rules;
  private final AwaitedRules awaitedRules;
  private final InstantSource clock;
  private final RateLimitedLog faults;
  private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();

  /// Signals that were taken but not yet handled, as after a full disk. Only the running thread
  /// uses them.
  private final ArrayDeque<Signal> unheeded = new ArrayDeque<>();

  /// A reason to check the agents now.
  private sealed interface Signal {
    /// An agent has parked.
    record Parked(Parking parking) implements Signal {}

    /// Pages of a site changed.
    record Changed(String origin, ChangeMark change) implements Signal {}

    /// Pages of a site may have changed at any time.
    record MayHaveChanged(String origin) implements Signal {}

    /// The rules of a site were read, and agents waited for them.
    record RulesRead(String origin) implements Signal {}

    /// Any other reason.
    record Look() implements Signal {}
  }

  /// Reports the room for visits, and begins and ends them.
  interface Waking {
    /// {@return the number of a signer's visits that may begin now}
    int room(String signer);

    /// Begins the visit of an agent that was parked until now.
    void begin(ParkedVisit visit, Waker by) throws StoreException;

    /// Ends the visit of an agent whose stay is over.
    void end(ParkedVisit visit) throws StoreException;
  }

  /// @param rulesRetry delay before another attempt to read the rules of an unreachable site
  WakeSchedule(
      StayStore stays,
      SiteChanges changes,
      CurrentRules rules,
      Duration rulesRetry,
      InstantSource clock,
      RateLimitedLog faults) {
    this.stays = stays;
    this.changes = changes;
    this.rules = rules;
    this.awaitedRules =
        new AwaitedRules(
            rules, stays, rulesRetry, origin -> signals.add(new Signal.RulesRead(origin)), faults);
    this.clock = clock;
    this.faults = faults;
  }

  /// Signals that an agent has parked, because pages may have changed while it was awake.
  void parked(Parking parking) {
    signals.add(new Signal.Parked(parking));
  }

  @Override
  public void changed(String origin, ChangeMark change) {
    signals.add(new Signal.Changed(origin, change));
  }

  @Override
  public void mayHaveChanged(String origin) {
    signals.add(new Signal.MayHaveChanged(origin));
  }

  /// Checks all due agents soon.
  void look() {
    signals.add(new Signal.Look());
  }

  /// Runs until the thread is interrupted.
  void run(Waking waking) {
    var pause = Duration.ZERO;
    try {
      while (true) {
        var signal = Optional.ofNullable(signals.poll(pause.toNanos(), TimeUnit.NANOSECONDS));
        pause = step(signal, waking);
      }
    } catch (InterruptedException _) {
      // The daemon is closing.
    } finally {
      awaitedRules.close();
    }
  }

  private Duration step(Optional<Signal> signal, Waking waking) throws InterruptedException {
    try {
      signal.ifPresent(unheeded::add);
      while (!unheeded.isEmpty()) {
        heed(unheeded.element());
        unheeded.remove();
      }
      return signals.isEmpty() ? wake(waking) : Duration.ZERO;
    } catch (IOException e) {
      faults.line(
          System.Logger.Level.WARNING,
          "Parked agents could not be woken, which is tried again: {0}",
          String.valueOf(e.getMessage()));
      return RETRY;
    } catch (RuntimeException e) {
      unheeded.poll();
      faults.fault("The schedule of parked agents", e);
      return RETRY;
    }
  }

  private void heed(Signal signal) throws IOException, InterruptedException {
    switch (signal) {
      case Signal.Look _ -> {}
      case Signal.Parked(var parking) -> {
        var origin = parking.view().scope().origin();
        if (parking.until().onChange()
            && hasRules(origin)
            && changes.hasChangedSince(origin, parking.mark(), filter(parking.view()))) {
          var _ = stays.rouse(parking.key(), Waker.CHANGE, clock.instant()).await();
        }
      }
      case Signal.Changed(var origin, var change) -> {
        if (!hasRules(origin)) {
          return;
        }
        var before = new ChangeMark(change.record(), change.generation() - 1);
        for (var view : stays.viewsBefore(origin, change)) {
          if (changes.hasChangedSince(origin, before, filter(view))) {
            var _ = stays.rouse(view, change, clock.instant()).await();
          }
        }
      }
      case Signal.MayHaveChanged(var origin) -> {
        if (hasRules(origin)) {
          wakeThoseWithNews(origin);
        }
      }
      case Signal.RulesRead(var origin) -> wakeThoseWithNews(origin);
    }
  }

  private void wakeThoseWithNews(String origin) throws IOException, InterruptedException {
    for (var seen : stays.awaitingChange(origin)) {
      if (changes.hasChangedSince(origin, seen.mark(), filter(seen.view()))) {
        var _ = stays.rouse(seen, clock.instant()).await();
      }
    }
  }

  /// Whether the rules of a site are fresh. If not, another thread reads them, and all agents that
  /// wait for changes there are checked afterwards.
  private boolean hasRules(String origin) {
    boolean isFresh = awaitedRules.areFresh(origin);
    if (!isFresh) {
      awaitedRules.read(origin);
    }
    return isFresh;
  }

  /// The pages that an agent may see by the cached rules; none if the site is not served.
  private PageFilter filter(StayView view) {
    var now = rules.now();
    var origin = view.scope().origin();
    var site = now.sites().find(origin);
    if (site.isEmpty()) {
      return _ -> false;
    }
    var robots = AwaitedRules.held(site.get());
    if (robots.isEmpty()) {
      awaitedRules.read(origin);
      return _ -> false;
    }
    var gate = new VisitGate(view.scope(), view.productToken(), robots::get, now.routes());
    return url -> gate.rule(url) instanceof GateRuling.Allowed;
  }

  /// Wakes due agents, and returns the time until the next check.
  private Duration wake(Waking waking) throws StoreException {
    var now = clock.instant();
    boolean isMore = false;
    for (var signer : stays.signersDue(now)) {
      isMore |= wake(signer, waking);
    }
    if (isMore) {
      return RETRY;
    }
    var pause = stays.next().map(next -> Duration.between(clock.instant(), next)).orElse(LONGEST);
    if (pause.isNegative()) {
      return Duration.ZERO;
    }
    // Adds a millisecond, so that the check comes late rather than early.
    return pause.compareTo(LONGEST) < 0 ? pause.plusMillis(1) : LONGEST;
  }

  /// Returns whether some of a signer's agents stay due.
  private boolean wake(String signer, Waking waking) throws StoreException {
    var now = clock.instant();
    int most = rules.limits().stays().wakesADay();
    var due = stays.due(signer, now, MOST_AT_ONCE);
    boolean isMore = due.size() == MOST_AT_ONCE;
    for (var visit : due) {
      isMore |= wake(visit, now, most, waking);
    }
    return isMore;
  }

  /// Returns whether the agent stays due. A fault with one agent must not keep the signer's other
  /// agents asleep.
  private boolean wake(ParkedVisit visit, Instant now, int most, Waking waking)
      throws StoreException {
    try {
      if (!visit.ends().isAfter(now)) {
        waking.end(visit);
      } else if (visit.wakesOn(now) >= most) {
        var _ = stays.postpone(visit, StayStore.tomorrow(now)).await();
      } else if (waking.room(visit.signer()) > 0) {
        waking.begin(visit, visit.due().orElse(Waker.TIME));
      } else {
        return true;
      }
      return false;
    } catch (RuntimeException e) {
      faults.fault("The wake of a parked agent", e);
      return true;
    }
  }
}

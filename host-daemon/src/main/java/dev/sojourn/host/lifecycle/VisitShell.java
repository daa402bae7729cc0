package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.visit.VisitOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Runs the life cycle of one visit: takes events from its mailbox, lets [VisitMachine] decide, and
/// carries out the commands. It has its own virtual thread, so that events and commands have one
/// order. The agent runs on another thread. Other classes use the visit as [ActiveVisit].
final class VisitShell {
  private static final System.Logger LOG = System.getLogger(VisitShell.class.getName());

  // The pause after a full disk: an operator has time to free space, and the visit resumes soon.
  private static final Duration REST = Duration.ofSeconds(10);

  private final LinkedBlockingQueue<VisitEvent> events = new LinkedBlockingQueue<>();
  private final ActiveVisit visit;
  private final boolean isBehind;
  private final Store store;
  private final SignerPlaces places;
  private final VisitExecution execution;
  private final RateLimitedLog faults;
  private Optional<GrantedVisit> granted;
  private Optional<SignerPlaces.Place> place = Optional.empty();
  private Optional<Thread> agent = Optional.empty();

  /// @param earlier the shell of an earlier visit with the same name that has not left yet
  /// @param granted the agent and its terms if it just arrived; otherwise the store has it
  VisitShell(
      ActiveVisit visit,
      Optional<VisitShell> earlier,
      Optional<GrantedVisit> granted,
      Store store,
      SignerPlaces places,
      VisitExecution execution,
      RateLimitedLog faults) {
    this.visit = visit;
    this.isBehind = earlier.isPresent();
    // A waiting visit is later reread from the disk, because many may wait in memory.
    this.granted = isBehind ? Optional.empty() : granted;
    this.store = store;
    this.places = places;
    this.execution = execution;
    this.faults = faults;
    earlier.ifPresent(before -> before.visit.whenLeft(() -> announce(new VisitEvent.Cleared())));
  }

  /// {@return the visit for other classes}
  ActiveVisit visit() {
    return visit;
  }

  /// Adds an event to the mailbox, also before the start. Does not wait.
  void announce(VisitEvent event) {
    events.add(event);
  }

  /// Starts the thread that handles events.
  ///
  /// @param forget removes this shell from the table, before waiting threads learn that the visit
  ///   left
  void start(Runnable forget) {
    Thread.ofVirtual().name("life-of-" + visit.key().agentId()).start(() -> live(forget));
  }

  private void live(Runnable forget) {
    try {
      var record = VisitMachine.first(isBehind);
      carryOut(VisitMachine.command(record));
      while (!(record instanceof VisitRecord.Over)) {
        var before = record;
        record = VisitMachine.next(before, next(before));
        VisitMachine.command(before, record).ifPresent(this::carryOut);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      faults.fault("The life cycle of a visit", e);
    } finally {
      // In any case, no caller may wait forever, and no place may stay taken.
      leave(forget);
    }
  }

  private VisitEvent next(VisitRecord record) throws InterruptedException {
    return record instanceof VisitRecord.Resting
        ? next(REST).orElseGet(VisitEvent.Rested::new)
        : events.take();
  }

  /// Waits up to the given time for the next event.
  private Optional<VisitEvent> next(Duration longest) throws InterruptedException {
    return Optional.ofNullable(events.poll(longest.toNanos(), TimeUnit.NANOSECONDS));
  }

  private void carryOut(VisitCommand command) {
    switch (command) {
      case VisitCommand.AwaitEarlier _, VisitCommand.Rest _ -> {
        // The next event ends the wait.
      }
      case VisitCommand.Enter _ -> enter();
      case VisitCommand.Run(boolean isAtHand) -> run(isAtHand);
      case VisitCommand.Stop _ -> agent.ifPresent(Thread::interrupt);
      case VisitCommand.KeepEnd(var conclusion) -> announce(kept(conclusion));
      case VisitCommand.Leave(var kept) ->
          kept.map(SignedStatus::status).ifPresent(this::reportEnd);
    }
  }

  /// A waiting visit does not keep its agent in memory.
  private void enter() {
    var taken = places.enter(visit.guest().signer(), () -> announce(new VisitEvent.Entered(false)));
    place = Optional.of(taken);
    if (taken.isAtOnce()) {
      announce(new VisitEvent.Entered(granted.isPresent()));
    } else {
      granted = Optional.empty();
    }
  }

  private void run(boolean isAtHand) {
    var came = isAtHand ? granted : Optional.<GrantedVisit>empty();
    granted = Optional.empty();
    agent =
        Optional.of(
            Thread.ofVirtual().name("visit-" + visit.key().agentId()).start(() -> runAgent(came)));
  }

  private void runAgent(Optional<GrantedVisit> came) {
    VisitEvent outcome = execution.fault();
    try {
      outcome = execution.run(visit, came);
    } finally {
      announce(outcome);
    }
  }

  private VisitEvent kept(PendingEnd conclusion) {
    try {
      return switch (conclusion) {
        case PendingEnd.Own own -> {
          var kept =
              store.visits().end(visit.key(), own.ending(), own.endSigner(), own.use()).await();
          countLastParcel(own);
          yield new VisitEvent.EndKept(kept);
        }
        case PendingEnd.Parked(var parking) -> new VisitEvent.EndKept(parked(parking));
        case PendingEnd.Decided decided ->
            new VisitEvent.EndKept(store.visits().end(visit.key(), decided.ending()).await());
      };
    } catch (StoreException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The end of visit {0} could not be kept: {1}",
          visit.key().agentId(),
          e.getMessage());
      return new VisitEvent.EndLost();
    }
  }

  /// If the host has no room for the parked agent, the visit ends.
  private Optional<SignedStatus> parked(Parking parking) throws StoreException {
    var limits = execution.rules().limits().stays();
    var key = visit.key();
    return switch (execution.stays().park(parking, limits).await()) {
      case PARKED -> {
        execution.schedule().parked(parking);
        yield store.status(key);
      }
      case GONE -> store.status(key);
      case SIGNER_FULL ->
          store
              .visits()
              .end(key, full("parked-per-signer", limits.parkedPerSigner(), parking))
              .await();
      case FULL -> store.visits().end(key, full("parked", limits.parked(), parking)).await();
      case SCOPE_TOO_LONG ->
          store
              .visits()
              .end(key, stopped("stopped, since its scope has too many prefixes to stay", parking))
              .await();
    };
  }

  private static VisitEnding full(String limit, int most, Parking parking) {
    return stopped(
        "stopped by limits.%s of the host, %,d parked agents".formatted(limit, most), parking);
  }

  private static VisitEnding stopped(String reason, Parking parking) {
    return VisitEnding.of(new VisitOutcome.Stopped(reason), parking.at());
  }

  private void countLastParcel(PendingEnd.Own own) {
    try {
      StoreJournal.countParcel(store, visit, own.ending().lines().size());
    } catch (StoreException e) {
      // The end itself is stored; only its log line lacks the parcel.
      LOG.log(System.Logger.Level.DEBUG, "The last parcel is not counted: {0}", e.getMessage());
    }
  }

  /// If the visit was already over on disk, its end is already in the log. A visit also counts as
  /// ended if its agent travels on.
  private void reportEnd(VisitStatus status) {
    boolean isLeaving = status.state() == VisitState.LEAVING;
    if (isLeaving) {
      execution.hops().look();
    }
    if (isLeaving || status.state().isFinal()) {
      VisitLog.ended(execution.trail(), visit.key(), visit.guest(), status);
      execution.counts().ended(status.state().word());
    }
  }

  /// Otherwise no thread could reach an agent that still runs.
  private void leave(Runnable forget) {
    agent.ifPresent(Thread::interrupt);
    place.ifPresent(SignerPlaces.Place::leave);
    forget.run();
    visit.leave();
  }
}

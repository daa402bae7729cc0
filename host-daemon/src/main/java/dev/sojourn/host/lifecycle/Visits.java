package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.metrics.VisitCounts;
import dev.sojourn.host.onward.HopSchedule;
import dev.sojourn.host.onward.OnwardHops;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.visit.VisitRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// The visits that wait or run in this process. Safe for use by many threads.
public final class Visits implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Visits.class.getName());
  private static final Duration STOP_TIME = Duration.ofSeconds(10);

  private final Store store;
  private final AuditTrail trail;
  private final CurrentRules rules;
  private final TrustRecheck trust;
  private final VisitExecution execution;
  private final InstantSource clock;
  private final RateLimitedLog faults;
  private final SignerPlaces places;
  private final VisitCounts counts;
  private final ParkedVisits parked;
  private final HopSchedule hops;
  private final ConcurrentHashMap<VisitKey, VisitShell> active = new ConcurrentHashMap<>();
  private volatile boolean isClosing;
  private volatile boolean isDrained;

  /// Creates an empty table.
  ///
  /// @param store keeps the visits
  /// @param trail hears of them
  /// @param rules of the moment
  /// @param verifier checks whether the signer of a visit is still trusted
  /// @param statements about visits that end
  /// @param runner makes visits
  /// @param changes of pages
  /// @param clock the time
  public Visits(
      Store store,
      AuditTrail trail,
      CurrentRules rules,
      PackageVerifier verifier,
      Statements statements,
      VisitRunner runner,
      SiteChanges changes,
      InstantSource clock) {
    this.store = store;
    this.trail = trail;
    this.rules = rules;
    this.trust = new TrustRecheck(verifier);
    this.clock = clock;
    this.faults = new RateLimitedLog(LOG);
    this.counts = new VisitCounts(rules::signers);
    var stays = new StayStore(store);
    var schedule = new WakeSchedule(stays, changes, rules, AwaitedRules.RETRY, clock, faults);
    this.parked = new ParkedVisits(store, stays, schedule, this, rules, clock);
    this.hops =
        OnwardHops.schedule(
            store, rules, statements.key(), trail, new LeavingVisits(), clock, faults);
    this.execution = execution(statements, runner, changes, stays, schedule);
    this.places =
        new SignerPlaces(
            () -> rules.limits().visitsAtOnce(), signer -> rules.limitsOf(signer).visitsAtOnce());
  }

  private VisitExecution execution(
      Statements statements,
      VisitRunner runner,
      SiteChanges changes,
      StayStore stays,
      WakeSchedule schedule) {
    return new VisitExecution(
        store,
        trail,
        rules,
        trust,
        statements,
        runner,
        IdleCpu.ofThisMachine(clock),
        clock,
        faults,
        counts,
        stays,
        changes,
        schedule,
        hops);
  }

  /// Goes on with all visits that are not over.
  ///
  /// @throws StoreException if the disk fails
  public void resume() throws StoreException {
    var unfinished = store.unfinished();
    if (!unfinished.isEmpty()) {
      LOG.log(
          System.Logger.Level.INFO,
          "Visits that were not over when the daemon ended go on: {0}",
          unfinished.size());
    }
    for (var visit : unfinished) {
      var guest = VisitLog.Guest.of(rules.signerName(visit.passport()), visit);
      var _ = begin(visit.key(), guest, Optional.empty(), Optional.empty());
    }
    parked.start();
    hops.start();
  }

  /// {@return the visits that are parked}
  public ParkedVisits parked() {
    return parked;
  }

  /// {@return how many visits of a signer may begin now besides those that are here}
  ///
  /// @param signer how the operator calls them
  int room(String signer) {
    var limits = rules.limits();
    return isDrained || isClosing || isQueueFull(signer)
        ? 0
        : limits.visitsAtOnce() + limits.waitingVisits() - active.size();
  }

  /// Goes on with a visit on disk that was parked until now.
  ///
  /// @param waking the message for which it does, if it does for one
  Optional<ActiveVisit> resume(VisitKey key, Optional<String> waking) throws StoreException {
    var visit = store.find(key);
    return visit.isEmpty()
        ? Optional.empty()
        : begin(
            key,
            VisitLog.Guest.of(rules.signerName(visit.get().passport()), visit.get()),
            Optional.empty(),
            waking);
  }

  /// {@return the limits for taking one more agent in}
  ///
  /// @param signer how the operator calls its signer
  public IntakeLimits intakeLimits(String signer) {
    var limits = rules.limits();
    // Even without room the store knows an agent that came before, and says so.
    int unfinished =
        isDrained || isQueueFull(signer) ? 0 : limits.visitsAtOnce() + limits.waitingVisits();
    return new IntakeLimits(unfinished, rules.limitsOf(signer).day(), rules.storageOf(signer));
  }

  /// Takes no further agents in, or takes them in again. Visits that are here go on.
  ///
  /// @param takesNone whether further agents are asked to come back
  public void drain(boolean takesNone) {
    isDrained = takesNone;
    parked.look();
  }

  /// {@return whether further agents are asked to come back}
  public boolean isDrained() {
    return isDrained;
  }

  /// {@return the visits that wait or run now; one that comes or goes meanwhile may be among them}
  public Iterable<ActiveVisit> present() {
    return () -> active.values().stream().map(VisitShell::visit).iterator();
  }

  /// {@return how many visits wait or run now}
  public int size() {
    return active.size();
  }

  /// Stops agents that have spent more than the limits of visits that the host has now: these may
  /// have become tighter since.
  public void holdToLimits() {
    var limits = rules.limits();
    active.values().forEach(shell -> shell.visit().hold(limits));
  }

  /// Whether a signer has as many visits waiting as one signer may: half of all that may wait, so
  /// that there is room for others.
  private boolean isQueueFull(String signer) {
    int all = rules.limits().waitingVisits();
    return all > 0 && places.waiting(signer) > all / 2;
  }

  /// Begins the visit of an agent that is on disk. If the daemon closes, it begins after the next
  /// start.
  ///
  /// @param granted the agent, and its terms
  public void begin(GrantedVisit granted) {
    var arrival = granted.arrival();
    var guest = VisitLog.Guest.of(rules.signerName(arrival.passport()), arrival, granted.from());
    var visit = guest.audited(arrival.key());
    trail.arrived(visit, arrival.passport(), guest.received(), granted.from());
    var _ = begin(arrival.key(), guest, Optional.of(granted), Optional.empty());
  }

  /// An earlier visit of that name is over on disk and only has to leave; otherwise this one would
  /// not have been taken in.
  private Optional<ActiveVisit> begin(
      VisitKey key, VisitLog.Guest guest, Optional<GrantedVisit> granted, Optional<String> waking) {
    if (isClosing) {
      return Optional.empty();
    }
    var visit = new ActiveVisit(key, guest, waking);
    var shell =
        active.compute(
            key,
            (_, earlier) ->
                new VisitShell(
                    visit,
                    Optional.ofNullable(earlier),
                    granted,
                    store,
                    places,
                    execution,
                    faults));
    shell.start(() -> active.remove(key, shell));
    if (isClosing) {
      shell.announce(new VisitEvent.Closed());
    }
    parked.announce(key);
    return Optional.of(visit);
  }

  /// {@return whether the agent of a visit is on its way to another host}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public boolean isLeaving(VisitKey key) throws StoreException {
    return store
        .status(key)
        .filter(kept -> kept.status().state() == VisitState.LEAVING)
        .isPresent();
  }

  /// {@return what the visits of this process have done since its start}
  public VisitCounts counts() {
    return counts;
  }

  /// {@return the visit in this process; empty if it is over, or was never here}
  ///
  /// @param key its name
  public Optional<ActiveVisit> active(VisitKey key) {
    return Optional.ofNullable(active.get(key)).map(VisitShell::visit);
  }

  /// Ends a visit for good and waits until it runs no more; a visit that is over stays as it is. So
  /// does one whose agent another host may have already.
  ///
  /// @param key its name
  /// @param reason one sentence, which is kept
  /// @return how it stands then; empty if it is not here
  /// @throws StoreException if the end could not be kept
  /// @throws InterruptedException if the thread is interrupted
  public Optional<SignedStatus> kill(VisitKey key, String reason)
      throws StoreException, InterruptedException {
    var shell = active.get(key);
    if (shell != null) {
      shell.announce(new VisitEvent.Killed(reason, clock.instant()));
      if (!shell.visit().awaitEnd(STOP_TIME)) {
        LOG.log(System.Logger.Level.WARNING, "Visit {0} does not end", key.agentId());
      }
    }
    var kept = store.status(key);
    if (kept.isEmpty() || kept.get().status().state().isFinal()) {
      return kept;
    }
    if (kept.get().status().state() == VisitState.LEAVING) {
      return recalled(key, reason);
    }
    var ended = end(key, VisitEnding.killed(reason, clock.instant()));
    if (ended.isPresent() && ended.get().status().state() == VisitState.LEAVING) {
      return recalled(key, reason); // It has begun to leave since it was looked at.
    }
    // It may have been woken in the same moment; then it finds that it is over.
    var woken = active.get(key);
    if (woken != null && woken != shell) {
      woken.announce(new VisitEvent.Killed(reason, clock.instant()));
      var _ = woken.visit().awaitEnd(STOP_TIME);
    }
    return ended;
  }

  private Optional<SignedStatus> recalled(VisitKey key, String reason)
      throws StoreException, InterruptedException {
    hops.recall(key, STOP_TIME, () -> end(key, VisitEnding.killed(reason, clock.instant())));
    return store.status(key);
  }

  /// Ends a visit on disk that does not run here, or cannot be stopped, unless another host may
  /// have its agent.
  Optional<SignedStatus> end(VisitKey key, VisitEnding ending) throws StoreException {
    var ended = store.visits().end(key, ending).await();
    parked.announce(key);
    if (ended.isPresent() && ended.get().status().state().isFinal()) {
      reportEnd(key, ended.get().status());
    }
    return ended;
  }

  /// The visits whose agents go on to other hosts, for those who send them.
  private final class LeavingVisits implements OnwardHops.Owner {
    @Override
    public Optional<String> objection(KeptVisit visit) {
      return trust.objection(visit);
    }

    @Override
    public void end(KeptVisit visit, String reason) throws StoreException {
      var _ = Visits.this.end(visit.key(), VisitEnding.killed(reason, clock.instant()));
    }

    @Override
    public void settled(VisitKey key) throws StoreException {
      var status = store.status(key);
      if (status.isPresent()) {
        reportEnd(key, status.get().status());
      }
      parked.announce(key);
    }
  }

  /// Reports a visit that ended without running to log and counts.
  void reportEnd(VisitKey key, VisitStatus status) throws StoreException {
    var visit = store.find(key);
    if (visit.isPresent()) {
      var guest = VisitLog.Guest.of(rules.signerName(visit.get().passport()), visit.get());
      VisitLog.ended(trail, key, guest, status);
      counts.ended(status.state().word());
    }
  }

  /// Judges anew whether all visits may go on, and ends the others. Returns at once.
  ///
  /// @return how many visits were ended, each for some of them; complete when that is known
  public List<CompletableFuture<Integer>> judgeAgain() {
    var judged = new ArrayList<CompletableFuture<Integer>>();
    for (var key : active.keySet()) {
      judged.add(judged("visit " + key.agentId(), () -> judgeAgain(key) ? 1 : 0));
    }
    judged.add(judged("parked visits", () -> parked.judgeAgain(this::objection)));
    return judged;
  }

  /// A judgement, which gives the number of visits that it ended.
  private interface Judgement {
    int make() throws StoreException, InterruptedException;
  }

  private static CompletableFuture<Integer> judged(String what, Judgement judgement) {
    var ended = new CompletableFuture<Integer>();
    Thread.ofVirtual()
        .name("judge-" + what)
        .start(
            () -> {
              try {
                ended.complete(judgement.make());
              } catch (StoreException e) {
                LOG.log(
                    System.Logger.Level.WARNING,
                    "Whether {0} may go on could not be checked: {1}",
                    what,
                    e.getMessage());
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              } finally {
                ended.complete(0);
              }
            });
    return ended;
  }

  /// The same for one visit; returns when it has ended, if it must.
  ///
  /// @param key its name
  /// @return whether it was ended
  /// @throws StoreException if the disk fails
  /// @throws InterruptedException if the thread is interrupted
  public boolean judgeAgain(VisitKey key) throws StoreException, InterruptedException {
    var visit = store.find(key).filter(kept -> !kept.status().state().isFinal());
    var objection = visit.flatMap(this::objection);
    if (objection.isPresent()) {
      try {
        var _ = kill(key, objection.get());
      } catch (StoreException e) {
        // It runs no more. On a disk that takes nothing it is judged anew after the next start.
        LOG.log(
            System.Logger.Level.WARNING,
            "The end of visit {0} could not be kept: {1}",
            key.agentId(),
            e.getMessage());
      }
      LOG.log(System.Logger.Level.INFO, "Visit {0} ended: {1}", key.agentId(), objection.get());
    }
    return objection.isPresent();
  }

  private Optional<String> objection(KeptVisit visit) {
    return trust
        .objection(visit)
        .or(
            () ->
                rules.sites().find(visit.passport().scope().origin()).isPresent()
                    ? Optional.empty()
                    : Optional.of("Its site is not served here any more."));
  }

  /// Stops all visits, and waits until they have stopped. They go on after the next start.
  @Override
  public void close() {
    isClosing = true;
    parked.close();
    hops.close();
    var under = List.copyOf(active.values());
    under.forEach(shell -> shell.announce(new VisitEvent.Closed()));
    long until = System.nanoTime() + STOP_TIME.toNanos();
    try {
      for (var shell : under) {
        var visit = shell.visit();
        if (!visit.awaitEnd(Duration.ofNanos(until - System.nanoTime()))) {
          LOG.log(System.Logger.Level.WARNING, "Visit {0} does not stop", visit.key().agentId());
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

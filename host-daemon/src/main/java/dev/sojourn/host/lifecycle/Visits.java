package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.metrics.VisitCounts;
import dev.sojourn.host.onward.HopSchedule;
import dev.sojourn.host.onward.OnwardHops;
import dev.sojourn.host.page.PageStore;
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

/// The waiting and running visits of this process. Thread-safe.
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
  /// @param store stores the visits
  /// @param trail records the visits
  /// @param rules the current rules
  /// @param verifier rechecks trust in a visit's signer
  /// @param statements about visits that end
  /// @param runner runs visits
  /// @param pages stores the views of pages
  /// @param changes reports changed pages
  /// @param clock the time
  public Visits(
      Store store,
      AuditTrail trail,
      CurrentRules rules,
      PackageVerifier verifier,
      Statements statements,
      VisitRunner runner,
      PageStore pages,
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
    this.execution = execution(statements, runner, pages, changes, stays, schedule);
    this.places =
        new SignerPlaces(
            () -> rules.limits().visitsAtOnce(), signer -> rules.limitsOf(signer).visitsAtOnce());
  }

  private VisitExecution execution(
      Statements statements,
      VisitRunner runner,
      PageStore pages,
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
        pages,
        IdleCpu.ofThisMachine(clock),
        clock,
        faults,
        counts,
        stays,
        changes,
        schedule,
        hops);
  }

  /// Continues all unfinished visits.
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

  /// {@return the parked visits}
  public ParkedVisits parked() {
    return parked;
  }

  /// {@return the number of a signer's visits that may begin now}
  ///
  /// @param signer the operator's name for the signer
  int room(String signer) {
    var limits = rules.limits();
    return isDrained || isClosing || isQueueFull(signer)
        ? 0
        : limits.visitsAtOnce() + limits.waitingVisits() - active.size();
  }

  /// Continues a visit on disk that was parked until now.
  ///
  /// @param waking the message that wakes the agent; empty for other causes
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

  /// {@return the limits for admitting one more agent}
  ///
  /// @param signer the operator's name for its signer
  public IntakeLimits intakeLimits(String signer) {
    var limits = rules.limits();
    // Even at the limit, the store recognizes a repeated transfer.
    int unfinished =
        isDrained || isQueueFull(signer) ? 0 : limits.visitsAtOnce() + limits.waitingVisits();
    return new IntakeLimits(unfinished, rules.limitsOf(signer).day(), rules.storageOf(signer));
  }

  /// Stops or resumes the admission of agents. The present visits continue.
  ///
  /// @param takesNone whether the host asks further agents to come back later
  public void drain(boolean takesNone) {
    isDrained = takesNone;
    parked.look();
  }

  /// {@return whether the host asks further agents to come back later}
  public boolean isDrained() {
    return isDrained;
  }

  /// {@return the waiting and running visits; concurrent changes may or may not be visible}
  public Iterable<ActiveVisit> present() {
    return () -> active.values().stream().map(VisitShell::visit).iterator();
  }

  /// {@return the number of waiting and running visits}
  public int size() {
    return active.size();
  }

  /// Stops agents that have spent more than the current limits, which a reload may have tightened.
  public void holdToLimits() {
    var limits = rules.limits();
    active.values().forEach(shell -> shell.visit().hold(limits));
  }

  /// Whether a signer's queue is full: one signer may fill half of all waiting places, so that
  /// others have room.
  private boolean isQueueFull(String signer) {
    int all = rules.limits().waitingVisits();
    return all > 0 && places.waiting(signer) > all / 2;
  }

  /// Begins the visit of a stored agent. If the daemon is closing, the visit begins after the next
  /// start.
  ///
  /// @param granted the agent with its terms
  public void begin(GrantedVisit granted) {
    var arrival = granted.arrival();
    var guest = VisitLog.Guest.of(rules.signerName(arrival.passport()), arrival, granted.from());
    var visit = guest.audited(arrival.key());
    trail.arrived(visit, arrival.passport(), guest.received(), granted.from());
    var _ = begin(arrival.key(), guest, Optional.of(granted), Optional.empty());
  }

  /// An earlier visit of that name is over on disk and only has to leave; otherwise the store would
  /// have refused this visit.
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

  /// {@return whether the agent of a visit is travelling to another host}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public boolean isLeaving(VisitKey key) throws StoreException {
    return store
        .status(key)
        .filter(kept -> kept.status().state() == VisitState.LEAVING)
        .isPresent();
  }

  /// {@return counts of the visits of this process since its start}
  public VisitCounts counts() {
    return counts;
  }

  /// {@return the visit in this process; empty if it is over or unknown}
  ///
  /// @param key its name
  public Optional<ActiveVisit> active(VisitKey key) {
    return Optional.ofNullable(active.get(key)).map(VisitShell::visit);
  }

  /// Ends a visit permanently and waits until it no longer runs; does not change a visit that is
  /// over. Does not change a visit whose agent may already be on another host.
  ///
  /// @param key its name
  /// @param reason one sentence, which is stored
  /// @return its status afterwards; empty if the visit does not exist
  /// @throws StoreException if the end could not be stored
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
      return recalled(key, reason); // Its agent has begun to leave since the first look.
    }
    // The visit may have been woken at the same moment; it then finds that it is over.
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

  /// Ends a visit on disk that does not run or cannot be stopped, unless its agent may be on
  /// another host.
  Optional<SignedStatus> end(VisitKey key, VisitEnding ending) throws StoreException {
    var ended = store.visits().end(key, ending).await();
    parked.announce(key);
    if (ended.isPresent() && ended.get().status().state().isFinal()) {
      reportEnd(key, ended.get().status());
    }
    return ended;
  }

  /// Gives the onward schedule access to the visits whose agents travel on.
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

  /// Records the end of a visit that did not run, in the log and the counts.
  void reportEnd(VisitKey key, VisitStatus status) throws StoreException {
    var visit = store.find(key);
    if (visit.isPresent()) {
      var guest = VisitLog.Guest.of(rules.signerName(visit.get().passport()), visit.get());
      VisitLog.ended(trail, key, guest, status);
      counts.ended(status.state().word());
    }
  }

  /// Rechecks all visits, and ends those that may not continue. Does not wait.
  ///
  /// @return one future for each group of visits, with the number of visits that ended
  public List<CompletableFuture<Integer>> judgeAgain() {
    var judged = new ArrayList<CompletableFuture<Integer>>();
    for (var key : active.keySet()) {
      judged.add(judged("visit " + key.agentId(), () -> judgeAgain(key) ? 1 : 0));
    }
    judged.add(judged("parked visits", () -> parked.judgeAgain(this::objection)));
    return judged;
  }

  /// A recheck, which returns the number of visits that it ended.
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

  /// Rechecks one visit; if it may not continue, returns after its end.
  ///
  /// @param key its name
  /// @return whether this call ended it
  /// @throws StoreException if the disk fails
  /// @throws InterruptedException if the thread is interrupted
  public boolean judgeAgain(VisitKey key) throws StoreException, InterruptedException {
    var visit = store.find(key).filter(kept -> !kept.status().state().isFinal());
    var objection = visit.flatMap(this::objection);
    if (objection.isPresent()) {
      try {
        var _ = kill(key, objection.get());
      } catch (StoreException e) {
        // The visit no longer runs. If the disk fails, the next start rechecks it.
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

  /// Stops all visits, and waits up to ten seconds for that. They continue after the next start.
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

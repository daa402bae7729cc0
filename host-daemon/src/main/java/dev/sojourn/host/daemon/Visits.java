package dev.sojourn.host.daemon;

import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.store.AdmitResult;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.host.store.VisitRecord;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitRunner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Runs the visits that the store holds, each on a virtual thread of its own, so many at once as
/// the configuration says. Safe for use by many threads.
final class Visits implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Visits.class.getName());

  // After a full disk; long enough for an operator to make room, short enough not to be forgotten.
  private static final Duration PAUSE_AFTER_DISK = Duration.ofSeconds(10);
  private static final Duration STOP_TIME = Duration.ofSeconds(10);
  private static final Duration LEAVE_TIME = Duration.ofSeconds(1);

  private final Store store;
  private final CurrentRules rules;
  private final HostNames names;
  private final PackageVerifier verifier;
  private final Statements statements;
  private final VisitRunner runner;
  private final InstantSource clock;
  private final RateLimitedLog faults;
  private final SignerPlaces places;
  private final SignerQuotas quotas;
  private final ConcurrentHashMap<VisitKey, ActiveVisit> stays = new ConcurrentHashMap<>();
  private volatile boolean closing;

  Visits(
      Store store,
      CurrentRules rules,
      HostNames names,
      PackageVerifier verifier,
      Statements statements,
      VisitRunner runner,
      InstantSource clock) {
    this.store = store;
    this.rules = rules;
    this.names = names;
    this.verifier = verifier;
    this.statements = statements;
    this.runner = runner;
    this.clock = clock;
    this.faults = new RateLimitedLog(LOG);
    this.places =
        new SignerPlaces(
            () -> rules.limits().visitsAtOnce(), signer -> rules.limitsOf(signer).visitsAtOnce());
    this.quotas = new SignerQuotas(rules, places);
  }

  /// Begins or resumes all visits that are not over.
  void resume() throws StoreException {
    for (var visit : store.unfinished()) {
      var guest = VisitLog.Guest.of(rules.signerName(visit.passport()), visit.passport());
      var _ = begin(visit.key(), guest, Optional.empty());
    }
  }

  /// An agent that asked to be taken in.
  ///
  /// @param admission what the store says
  /// @param stay its visit, where it begins at once; empty also where it begins later
  record Taken(AdmitResult admission, Optional<ActiveVisit> stay) {}

  /// Takes an agent in, if nothing speaks against it, and begins its visit. The visit may run while
  /// its agent is being flushed to disk; nothing of it is kept or told before that is done, and if
  /// that fails the visit ends as if the agent had never come.
  ///
  /// @throws StoreException if the disk fails; the agent is not here then
  Taken admit(Arrival arrival) throws StoreException {
    var guest = VisitLog.Guest.of(rules.signerName(arrival.passport()), arrival);
    var early = new AtomicReference<@Nullable ActiveVisit>();
    Runnable beginEarly =
        () -> {
          if (early.get() == null) {
            early.set(
                begun(arrival.key(), guest, Optional.of(arrival), ActiveVisit.Keeping.UNDER_WAY));
          }
        };
    boolean isKept = false;
    try {
      var admission = store.admit(arrival, quotas.ofIntake(arrival.signer()), beginEarly);
      isKept = admission == AdmitResult.KEPT;
      return new Taken(admission, isKept ? goOn(early.get(), guest, arrival) : Optional.empty());
    } finally {
      var stay = early.get();
      if (!isKept && stay != null) {
        stay.revoke();
      }
    }
  }

  private Optional<ActiveVisit> goOn(
      @Nullable ActiveVisit early, VisitLog.Guest guest, Arrival arrival) {
    if (early == null) {
      awaitLeave(arrival.key());
      return begin(arrival.key(), guest, Optional.of(arrival));
    }
    early.confirm();
    return Optional.of(early);
  }

  /// An owner who has just been given an agent back may send it again before its visit has left.
  private void awaitLeave(VisitKey key) {
    var before = stays.get(key);
    if (before == null) {
      return;
    }
    try {
      before.awaitEnd(LEAVE_TIME);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Begins a visit that is on disk; later, where one of that name has not left.
  // What came is passed on as it was handed in, or not at all.
  private Optional<ActiveVisit> begin(
      VisitKey key, VisitLog.Guest guest, Optional<Arrival> arrival) {
    var stay = begun(key, guest, arrival, ActiveVisit.Keeping.KEPT);
    if (stay == null && !closing) {
      var before = stays.get(key);
      // It is over on disk, or this one would not have been taken in, and has only to leave.
      if (before == null) {
        return begin(key, guest, arrival);
      }
      before.afterwards(() -> begin(key, guest, Optional.empty()));
    }
    return Optional.ofNullable(stay);
  }

  /// The visit, running; null where one of that name has not left, or all are about to.
  private @Nullable ActiveVisit begun(
      VisitKey key, VisitLog.Guest guest, Optional<Arrival> arrival, ActiveVisit.Keeping keeping) {
    if (closing) {
      return null;
    }
    var thread = Thread.ofVirtual().name("visit-" + key.agentId());
    var stay = new ActiveVisit(key, guest, arrival, keeping, thread, this::run);
    if (stays.putIfAbsent(key, stay) != null) {
      return null;
    }
    try {
      stay.start();
    } catch (RuntimeException | Error e) {
      stays.remove(key, stay);
      stay.tellOver();
      throw e;
    }
    if (closing) {
      stay.pause();
    }
    return stay;
  }

  /// The visit in this process; empty if it is over, or was never here.
  Optional<ActiveVisit> stay(VisitKey key) {
    return Optional.ofNullable(stays.get(key));
  }

  /// Ends a visit for good and waits until nothing of it runs any more; a visit that is over stays
  /// as it is.
  ///
  /// @return how it stands then; empty if it is not here
  /// @throws StoreException if the end could not be kept
  Optional<VisitRecord> kill(VisitKey key, String reason)
      throws StoreException, InterruptedException {
    // One that has not left yet may have another behind it, which begins when it leaves.
    for (var stay = stays.get(key); stay != null; stay = stays.get(key)) {
      stay.kill(reason);
      if (!stay.join(STOP_TIME)) {
        LOG.log(System.Logger.Level.WARNING, "Visit {0} does not end", key.agentId());
        break;
      }
    }
    var kept = store.standing(key);
    if (kept.isEmpty() || kept.get().status().state().isFinal()) {
      return kept;
    }
    store.end(key, VisitEnding.killed(reason, clock.instant()));
    var standing = store.standing(key);
    var visit = store.find(key);
    if (visit.isPresent()) {
      var passport = visit.get().passport();
      var guest = VisitLog.Guest.of(rules.signerName(passport), passport);
      VisitLog.ended(key, guest, visit.get().status());
    }
    return standing;
  }

  /// Judges anew whether the signers of all visits are trusted, and ends the visits of those who
  /// are not. Returns at once.
  void judgeAgain() {
    for (var key : stays.keySet()) {
      Thread.ofVirtual()
          .name("judge-" + key.agentId())
          .start(
              () -> {
                try {
                  judgeAgain(key);
                } catch (StoreException e) {
                  LOG.log(
                      System.Logger.Level.WARNING,
                      "Whether visit {0} may go on could not be told: {1}",
                      key.agentId(),
                      e.getMessage());
                } catch (InterruptedException _) {
                  Thread.currentThread().interrupt();
                }
              });
    }
  }

  /// The same for one visit; returns when it has ended, where it must.
  void judgeAgain(VisitKey key) throws StoreException, InterruptedException {
    var visit = store.find(key).filter(kept -> !kept.status().state().isFinal());
    var distrust = visit.flatMap(this::distrust);
    if (distrust.isPresent()) {
      var _ = kill(key, distrust.get());
      LOG.log(System.Logger.Level.INFO, "Visit {0} ended: {1}", key.agentId(), distrust.get());
    }
  }

  /// Why a visit may not go on, if its signer is trusted no more. That a key directory cannot be
  /// had is no reason: the signer was trusted when the agent came.
  private Optional<String> distrust(KeptVisit visit) {
    return switch (verifier.verifySigner(visit.agent())) {
      case PackageVerdict.Verified _ -> Optional.empty();
      case PackageVerdict.Refused refused ->
          refused.fault() == PackageFault.SIGNER_UNVERIFIED
              ? Optional.empty()
              : Optional.of("Its signer is not trusted here any more.");
    };
  }

  private void run(ActiveVisit stay) {
    try {
      enter(stay);
      try {
        while (!runOnce(stay) && stay.awaitKept()) {
          Thread.sleep(PAUSE_AFTER_DISK);
        }
      } finally {
        places.leave(stay.guest().signer());
      }
    } catch (InterruptedException _) {
      stay.verdict().ifPresent(reason -> keepVerdict(stay, reason));
    } catch (RuntimeException e) {
      faults.fault("A visit", e);
      keepFailure(stay);
    } finally {
      tellEnd(stay);
      stays.remove(stay.key(), stay);
      stay.tellOver();
    }
  }

  /// A visit that is paused is not over, and one that was never kept was none.
  private void tellEnd(ActiveVisit stay) {
    try {
      var standing = stay.isKept() ? store.standing(stay.key()) : Optional.<VisitRecord>empty();
      standing
          .map(VisitRecord::status)
          .filter(status -> status.state().isFinal())
          .ifPresent(status -> VisitLog.ended(stay.key(), stay.guest(), status));
    } catch (StoreException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "How visit {0} ended could not be read: {1}",
          stay.key().agentId(),
          e.getMessage());
    }
  }

  /// Waits for a place. What came is not held in memory meanwhile, where many may wait; it is in
  /// the store.
  private void enter(ActiveVisit stay) throws InterruptedException {
    if (!places.tryEnter(stay.guest().signer())) {
      var _ = stay.takeArrival();
      places.enter(stay.guest().signer());
    }
  }

  private void keepVerdict(ActiveVisit stay, String reason) {
    keep(stay, VisitEnding.killed(reason, clock.instant()));
  }

  /// The owner can have the work done elsewhere; what was kept up to the last checkpoint stays.
  private void keepFailure(ActiveVisit stay) {
    keep(stay, failed("The visit ended by a fault of this host."));
  }

  private void keep(ActiveVisit stay, VisitEnding ending) {
    if (!stay.awaitKept()) {
      return;
    }
    try {
      store.end(stay.key(), ending);
    } catch (StoreException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The end of visit {0} could not be kept: {1}",
          stay.key().agentId(),
          e.getMessage());
    }
  }

  /// Runs the visit from its last checkpoint; false if the disk did not keep how it went on, so
  /// that it must be run again.
  private boolean runOnce(ActiveVisit stay) throws InterruptedException {
    var key = stay.key();
    try {
      var begins = unlessOver(stay);
      if (begins.isEmpty()) {
        return true;
      }
      var visit = begins.get().visit();
      var distrust =
          begins.get().arrival().isPresent() ? Optional.<String>empty() : distrust(visit);
      if (distrust.isPresent()) {
        store.end(key, VisitEnding.killed(distrust.get(), clock.instant()));
        LOG.log(System.Logger.Level.INFO, "Visit {0} ended: {1}", key.agentId(), distrust.get());
        return true;
      }
      switch (Terms.of(visit.passport(), rules.sites(), rules.limits(), routes())) {
        case Terms.Refused refused -> fail(stay, refused.problem().detail());
        case Terms.Granted granted -> run(stay, begins.get(), granted);
      }
      return true;
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Visit {0} could not be kept, and goes on later from its last checkpoint: {1}",
          key.agentId(),
          e.getMessage());
      return false;
    }
  }

  /// A visit that is to run.
  ///
  /// @param visit as it is on disk
  /// @param arrival what came, where that was just now and nothing has changed since
  private record Begins(KeptVisit visit, Optional<Arrival> arrival) {}

  /// To read again from the disk what is at hand takes as long as all else before the agent starts.
  private Optional<Begins> unlessOver(ActiveVisit stay) throws StoreException {
    var arrival = stay.takeArrival();
    if (arrival.isPresent() && (!stay.isKept() || store.isWaiting(arrival.get()))) {
      return Optional.of(new Begins(arrival.get().visit(), arrival));
    }
    return stay.awaitKept()
        ? store
            .find(stay.key())
            .filter(visit -> !visit.status().state().isFinal())
            .map(visit -> new Begins(visit, Optional.empty()))
        : Optional.empty();
  }

  /// Code that came with another agent of the same write is there when this agent is.
  private Optional<byte[]> code(ActiveVisit stay, Begins begins) throws StoreException {
    var came = begins.arrival().flatMap(arrival -> arrival.agent().code()).map(Bytes::toArray);
    if (came.isPresent()) {
      return came;
    }
    var digest = begins.visit().passport().codeDigest();
    var kept = store.code(digest);
    return kept.isEmpty() && stay.awaitKept() ? store.code(digest) : kept;
  }

  private Optional<byte[]> state(Begins begins) throws StoreException {
    return begins.arrival().isPresent()
        ? begins.arrival().get().agent().state().map(Bytes::toArray)
        : store.state(begins.visit().key());
  }

  private void run(ActiveVisit stay, Begins begins, Terms.Granted terms)
      throws IOException, InterruptedException {
    var visit = begins.visit();
    var key = visit.key();
    var passport = visit.passport();
    var code = code(stay, begins);
    if (code.isEmpty()) {
      fail(stay, "The code " + passport.codeDigest().hex() + " is not in the store any more.");
      return;
    }
    var now = clock.instant();
    var signer = stay.guest().signer();
    var today = store.usage(signer, now);
    // Whoever reads that it runs may speak to it, so the sandbox comes next. Should the disk fail,
    // that shows at the next checkpoint.
    stay.whenKept(
        () -> {
          stay.running();
          var _ = store.begun(key, now);
        });
    var order =
        new VisitOrder(
            key.owner(),
            key.agentId(),
            new VisitOrder.Code(passport.codeDigest().hex(), code.get(), passport.entryClass()),
            state(begins),
            new VisitOrder.Inputs(
                passport.productToken(), terms.starts(), terms.scope(), seed(passport.nonce())),
            rules.limitsOf(signer).within(terms.limits(), visit.tally(), today));
    var gate =
        new VisitGate(terms.scope(), passport.productToken(), terms.site().robots()::get, routes());
    var limits = GrantedLimits.of(order.limits(), terms.limits(), rules.limits());
    var seal = statements.seal(visit);
    var journal =
        new StoreJournal(
            store, stay, visit.tally(), seal, limits, () -> rules.storageOf(signer), clock);
    LOG.log(System.Logger.Level.DEBUG, "Visit {0} begins at {1}", key.agentId(), terms.scope());
    var _ = runner.run(order, visit.tally(), gate, terms.site().source(), journal);
  }

  private RoutePolicy routes() {
    return names.routes(rules.now().config().policy());
  }

  private void fail(ActiveVisit stay, String reason) throws StoreException {
    if (stay.awaitKept()) {
      store.end(stay.key(), failed(reason));
    }
  }

  private VisitEnding failed(String reason) {
    return new VisitEnding(
        VisitState.FAILED,
        reason,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        clock.instant());
  }

  /// The same passport gives the same numbers, so that a visit can be made again for an audit.
  private static long seed(String nonce) {
    return ByteBuffer.wrap(Digest.of(Bytes.utf8(nonce)).toArray()).getLong();
  }

  /// Pauses all visits, and waits until they have stopped. They go on after the next start.
  @Override
  public void close() {
    closing = true;
    var under = List.copyOf(stays.values());
    under.forEach(ActiveVisit::pause);
    var end = clock.instant().plus(STOP_TIME);
    try {
      for (var stay : under) {
        var left = Duration.between(clock.instant(), end);
        if (!stay.join(left.isPositive() ? left : Duration.ofMillis(1))) {
          LOG.log(System.Logger.Level.WARNING, "Visit {0} does not stop", stay.key().agentId());
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

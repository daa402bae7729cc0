package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.VisitCause;
import dev.sojourn.atp.journey.HopLogEntry;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.PassportRules;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.metrics.VisitCounts;
import dev.sojourn.host.onward.HopSchedule;
import dev.sojourn.host.onward.OnwardRoute;
import dev.sojourn.host.page.PageStore;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.GrantedLimits;
import dev.sojourn.host.rules.Terms;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.stay.StayTerms;
import dev.sojourn.host.stay.StayView;
import dev.sojourn.host.store.EndStatementSigner;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.LimitWords;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.ReadAhead;
import dev.sojourn.visit.content.RetryDelays;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/// Executes visits in the sandbox, from their arrival or their last checkpoint. Thread-safe.
///
/// @param store stores the visits
/// @param trail records the pages of visits
/// @param rules the current rules
/// @param trust rechecks a visit read from disk
/// @param statements about ended visits
/// @param runner runs visits
/// @param pages stores the views of pages
/// @param spare whether pages may be read ahead
/// @param clock the time
/// @param faults logs faults of this host
/// @param counts counts the spending of visits
/// @param stays stores parked agents
/// @param changes reports changed pages
/// @param schedule schedules parked agents
/// @param hops schedules agents that travel on
record VisitExecution(
    Store store,
    AuditTrail trail,
    CurrentRules rules,
    TrustRecheck trust,
    Statements statements,
    VisitRunner runner,
    PageStore pages,
    BooleanSupplier spare,
    InstantSource clock,
    RateLimitedLog faults,
    VisitCounts counts,
    StayStore stays,
    SiteChanges changes,
    WakeSchedule schedule,
    HopSchedule hops) {
  /// Reading ahead pauses while the waiting bodies for one agent have this many bytes.
  private static final long HELD_BYTES = 4L << 20;

  private static final System.Logger LOG = System.getLogger(VisitExecution.class.getName());

  /// Runs a visit until its agent stops. Interrupting the thread stops the agent.
  ///
  /// @param granted the agent and its terms, if it just arrived and its visit never waited
  /// @return the outcome
  VisitEvent run(ActiveVisit visit, Optional<GrantedVisit> granted) {
    try {
      return granted.isPresent() && store.isWaiting(granted.get().arrival())
          ? begun(visit, granted.get())
          : resumed(visit);
    } catch (InterruptedException _) {
      return new VisitEvent.Stopped();
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Visit {0} could not be kept, and goes on later from its last checkpoint: {1}",
          visit.key().agentId(),
          e.getMessage());
      return new VisitEvent.DiskFailed();
    } catch (RuntimeException e) {
      faults.fault("A visit", e);
      return fault();
    }
  }

  /// The owner can send the agent to another host; the work up to the last checkpoint stays.
  VisitEvent fault() {
    return failed("The visit ended by a fault of this host.");
  }

  private VisitEvent failed(String reason) {
    return decided(VisitEnding.failed(reason, clock.instant()));
  }

  private static VisitEvent decided(VisitEnding ending) {
    return new VisitEvent.Ended(new PendingEnd.Decided(ending));
  }

  /// Rereading the agent from the disk would take as long as the rest of its start.
  private VisitEvent begun(ActiveVisit visit, GrantedVisit granted)
      throws IOException, InterruptedException {
    var arrival = granted.arrival();
    var came = arrival.agent().code().map(Bytes::toArray);
    var code = came.isPresent() ? came : store.code(arrival.passport().codeDigest());
    var state = arrival.agent().state().map(Bytes::toArray);
    return code.isEmpty()
        ? codeMissing(arrival.visit())
        : execute(visit, arrival.visit(), granted.terms(), code.get(), state, Optional.empty());
  }

  private VisitEvent resumed(ActiveVisit visit) throws IOException, InterruptedException {
    // A leaving agent has also completed its visit here.
    var found =
        store
            .find(visit.key())
            .filter(kept -> !kept.status().state().isFinal())
            .filter(kept -> kept.status().state() != VisitState.LEAVING);
    if (found.isEmpty()) {
      return new VisitEvent.FoundOver();
    }
    var kept = found.get();
    var distrust = trust.objection(kept);
    if (distrust.isPresent()) {
      var id = visit.key().agentId();
      LOG.log(System.Logger.Level.INFO, "Visit {0} ended: {1}", id, distrust.get());
      return decided(VisitEnding.killed(distrust.get(), clock.instant()));
    }
    return switch (rules.now().terms(kept.passport())) {
      case Terms.Refused(var problem) when problem.code().equals(Terms.SITE_AWAY) ->
          new VisitEvent.DiskFailed(); // It continues when the site is available again.
      case Terms.Refused refused -> failed(refused.problem().detail());
      case Terms.Granted terms -> {
        var code = store.code(kept.passport().codeDigest());
        var awake = stays.awake(kept.key());
        if (awake.isPresent() && kept.tally().hasSpent(terms.limits())) {
          // Otherwise each wake would let it exceed its limits slightly.
          var spent = new VisitOutcome.Stopped("stopped, since it has spent what it may");
          yield decided(VisitEnding.of(spent, clock.instant()));
        }
        yield code.isEmpty()
            ? codeMissing(kept)
            : execute(visit, kept, terms, code.get(), store.state(kept.key()), awake);
      }
    };
  }

  private VisitEvent codeMissing(KeptVisit visit) {
    return failed(
        "The code " + visit.passport().codeDigest().hex() + " is not in the store any more.");
  }

  private VisitEvent execute(
      ActiveVisit visit,
      KeptVisit kept,
      Terms.Granted terms,
      byte[] code,
      Optional<byte[]> state,
      Optional<StayStore.Awake> awake)
      throws IOException, InterruptedException {
    var key = kept.key();
    var signer = visit.guest().signer();
    var stay = stay(kept, terms, awake);
    var now = clock.instant();
    var today = store.usage(signer, now);
    var current = rules.now();
    // As soon as the owner sees that the agent runs, the owner may send it messages, so the sandbox
    // starts next. A failure of the disk shows at the next checkpoint.
    visit.change(VisitView::running);
    var _ = store.visits().begun(key, now);
    var limits =
        rules
            .limitsOf(signer)
            .within(awakeLimits(terms.limits(), kept, awake), kept.tally(), today);
    var order =
        order(kept, terms, code, state, awake, limits)
            .withReadAhead(current.config().limits().readAhead());
    var gate =
        new VisitGate(
            terms.scope(),
            kept.passport().productToken(),
            terms.site().robots()::get,
            current.routes());
    var granted = GrantedLimits.of(order.limits(), terms.limits(), current.config().limits());
    var journal = journal(visit, kept, statements.endSigner(kept, terms), granted, stay);
    LOG.log(System.Logger.Level.DEBUG, "Visit {0} begins at {1}", key.agentId(), terms.scope());
    visit.watch().begin(now, kept.tally());
    run(order, kept, gate, terms.site(), watched(visit, terms, awake), journal);
    return journal.ended();
  }

  private StoreJournal journal(
      ActiveVisit visit,
      KeptVisit kept,
      EndStatementSigner endSigner,
      LimitWords granted,
      Optional<StayTerms> stay) {
    return new StoreJournal(
        store,
        trail,
        visit,
        kept.tally(),
        endSigner,
        granted,
        () -> rules.storageOf(visit.guest().signer()),
        clock,
        counts,
        stay);
  }

  private VisitOrder order(
      KeptVisit kept,
      Terms.Granted terms,
      byte[] code,
      Optional<byte[]> state,
      Optional<StayStore.Awake> awake,
      VisitLimits limits) {
    var passport = kept.passport();
    return new VisitOrder(
        kept.key().owner(),
        kept.key().agentId(),
        new VisitOrder.Code(passport.codeDigest().hex(), code, passport.entryClass()),
        state,
        inputs(kept, terms).causedBy(cause(kept, awake)),
        limits);
  }

  private UnaryOperator<ContentSource> watched(
      ActiveVisit visit, Terms.Granted terms, Optional<StayStore.Awake> awake) {
    var seen = awake.map(StayStore.Awake::mark).orElse(ChangeMark.NONE);
    return pages ->
        new WatchedSource(
            terms.site(),
            pages,
            rules::sites,
            visit.watch(),
            filter -> changes.since(terms.site().origin(), seen, filter));
  }

  /// Watches only pages that the agent reads, not pages that are read ahead. The visit shares views
  /// only with visits under the same configuration of the site, since a reload may close pages.
  private void run(
      VisitOrder order,
      KeptVisit kept,
      VisitGate gate,
      Site site,
      UnaryOperator<ContentSource> watched,
      VisitJournal journal)
      throws IOException, InterruptedException {
    var storing = runner.withStore(pages.of(site.origin(), site.mark()));
    var retried = new RetryDelays(site.source(), RetryDelays.STANDARD, clock, _ -> {});
    var viewed = storing.views().over(retried);
    if (order.readAhead() == 0) {
      var _ = storing.run(order, kept.tally(), gate, watched.apply(viewed), journal);
      return;
    }
    var bounds = new ReadAhead.Limits(order.readAhead(), 1, HELD_BYTES);
    try (var ahead = new ReadAhead(viewed, bounds, spare)) {
      var _ = storing.run(order, kept.tally(), gate, watched.apply(ahead), journal);
    }
  }

  /// The terms on which the agent may stay; empty if it did not ask.
  private Optional<StayTerms> stay(
      KeptVisit kept, Terms.Granted terms, Optional<StayStore.Awake> awake)
      throws IOException, InterruptedException {
    var asked = kept.passport().limits().stay();
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    var most = rules.limits().stays().stay();
    var longest = asked.get().compareTo(most) < 0 ? asked.get() : most;
    var ends = kept.arrived().plus(longest);
    var expires = kept.passport().expires();
    return Optional.of(
        new StayTerms(
            new StayView(terms.scope(), kept.passport().productToken()),
            expires.isBefore(ends) ? expires : ends,
            mark(kept, terms.site().origin(), awake)));
  }

  /// A visit that already ran resumes; a waiting visit starts, or wakes if it was parked.
  ///
  /// @param awake its stay, if it was parked
  private static VisitCause cause(KeptVisit visit, Optional<StayStore.Awake> awake) {
    if (visit.status().state() == VisitState.RUNNING) {
      return new VisitCause.Resumption();
    }
    if (awake.isPresent()) {
      return new VisitCause.Wake(awake.get().by());
    }
    return visit.passport().stateDigest().isPresent() || isFurther(visit)
        ? new VisitCause.Arrival(from(visit))
        : new VisitCause.Start();
  }

  /// Whether the agent made earlier visits under the same passport.
  private static boolean isFurther(KeptVisit visit) {
    return visit.agent().hops().size() > visit.passport().hop();
  }

  /// The log was verified when the agent arrived.
  private static String from(KeptVisit visit) {
    var hops = visit.agent().hops();
    if (hops.isEmpty()) {
      return "";
    }
    try {
      return HopLogEntry.read(hops.getLast()).hostKeyId();
    } catch (JsonException e) {
      throw new IllegalStateException("a hop log in the store is malformed", e);
    }
  }

  /// Takes the mark before the agent reads its first page. An agent that resumes after a crash has
  /// already read some pages, so its earlier mark applies, or none.
  private ChangeMark mark(KeptVisit kept, String origin, Optional<StayStore.Awake> awake)
      throws IOException, InterruptedException {
    return cause(kept, awake) instanceof VisitCause.Resumption
        ? awake.map(StayStore.Awake::mark).orElse(ChangeMark.NONE)
        : changes.mark(origin);
  }

  /// A woken agent has the rest of its time, but each wake has its own limit.
  private VisitLimits awakeLimits(
      VisitLimits limits, KeptVisit kept, Optional<StayStore.Awake> awake) {
    var most = kept.tally().time().plus(rules.limits().stays().wakeTime());
    return awake.isPresent() && most.compareTo(limits.wallClock()) < 0
        ? limits.withWallClock(most)
        : limits;
  }

  private static VisitOrder.Inputs inputs(KeptVisit kept, Terms.Granted terms) {
    var passport = kept.passport();
    return new VisitOrder.Inputs(
            passport.productToken(),
            terms.starts(),
            terms.scope(),
            seed(passport.nonce()),
            passport.parameters())
        .withRules(rules(passport.rules()))
        .withItinerary(OnwardRoute.rest(kept));
  }

  private static ScopeRules rules(PassportRules rules) {
    return new ScopeRules(rules.includes(), rules.excludes(), rules.starts());
  }

  /// The same passport gives the same seed, so that an audit can repeat the visit.
  private static long seed(String nonce) {
    return ByteBuffer.wrap(Digest.of(Bytes.utf8(nonce)).toArray()).getLong();
  }
}

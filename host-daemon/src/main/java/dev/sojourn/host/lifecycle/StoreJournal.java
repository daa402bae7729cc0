package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.metrics.VisitCounts;
import dev.sojourn.host.onward.OnwardRoute;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.stay.StayTerms;
import dev.sojourn.host.store.EndStatementSigner;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.visit.LimitWords;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitTally;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes the journal of one visit to the store. It wakes the threads that wait for the visit's
/// parcels, and passes the end to the visit's life cycle, which stores it.
///
/// If the disk fails at a checkpoint, the visit's end is not stored. A full disk of the host should
/// not end a visit, so the visit is repeated from its last checkpoint.
final class StoreJournal implements VisitJournal {
  private final Store store;
  private final AuditTrail trail;
  private final ActiveVisit visit;
  private final EndStatementSigner endSigner;
  private final LimitWords limits;
  private final Supplier<StorageLimits> storage;
  private final InstantSource clock;
  private final VisitCounts counts;
  private final Optional<StayTerms> stay;
  private VisitTally counted;
  private Optional<StorageLimits.Share> full = Optional.empty();
  private @Nullable IOException lost;
  private Optional<PendingEnd> conclusion = Optional.empty();

  /// @param trail records the pages
  /// @param before the spending of the visit before this run
  /// @param limits the words for a limit that ends the visit
  /// @param storage the current storage limits for agents
  /// @param counts counts the spending of the visit
  /// @param stay the terms on which the agent may stay; empty if it may not
  StoreJournal(
      Store store,
      AuditTrail trail,
      ActiveVisit visit,
      VisitTally before,
      EndStatementSigner endSigner,
      LimitWords limits,
      Supplier<StorageLimits> storage,
      InstantSource clock,
      VisitCounts counts,
      Optional<StayTerms> stay) {
    this.stay = stay;
    this.counted = before;
    this.store = store;
    this.trail = trail;
    this.visit = visit;
    this.endSigner = endSigner;
    this.limits = limits;
    this.storage = storage;
    this.clock = clock;
    this.counts = counts;
  }

  @Override
  public void begun(VisitHandle visiting) {
    visit.enter(visiting);
  }

  @Override
  public void commit(VisitProgress progress) throws IOException {
    trail.writePages(visit.audited());
    try {
      full =
          store
              .visits()
              .checkpoint(visit.key(), progress, use(progress.tally()), storage.get())
              .await();
      if (full.isPresent()) {
        throw new IOException("The agents here take as much of the disk as they may.");
      }
      count(progress.tally(), progress.tally().findings());
      counted = progress.tally();
      countParcel(store, visit, progress.lines().size());
    } catch (IOException e) {
      lost = e;
      throw e;
    }
    visit.change(VisitView::withNews);
  }

  @Override
  public void asked() {
    trail.asked(visit.audited());
  }

  @Override
  public void handsOver(PageUrl url, int bytes) {
    trail.handsOver(visit.audited(), url.toString(), bytes);
  }

  @Override
  public void unparsed(PageUrl url, String reason) {
    trail.unparsed(visit.audited(), url.toString(), reason);
  }

  @Override
  public void setBack(VisitTally spent, VisitTally next) {
    trail.writePages(visit.audited());
    var _ = store.visits().setBack(visit.key(), spent, next, use(spent));
    // The agent will report these findings again.
    count(spent, counted.findings());
    counted = next;
  }

  @Override
  public void end(VisitResult result) throws IOException {
    if (result.outcome() instanceof VisitOutcome.Parked(var until, _) && until.isPresent()) {
      park(result, until.get());
    } else {
      conclude(result);
    }
  }

  /// A separate write first stores state and findings. After a crash between the two writes, the
  /// agent continues from here, and parks again.
  private void park(VisitResult result, WakeConditions until) throws IOException {
    var now = clock.instant();
    if (stay.isEmpty()) {
      conclude(with(result, new VisitOutcome.Finished(List.of()), note(until)));
      return;
    }
    var terms = stay.get();
    if (!now.isBefore(terms.ends())) {
      conclude(with(result, new VisitOutcome.Stopped("stopped by the end of its stay"), List.of()));
      return;
    }
    try {
      commit(
          new VisitProgress(
              result.state().orElseGet(() -> new byte[0]), result.lastLines(), result.tally()));
    } catch (IOException _) {
      conclude(result);
      return;
    }
    conclusion =
        Optional.of(
            new PendingEnd.Parked(
                new Parking(
                    visit.key(),
                    visit.guest().signer(),
                    terms.view(),
                    until,
                    terms.ends(),
                    terms.mark(),
                    now)));
  }

  private static List<ParcelLine> note(WakeConditions until) {
    return List.of(
        new ParcelLine.Log(
            "It would stay here %s. Its passport does not ask for that, so its visit is done."
                .formatted(until.words())));
  }

  private static VisitResult with(VisitResult result, VisitOutcome outcome, List<ParcelLine> more) {
    var lines = new ArrayList<>(result.lastLines());
    lines.addAll(more);
    return new VisitResult(outcome, result.state(), lines, result.tally());
  }

  /// The life cycle then stores this end, as the last write of this visit.
  private void conclude(VisitResult result) throws IOException {
    var failure = lost;
    if (failure != null && full.isEmpty()) {
      setBack(result.tally(), result.tally().backAt(counted));
      throw failure;
    }
    var ending = full.isPresent() ? withoutRoom(result, full.get()) : ending(result);
    trail.writePages(visit.audited());
    conclusion = Optional.of(new PendingEnd.Own(ending, endSigner, use(result.tally())));
    count(result.tally(), result.tally().findings());
    counted = result.tally();
  }

  /// The end of a visit that ran.
  VisitEvent ended() {
    return conclusion
        .<VisitEvent>map(VisitEvent.Ended::new)
        .orElseThrow(() -> new IllegalStateException("a visit ended without an end"));
  }

  /// Counts the parcel of the last lines.
  static void countParcel(Store store, ActiveVisit visit, int lines) throws StoreException {
    if (lines > 0) {
      visit.guest().parcelBytes().addAndGet(store.lastParcelBytes(visit.key()));
    }
  }

  private void count(VisitTally tally, long findings) {
    counts.spent(
        visit.guest().signer(),
        tally.pages() - counted.pages(),
        tally.pageBytes() - counted.pageBytes(),
        findings - counted.findings(),
        tally.spending().cpu().minus(counted.spending().cpu()));
  }

  /// The spending since the last count.
  private SignerUse use(VisitTally tally) {
    var more =
        new SignerUsage(
            0,
            tally.pages() - counted.pages(),
            tally.pageBytes() - counted.pageBytes(),
            tally.spending().cpu().minus(counted.spending().cpu()));
    return new SignerUse(visit.guest().signer(), clock.instant(), more);
  }

  /// The lines after the last checkpoint exceed the storage limit, so the visit ends with that
  /// checkpoint.
  private VisitEnding withoutRoom(VisitResult result, StorageLimits.Share share) {
    var limit =
        switch (share) {
          case SIGNER -> "what the agents of its signer may take of this host's disk";
          case ALL -> "what all agents may take of this host's disk";
        };
    return ending(
        new VisitOutcome.Stopped("stopped by " + limit + "; its last checkpoint is kept"),
        List.of(),
        Optional.empty(),
        result.tally());
  }

  /// If no signed leg is left, the journey ends here.
  private VisitEnding ending(VisitResult result) {
    var legs =
        result.outcome() instanceof VisitOutcome.Along(var itinerary)
            ? OnwardRoute.numbers(endSigner.visit(), itinerary)
            : List.<Integer>of();
    boolean isDone = result.outcome() instanceof VisitOutcome.Along && legs.isEmpty();
    var outcome = isDone ? new VisitOutcome.Finished(List.of()) : result.outcome().noted(limits);
    return new VisitEnding(
        outcome,
        result.lastLines(),
        result.state(),
        Optional.of(result.tally()),
        clock.instant(),
        legs);
  }

  private VisitEnding ending(
      VisitOutcome noted, List<ParcelLine> lines, Optional<byte[]> state, VisitTally tally) {
    return new VisitEnding(noted, lines, state, Optional.of(tally), clock.instant());
  }
}

package dev.sojourn.host.daemon;

import dev.sojourn.agent.Next;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.host.store.Ending;
import dev.sojourn.host.store.Seal;
import dev.sojourn.host.store.SignerUsage;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.visit.LimitWords;
import dev.sojourn.host.visit.VisitJournal;
import dev.sojourn.host.visit.VisitProgress;
import dev.sojourn.host.visit.VisitResult;
import dev.sojourn.host.visit.VisitTally;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.Visiting;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps one visit in the store, and tells those who wait for its parcels; nothing before the agent
/// itself is on disk.
///
/// Where a checkpoint could not be kept, the visit's end is not kept either: that the host's disk
/// was full is not how an agent's visit should end, so it is made again from its last checkpoint.
final class StoreJournal implements VisitJournal {
  private static final int MAX_NEXT = 10_000;

  private final Store store;
  private final Stay stay;
  private final Seal seal;
  private final LimitWords limits;
  private final InstantSource clock;
  private VisitTally counted;
  private @Nullable IOException lost;

  /// @param before what the visit had spent when it was begun or resumed
  /// @param limits the words for a limit that ends it
  StoreJournal(
      Store store,
      Stay stay,
      VisitTally before,
      Seal seal,
      LimitWords limits,
      InstantSource clock) {
    this.counted = before;
    this.store = store;
    this.stay = stay;
    this.seal = seal;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public void begun(Visiting visiting) {
    stay.begun(visiting);
  }

  @Override
  public void commit(VisitProgress progress) throws IOException {
    try {
      requireKept();
      store.checkpoint(stay.key(), progress);
      countSent(progress.lines().size());
      countUse(progress.tally());
    } catch (IOException e) {
      lost = e;
      throw e;
    }
    stay.tell();
  }

  @Override
  public void end(VisitResult result) throws IOException {
    var failure = lost;
    if (failure != null) {
      throw failure;
    }
    requireKept();
    var ending = ending(result);
    var standing = store.end(stay.key(), ending, seal);
    countSent(ending.lines().size());
    countUse(result.tally());
    if (standing.isPresent() && ending.state().isPresent()) {
      stay.ended(new Stay.Ended(standing.get(), Bytes.wrap(ending.state().get())));
    }
  }

  private void countSent(int lines) throws IOException {
    if (lines > 0) {
      stay.guest().sent().addAndGet(store.lastParcelBytes(stay.key()));
    }
  }

  private void countUse(VisitTally tally) {
    var more =
        new SignerUsage(
            0,
            tally.pages() - counted.pages(),
            tally.pageBytes() - counted.pageBytes(),
            Duration.ZERO);
    counted = tally;
    var _ = store.use(stay.guest().signer(), clock.instant(), more);
  }

  private void requireKept() throws IOException {
    if (!stay.awaitKept()) {
      throw new IOException("the agent itself could not be kept");
    }
  }

  private Ending ending(VisitResult result) {
    return switch (result.end()) {
      case VisitEnd.Finished finished ->
          ending(result, next(finished), Optional.of(finished.state()));
      case VisitEnd.Denied _, VisitEnd.Stopped _, VisitEnd.Killed _, VisitEnd.Failed _ ->
          ending(result, List.of(), Optional.empty());
    };
  }

  /// What owners read of an end in a word. `killed` is kept for what they or the operator did.
  static VisitState state(VisitEnd end) {
    return switch (end) {
      case VisitEnd.Finished _ -> VisitState.FINISHED;
      case VisitEnd.Denied _ -> VisitState.DENIED;
      case VisitEnd.Stopped _ -> VisitState.STOPPED;
      case VisitEnd.Killed _, VisitEnd.Failed _ -> VisitState.FAILED;
    };
  }

  private static List<String> next(VisitEnd.Finished finished) {
    return switch (finished.next()) {
      case Next.Done _ -> List.of();
      case Next.Onward onward -> onward.urls().stream().limit(MAX_NEXT).toList();
    };
  }

  // The state is passed on as it came: an Optional that was a component of a record.
  private Ending ending(VisitResult result, List<String> next, Optional<byte[]> state) {
    return new Ending(
        state(result.end()),
        result.told(limits),
        next,
        result.lastLines(),
        state,
        Optional.of(result.tally()),
        clock.instant());
  }
}

package dev.sojourn.host.daemon;

import dev.sojourn.agent.Next;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.host.store.Ending;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.visit.VisitJournal;
import dev.sojourn.host.visit.VisitProgress;
import dev.sojourn.host.visit.VisitResult;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.Visiting;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps one visit in the store, and tells those who wait for its parcels.
///
/// Where a checkpoint could not be kept, the visit's end is not kept either: that the host's disk
/// was full is not how an agent's visit should end, so it is made again from its last checkpoint.
final class StoreJournal implements VisitJournal {
  private static final int MAX_NEXT = 10_000;

  private final Store store;
  private final Stay stay;
  private final InstantSource clock;
  private @Nullable StoreException lost;

  StoreJournal(Store store, Stay stay, InstantSource clock) {
    this.store = store;
    this.stay = stay;
    this.clock = clock;
  }

  @Override
  public void begun(Visiting visiting) {
    stay.begun(visiting);
  }

  @Override
  public void commit(VisitProgress progress) throws IOException {
    try {
      store.checkpoint(stay.key(), progress);
    } catch (StoreException e) {
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
    store.end(stay.key(), ending(result));
  }

  private Ending ending(VisitResult result) {
    return switch (result.end()) {
      case VisitEnd.Finished finished ->
          ending(result, VisitState.FINISHED, "", next(finished), Optional.of(finished.state()));
      case VisitEnd.Denied denied -> ending(result, VisitState.DENIED, denied.reason());
      case VisitEnd.Stopped stopped ->
          ending(
              result,
              VisitState.STOPPED,
              at(stopped.reason() + " (" + stopped.limit() + ")", stopped));
      case VisitEnd.Killed killed -> ending(result, VisitState.FAILED, at(killed.reason(), killed));
      case VisitEnd.Failed failed -> ending(result, VisitState.FAILED, at(failed.reason(), failed));
    };
  }

  private static String at(String reason, VisitEnd end) {
    return end.where().isKnown() ? reason + " at " + end.where() : reason;
  }

  private static List<String> next(VisitEnd.Finished finished) {
    return switch (finished.next()) {
      case Next.Done _ -> List.of();
      case Next.Onward onward -> onward.urls().stream().limit(MAX_NEXT).toList();
    };
  }

  private Ending ending(VisitResult result, VisitState phase, String reason) {
    return ending(result, phase, reason, List.of(), Optional.empty());
  }

  // The state is passed on as it came: an Optional that was a component of a record.
  private Ending ending(
      VisitResult result,
      VisitState phase,
      String reason,
      List<String> next,
      Optional<byte[]> state) {
    return new Ending(
        phase,
        reason,
        next,
        result.lastLines(),
        state,
        Optional.of(result.tally()),
        clock.instant());
  }
}

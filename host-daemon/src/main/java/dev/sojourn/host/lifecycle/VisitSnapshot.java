package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A visit at one moment, as an operator sees it.
///
/// @param key its name
/// @param signer how the operator calls the signer of its agent
/// @param productToken picks the group of robots.txt that it obeys
/// @param site the origin of the site that it visits
/// @param scope the part of the site that its passport names
/// @param state waiting or running
/// @param since when its agent began to run here, or came, if it waits
/// @param pages read so far
/// @param pageBytes bytes of their bodies
/// @param sentBytes bytes of its parcels since the daemon started
/// @param cpu processor time, as far as its worker reported it
/// @param lastPages the URLs of the last pages that it read, the latest first
public record VisitSnapshot(
    VisitKey key,
    String signer,
    String productToken,
    String site,
    String scope,
    VisitState state,
    Instant since,
    long pages,
    long pageBytes,
    long sentBytes,
    Duration cpu,
    List<String> lastPages) {
  /// Copies the list.
  public VisitSnapshot {
    lastPages = List.copyOf(lastPages);
  }

  static VisitSnapshot of(
      VisitKey key, VisitLog.Guest guest, VisitView view, VisitWatch.Counts counts) {
    var cpu =
        view.inside()
            .map(inside -> counts.cpuBefore().plus(inside.spending().cpu()))
            .orElse(counts.cpuBefore());
    return new VisitSnapshot(
        key,
        guest.signer(),
        guest.productToken(),
        guest.site(),
        guest.scope(),
        view.isRunning() ? VisitState.RUNNING : VisitState.WAITING,
        counts.begun().orElse(guest.arrived()),
        counts.pages(),
        counts.bytes(),
        guest.parcelBytes().get(),
        cpu,
        counts.last());
  }
}

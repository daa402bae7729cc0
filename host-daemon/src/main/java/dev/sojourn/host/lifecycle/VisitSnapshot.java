package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A visit at one moment, for an operator.
///
/// @param key its name
/// @param signer the operator's name for the signer of its agent
/// @param productToken selects the group of robots.txt that its agent obeys
/// @param site the origin of the visited site
/// @param scope the part of the site that its passport allows
/// @param state waiting or running
/// @param since when its agent began to run in this process; if it waits, when it arrived
/// @param pages number of pages read so far
/// @param pageBytes total size of their bodies
/// @param sentBytes bytes of its parcels since the daemon started
/// @param cpu processor time reported by its worker
/// @param lastPages URLs of the last pages that it read, latest first
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

package dev.sojourn.host.visit;

import dev.sojourn.sandbox.pipe.VisitLimits;
import java.time.Duration;

/// What a visit has spent, up to a checkpoint or in all.
///
/// @param time wall-clock time in the sandbox
/// @param pages pages read
/// @param pageBytes bytes of their bodies
/// @param gzipBytes what those bodies would have cost on the wire of a plain crawler: text (HTML,
///   XML, JSON, scripts, …) as gzip at level 1 makes it, the rest as it is; counted, not guessed
/// @param findings findings reported
public record VisitTally(Duration time, long pages, long pageBytes, long gzipBytes, long findings) {

  /// Nothing yet.
  public static final VisitTally NONE = new VisitTally(Duration.ZERO, 0, 0, 0, 0);

  /// {@return both together}
  ///
  /// @param more what was spent besides
  public VisitTally plus(VisitTally more) {
    return new VisitTally(
        time.plus(more.time),
        pages + more.pages,
        pageBytes + more.pageBytes,
        gzipBytes + more.gzipBytes,
        findings + more.findings);
  }

  /// {@return what is left of the limits after this; at least 1 of each, so that a visit that has
  /// spent all is stopped by the first thing it does}
  ///
  /// @param limits of the whole visit
  public VisitLimits remainderOf(VisitLimits limits) {
    var left = limits.wallClock().minus(time);
    return new VisitLimits(
        left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left,
        limits.cpu(),
        limits.allocatedBytes(),
        Math.max(1, limits.pages() - pages),
        Math.max(1, limits.pageBytes() - pageBytes),
        Math.max(1, limits.findings() - findings),
        limits.findingBytes(),
        limits.outputBytes(),
        limits.referrals(),
        limits.stateBytes(),
        limits.logLines(),
        limits.messages(),
        limits.checkpointEvery());
  }
}

package dev.sojourn.host.daemon;

import dev.sojourn.atp.server.ConnectionCounts;
import dev.sojourn.atp.server.ConnectionLimit;
import java.util.Optional;
import java.util.function.Supplier;

/// Watches for refused and displaced connections. Safe for use by many threads.
final class ConnectionWatch {
  // Logs in the name of the daemon, which operators look for.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());

  private final Supplier<ConnectionCounts> counts;
  private ConnectionCounts before;

  /// @param counts supplies the current counts of the server
  ConnectionWatch(Supplier<ConnectionCounts> counts) {
    this.counts = counts;
    this.before = counts.get();
  }

  /// Logs one warning if connections were refused or displaced since the last call. Is called once
  /// a minute, so that strangers do not control how often a line is written.
  void sum() {
    remark().ifPresent(crowded -> LOG.log(System.Logger.Level.WARNING, crowded));
    forget();
  }

  private synchronized void forget() {
    before = counts.get();
  }

  /// {@return a sentence about the connections refused or displaced within this minute; empty if
  /// there were none}
  synchronized Optional<String> remark() {
    var now = counts.get();
    long refused = now.allRefused() - before.allRefused();
    long displaced = now.allDisplaced() - before.allDisplaced();
    if (refused + displaced == 0) {
      return Optional.empty();
    }
    var largest =
        now.largest()
            .map(
                crowd -> "; most, %,d, are from %s".formatted(crowd.connections(), crowd.network()))
            .orElse("");
    return Optional.of(
        ("Connections are scarce: %,d that had proven nothing were closed for newer ones, and %,d"
                + " were refused; %,d of %,d are open, %,d of them authenticated%s. Limits are in"
                + " [wire], and a firewall keeps a network out")
            .formatted(displaced, refused, now.open(), now.limit(), now.authenticated(), largest));
  }

  /// {@return the reason why no further connection is served now, one clause; empty if further
  /// connections are served}
  synchronized Optional<String> obstacle() {
    var now = counts.get();
    boolean isRefusing = refusedInAll(now) > refusedInAll(before);
    return isRefusing && now.open() >= now.limit()
        ? Optional.of(
            "all %,d connections are taken, by peers that are authenticated or have a request under"
                    .formatted(now.limit())
                + " way")
        : Optional.empty();
  }

  private static long refusedInAll(ConnectionCounts counts) {
    return counts.refused().getOrDefault(ConnectionLimit.TOTAL, 0L);
  }
}

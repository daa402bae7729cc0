package dev.sojourn.host.daemon;

import dev.sojourn.atp.server.ConnectionCounts;
import dev.sojourn.atp.server.ConnectionLimit;
import java.util.Optional;
import java.util.function.Supplier;

/// Watches whether connections keep others out. Safe for use by many threads.
final class ConnectionWatch {
  // In the name of the daemon, for operators who read its log.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());

  private final Supplier<ConnectionCounts> counts;
  private ConnectionCounts before;

  /// @param counts of the server, at this moment
  ConnectionWatch(Supplier<ConnectionCounts> counts) {
    this.counts = counts;
    this.before = counts.get();
  }

  /// Logs one warning if connections were refused or displaced since the last call. To be called
  /// once a minute: strangers must not decide how often something is written.
  void sum() {
    remark().ifPresent(crowded -> LOG.log(System.Logger.Level.WARNING, crowded));
    forget();
  }

  private synchronized void forget() {
    before = counts.get();
  }

  /// {@return what happened to connections within this minute, one sentence; empty if all that came
  /// were served, and none was closed for another}
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

  /// {@return why no further connection is served at this moment, one clause; empty if one is}
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

package dev.sojourn.host.daemon;

import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.host.metrics.Health;
import dev.sojourn.host.store.Store;
import dev.sojourn.sandbox.Sandbox;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/// The readiness of a daemon to accept agents, and its liveness. Safe for use by many threads.
final class Readiness {
  private static final Duration STORE_TIME = Duration.ofSeconds(2);

  private final Store store;
  private final Sandbox sandbox;
  private final AtpServer server;
  private final InstantSource clock;
  private final ConnectionWatch connections;
  private final AwaySites away;
  private final RuleChanges reloading;
  private final BooleanSupplier isDrained;
  private final AtomicReference<Optional<String>> leaving = new AtomicReference<>(Optional.empty());

  Readiness(
      DaemonFoundation base,
      ConnectionWatch connections,
      AwaySites away,
      RuleChanges reloading,
      BooleanSupplier isDrained) {
    this.store = base.store();
    this.sandbox = base.sandbox();
    this.server = base.server();
    this.clock = base.clock();
    this.connections = connections;
    this.away = away;
    this.reloading = reloading;
    this.isDrained = isDrained;
  }

  /// Reports from now on that no agents are accepted.
  ///
  /// @param why the reason, one clause
  void leave(String why) {
    leaving.set(Optional.of(why));
  }

  /// {@return whether agents are accepted now, with remarks for the operator}
  Health health() {
    var remarks = new ArrayList<String>();
    connections.remark().ifPresent(remarks::add);
    server.certificate().flatMap(dates -> dates.concern(clock.instant())).ifPresent(remarks::add);
    remarks.addAll(away.remarks());
    remarks.addAll(reloading.remarks());
    return new Health(obstacle(), remarks);
  }

  private Optional<String> obstacle() {
    var why = leaving.get();
    if (why.isPresent()) {
      return why;
    }
    if (isDrained.getAsBoolean()) {
      return Optional.of("the operator drains this host");
    }
    if (server.certificate().filter(dates -> !dates.isGood(clock.instant())).isPresent()) {
      return Optional.of("peers refuse the certificate, whose time is over or has not come");
    }
    if (away.isAll()) {
      return Optional.of("all sites are away");
    }
    if (sandbox.workers().isFailing()) {
      return Optional.of("no worker can be started");
    }
    var crowded = connections.obstacle();
    if (crowded.isPresent()) {
      return crowded;
    }
    // The answer of the store also updates `fullDirectory`, so it comes first.
    return storeAnswers(STORE_TIME)
        ? store
            .fullDirectory()
            .map(directory -> "the disk of " + directory + " is full; make room on it")
        : Optional.of("the store does not answer");
  }

  /// Whether the server serves connections and the store writes, each within half of the given
  /// time.
  boolean answers(Duration within) {
    var half = within.dividedBy(2);
    return server.answers(half) && storeAnswers(half);
  }

  private boolean storeAnswers(Duration within) {
    try {
      return store.answers(within);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

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

/// The readiness of a daemon to take agents in, and its liveness. Safe for use by many threads.
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

  /// From now on no agents are taken in.
  ///
  /// @param why one clause
  void leave(String why) {
    leaving.set(Optional.of(why));
  }

  /// {@return whether agents are taken in at this moment, and what to look at}
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
    // The store looks whether there is room again as it answers.
    return storeAnswers(STORE_TIME)
        ? store
            .fullDirectory()
            .map(directory -> "the disk of " + directory + " is full; make room on it")
        : Optional.of("the store does not answer");
  }

  /// Whether connections are served and writes carried out, each within half of a time.
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

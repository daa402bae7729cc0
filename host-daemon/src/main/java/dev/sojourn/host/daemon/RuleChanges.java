package dev.sojourn.host.daemon;

import dev.sojourn.base.text.Messages;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.control.TrustChanges;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.identity.KeyLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/// Replaces the rules of a running daemon, and ends visits that the new rules do not allow.
final class RuleChanges implements TrustChanges {
  private static final System.Logger LOG = System.getLogger(RuleChanges.class.getName());
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final long LEAST_ROOM_BYTES = 1 << 20;
  private static final Duration KEEP_EVERY = Duration.ofSeconds(5);

  private final CurrentRules rules;
  private final KeyLookup directories;
  private final Visits visits;
  private final Runnable sitesChanged;
  private final InstantSource clock;
  private final BooleanSupplier moreRoom;
  private volatile Optional<String> refused = Optional.empty();
  private volatile Optional<String> unkept = Optional.empty();
  private long triedAt;

  /// The configuration with which the daemon was started.
  private final HostConfig started;

  /// @param sitesChanged runs when the sources of sites may have changed
  /// @param moreRoom frees space on a full disk, and returns whether it did
  RuleChanges(
      CurrentRules rules,
      KeyLookup directories,
      Visits visits,
      Runnable sitesChanged,
      InstantSource clock,
      BooleanSupplier moreRoom) {
    this.moreRoom = moreRoom;
    this.rules = rules;
    this.directories = directories;
    this.visits = visits;
    this.sitesChanged = sitesChanged;
    this.clock = clock;
    this.started = rules.now().config();
  }

  /// Applies the parts of a configuration that need no restart.
  ///
  /// @return the changed tables and keys that need a restart
  synchronized List<String> reload(HostConfig config) {
    refused = Optional.empty();
    // The policy of the start stays in force, so no part may use the new one.
    replace(config.under(started.policy()));
    return needStart(started, config);
  }

  private void replace(HostConfig config) {
    rules.replace(rules.now().reread(config, directories, clock));
    sitesChanged.run();
    var _ = visits.judgeAgain();
  }

  @Override
  public TrustDecisions decisions() {
    return rules.now().decisions();
  }

  /// The decision takes effect before it is written, so that a slow or full disk does not delay it.
  @Override
  public synchronized Changed decide(Change change) throws IOException {
    var now = rules.now();
    var next = change.of(now.decisions());
    rules.replace(now.decided(next, directories));
    return new Changed(visits.judgeAgain(), keep(next));
  }

  /// Writes the decisions to disk. Returns the reason if that fails, one clause.
  private Optional<String> keep(TrustDecisions decisions) {
    var before = unkept;
    unkept = written(decisions);
    if (unkept.isPresent()) {
      triedAt = System.nanoTime();
      if (!unkept.equals(before)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Bans and allowed signers are in use, but not kept over a restart, which is tried"
                + " again: {0}",
            unkept.get());
      }
    } else if (before.isPresent()) {
      LOG.log(System.Logger.Level.INFO, "Bans and allowed signers are kept");
    }
    return unkept;
  }

  private Optional<String> written(TrustDecisions decisions) {
    var data = rules.now().config().data();
    var why = written(decisions, data);
    boolean isRetried = why.isPresent() && isFull(data) && moreRoom.getAsBoolean();
    return isRetried ? written(decisions, data) : why;
  }

  private static Optional<String> written(TrustDecisions decisions, Path data) {
    try {
      decisions.write(data);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(Messages.clause(e));
    }
  }

  /// Releasing the reserve helps only on a full disk.
  private static boolean isFull(Path data) {
    try {
      return Files.getFileStore(data).getUsableSpace() < LEAST_ROOM_BYTES;
    } catch (IOException _) {
      return false;
    }
  }

  /// Records that a reload was refused, until a reload succeeds.
  ///
  /// @param why the reason, one clause
  void refuse(String why) {
    refused = Optional.of(why);
  }

  /// {@return whether the last reload was refused}
  boolean isRefused() {
    return refused.isPresent();
  }

  /// {@return a sentence if decisions of the operator are not on disk, and a sentence if the last
  /// reload was refused}
  List<String> remarks() {
    return Stream.concat(
            unkept.stream()
                .map(why -> "Bans and allowed signers are not kept over a restart: " + why),
            refused.stream()
                .map(
                    why ->
                        "The configuration of before is in use, since a reload was refused: "
                            + why))
        .toList();
  }

  /// Adjusts the ends of bans after the clock was set, so that each ban keeps its duration.
  ///
  /// @param step the change of the clock; negative if it was set back
  synchronized void clockWasSet(Duration step) {
    var now = rules.now();
    var next = now.decisions().shifted(step);
    if (!next.equals(now.decisions())) {
      rules.replace(now.decided(next, directories));
      var _ = visits.judgeAgain();
      var _ = keep(next);
    }
  }

  private static List<String> needStart(HostConfig before, HostConfig now) {
    var parts = new LinkedHashMap<String, Function<HostConfig, Object>>();
    parts.put("listen", HostConfig::listen);
    parts.put("data", HostConfig::data);
    parts.put("policy", HostConfig::policy);
    parts.put("audit", HostConfig::audit);
    parts.put("tls", HostConfig::tls);
    parts.put("control", HostConfig::control);
    parts.put("wire", HostConfig::wire);
    parts.put("metrics", HostConfig::metrics);
    parts.put("identity.directory-*", config -> config.identity().directories());
    parts.put("identity.private-addresses", config -> config.identity().privateAddresses());
    parts.put("limits.workers", config -> config.limits().workers());
    parts.put("limits.heap", config -> config.limits().heapMiB());
    parts.put("limits.spare-workers", config -> config.limits().spareWorkers());
    parts.put("limits.worker-idle", config -> config.limits().workerIdle());
    parts.put("limits.worker-memory", config -> config.limits().workerMemoryMiB());
    parts.put("limits.page-store", config -> config.limits().pageLimits().storeBytes());
    parts.put("limits.readers", config -> config.limits().pageLimits().readers());
    parts.put("limits.keep-ended", config -> config.limits().keepEnded());
    return parts.entrySet().stream()
        .filter(part -> !part.getValue().apply(before).equals(part.getValue().apply(now)))
        .map(part -> part.getKey())
        .toList();
  }

  /// Reads the key files every second until the thread is interrupted.
  void watchKeyFiles() {
    var watch = new KeyFileWatch();
    try {
      while (true) {
        lookAtKeyFiles(watch);
        keepAgain();
        Thread.sleep(LOOK_EVERY);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  private synchronized void keepAgain() {
    if (unkept.isPresent() && System.nanoTime() - triedAt > KEEP_EVERY.toNanos()) {
      var _ = keep(rules.now().decisions());
    }
  }

  private synchronized void lookAtKeyFiles(KeyFileWatch watch) {
    var config = rules.now().config();
    var trust = watch.read(config.trust());
    var hosts = watch.read(config.hosts());
    if (!trust.equals(config.trust()) || !hosts.equals(config.hosts())) {
      var next = config.withTrust(trust, hosts);
      rules.replace(rules.now().withTrust(next, directories));
      var _ = visits.judgeAgain();
    }
  }
}

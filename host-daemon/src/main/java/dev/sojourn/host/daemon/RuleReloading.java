package dev.sojourn.host.daemon;

import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.control.TrustChanges;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.identity.KeyLookup;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// Replaces the rules of a running daemon, and ends visits that they no longer allow.
final class RuleReloading implements TrustChanges {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final CurrentRules rules;
  private final KeyLookup directories;
  private final Visits visits;
  private final Runnable sitesChanged;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();

  /// With these the daemon was started.
  private final HostConfig started;

  /// @param sitesChanged is run when sites may come from elsewhere
  RuleReloading(
      CurrentRules rules,
      KeyLookup directories,
      Visits visits,
      Runnable sitesChanged,
      InstantSource clock) {
    this.rules = rules;
    this.directories = directories;
    this.visits = visits;
    this.sitesChanged = sitesChanged;
    this.clock = clock;
    this.started = rules.now().config();
  }

  /// Takes a configuration over as far as that needs no new start.
  ///
  /// @return the tables and keys that need one
  List<String> reload(HostConfig config) {
    lock.lock();
    try {
      // Nothing else may go by a policy that is not in force yet.
      replace(config.under(started.policy()));
      return needStart(started, config);
    } finally {
      lock.unlock();
    }
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

  @Override
  public List<CompletableFuture<Integer>> decide(Change change) throws IOException {
    lock.lock();
    try {
      var now = rules.now();
      var next = change.of(now.decisions());
      next.write(now.config().data());
      rules.replace(now.decided(next, directories));
      return visits.judgeAgain();
    } finally {
      lock.unlock();
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
    parts.put("limits.keep-ended", config -> config.limits().keepEnded());
    return parts.entrySet().stream()
        .filter(part -> !part.getValue().apply(before).equals(part.getValue().apply(now)))
        .map(part -> part.getKey())
        .toList();
  }

  /// Reads the files with keys every second, until it is interrupted.
  void watchKeyFiles() {
    var watch = new KeyFileWatch();
    try {
      while (true) {
        lookAtKeyFiles(watch);
        Thread.sleep(LOOK_EVERY);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  private void lookAtKeyFiles(KeyFileWatch watch) {
    lock.lock();
    try {
      var config = rules.now().config();
      var trust = watch.read(config.trust());
      var hosts = watch.read(config.hosts());
      if (!trust.equals(config.trust()) || !hosts.equals(config.hosts())) {
        var next = config.withTrust(trust, hosts);
        rules.replace(rules.now().withTrust(next, directories));
        var _ = visits.judgeAgain();
      }
    } finally {
      lock.unlock();
    }
  }
}

package dev.sojourn.host.lifecycle;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.SourceRobots;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The rules of sites that have to be read before their parked agents may wake. While an agent
/// waits there for a change, a thread of its own tries again and again to read the rules. So a web
/// server that is slow or down delays the agents of its own site alone, and costs none of them a
/// change. Safe for use by many threads.
final class AwaitedRules {
  /// Longer than a failed source is left alone.
  static final Duration RETRY = Duration.ofSeconds(10);

  private final CurrentRules rules;
  private final StayStore stays;
  private final Duration retry;
  private final Consumer<String> noted;
  private final RateLimitedLog faults;
  private final Map<String, Thread> readers = new ConcurrentHashMap<>();

  /// @param rules of the moment
  /// @param stays knows whether an agent waits
  /// @param retry after a read that failed
  /// @param noted gets the origin of each site whose rules were read
  AwaitedRules(
      CurrentRules rules,
      StayStore stays,
      Duration retry,
      Consumer<String> noted,
      RateLimitedLog faults) {
    this.rules = rules;
    this.stays = stays;
    this.retry = retry;
    this.noted = noted;
    this.faults = faults;
  }

  /// {@return whether the rules of a site are there without a wait} A site that is not served has
  /// no rules to wait for.
  boolean areFresh(String origin) {
    var site = rules.now().sites().find(origin);
    return site.isEmpty()
        || !(site.get().robots() instanceof SourceRobots robots)
        || robots.fresh().isPresent();
  }

  /// {@return the rules of a site without a wait, though they may be old; empty if there are none}
  static Optional<RobotsTxt> held(Site site) {
    return site.robots() instanceof SourceRobots robots
        ? robots.held()
        : Optional.of(site.robots().get());
  }

  /// Has the rules of a site read, and reports that.
  void read(String origin) {
    // A reader that is about to end reports later than this.
    readers.computeIfAbsent(
        origin, of -> Thread.ofVirtual().name("rules-" + of).start(() -> run(of)));
  }

  private void run(String origin) {
    try {
      boolean isAwaited = true;
      while (isAwaited && !isRead(origin)) {
        Thread.sleep(retry);
        isAwaited = isAwaited(origin);
      }
    } catch (InterruptedException _) {
      return; // The daemon closes.
    } finally {
      readers.remove(origin);
    }
    noted.accept(origin);
  }

  private boolean isRead(String origin) {
    try {
      var site = rules.now().sites().find(origin);
      if (site.isEmpty()) {
        return true;
      }
      var _ = site.get().robots().get();
      return held(site.get()).isPresent();
    } catch (RuntimeException e) {
      faults.fault("The rules of " + origin, e);
      return false;
    }
  }

  private boolean isAwaited(String origin) {
    try {
      return stays.isChangeAwaited(origin);
    } catch (IOException e) {
      faults.line(
          System.Logger.Level.WARNING,
          "Whether agents wait at {0} could not be read, and is tried again: {1}",
          origin,
          String.valueOf(e.getMessage()));
      return true;
    }
  }

  /// Ends all reads.
  void close() {
    readers.values().forEach(Thread::interrupt);
  }
}

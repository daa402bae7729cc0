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

/// Reads the rules of sites whose parked agents wait for them. While an agent waits for a change of
/// a site, a separate thread retries until it has read the rules. Therefore a slow or failed web
/// server delays only the agents of its own site, and they miss no change. Thread-safe.
final class AwaitedRules {
  /// Longer than the pause after a failed source.
  static final Duration RETRY = Duration.ofSeconds(10);

  private final CurrentRules rules;
  private final StayStore stays;
  private final Duration retry;
  private final Consumer<String> noted;
  private final RateLimitedLog faults;
  private final Map<String, Thread> readers = new ConcurrentHashMap<>();

  /// @param rules the current rules
  /// @param stays reports whether an agent waits
  /// @param retry delay after a failed read
  /// @param noted called with the origin of each site whose rules were read
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

  /// {@return whether the rules of a site are available without a wait} A site that is not served
  /// needs no rules.
  boolean areFresh(String origin) {
    var site = rules.now().sites().find(origin);
    return site.isEmpty()
        || !(site.get().robots() instanceof SourceRobots robots)
        || robots.fresh().isPresent();
  }

  /// {@return the cached rules of a site, possibly old, without a wait; empty without cached rules}
  static Optional<RobotsTxt> held(Site site) {
    return site.robots() instanceof SourceRobots robots
        ? robots.held()
        : Optional.of(site.robots().get());
  }

  /// Starts to read the rules of a site, and reports their arrival.
  void read(String origin) {
    // If a reader is about to end, its report comes after this call.
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
      return; // The daemon is closing.
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

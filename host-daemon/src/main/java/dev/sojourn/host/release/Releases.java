package dev.sojourn.host.release;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.NewerFile;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The decisions of an operator about what visits found. A file in the data directory keeps them: a
/// decision counts when it is on disk. Safe for use by many threads.
public final class Releases {
  private static final String NAME = "released.json";
  private static final int MOST = 100_000;
  private static final int MAX_BYTES = 64 << 20;

  /// With more decisions, those whose visits are gone are removed first.
  private static final int TIDY_FROM = 1_000;

  private final Path file;
  private final boolean isWithholding;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition decided = lock.newCondition();
  private Map<VisitKey, ReleaseDecision> decisions;
  private volatile boolean hasDropped;

  private Releases(Path file, boolean isWithholding, Map<VisitKey, ReleaseDecision> decisions) {
    this.file = file;
    this.isWithholding = isWithholding;
    this.decisions = decisions;
    this.hasDropped = hasDropped(decisions);
  }

  private static boolean hasDropped(Map<VisitKey, ReleaseDecision> decisions) {
    return decisions.values().stream().anyMatch(decision -> !decision.isReleased());
  }

  /// Knows whether a decision is about a visit that is still on disk.
  @FunctionalInterface
  public interface StillKept {
    /// {@return whether its visit is still here}
    ///
    /// @param decision to be looked at
    /// @throws IOException if the disk fails
    boolean isKept(ReleaseDecision decision) throws IOException;
  }

  /// Reads the decisions of a data directory.
  ///
  /// @param data directory of the daemon
  /// @param isWithholding `policy.hold`
  /// @return the decisions; none if there is no file
  /// @throws IOException if the file is damaged
  public static Releases open(Path data, boolean isWithholding) throws IOException {
    var file = data.resolve(NAME);
    return new Releases(file, isWithholding, Files.exists(file) ? read(file) : Map.of());
  }

  private static Map<VisitKey, ReleaseDecision> read(Path file) throws IOException {
    try {
      var json = JsonMembers.parseFile(RegularFile.read(file, MAX_BYTES));
      long version = json.number("version", 1, Long.MAX_VALUE);
      if (version > 1) {
        throw NewerFile.refusal(file, version, 1, "move it away and release anew");
      }
      var decisions = new LinkedHashMap<VisitKey, ReleaseDecision>();
      for (var item : json.objects("decisions", MOST)) {
        var decision = ReleaseDecision.read(item);
        decisions.put(decision.key(), decision);
      }
      return decisions;
    } catch (JsonException e) {
      throw new IOException(
          "the releases in %s cannot be read (%s); put a copy back, or delete it and release anew"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /// {@return whether anything is withheld at this host}
  public boolean isWithholding() {
    return isWithholding;
  }

  /// {@return whether there is neither a rule nor a decision that keeps anything here}
  public boolean letsAllLeave() {
    return !isWithholding && !hasDropped;
  }

  /// {@return whether what a visit found may leave}
  ///
  /// @param visit as it is on disk
  public ReleaseState stateOf(KeptVisit visit) {
    lock.lock();
    try {
      return state(visit);
    } finally {
      lock.unlock();
    }
  }

  private ReleaseState state(KeptVisit visit) {
    var decision = decisions.get(visit.key());
    if (decision != null && decision.isAbout(visit)) {
      return decision.isReleased() ? ReleaseState.RELEASED : ReleaseState.DROPPED;
    }
    return isWithholding ? ReleaseState.WITHHELD : ReleaseState.RELEASED;
  }

  /// Waits until there is a decision about a visit, or the time is over.
  ///
  /// @param visit as it is on disk
  /// @param longest how long
  /// @throws InterruptedException if the thread is interrupted
  public void await(KeptVisit visit, Duration longest) throws InterruptedException {
    long left = longest.toNanos();
    lock.lock();
    try {
      while (state(visit) == ReleaseState.WITHHELD && left > 0) {
        left = decided.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Adds decisions. A later one about the same visit takes the place of the earlier.
  ///
  /// @param made the decisions
  /// @param visits knows whose decisions can go
  /// @throws IOException if that fails; the decisions before stay
  public void decide(List<ReleaseDecision> made, StillKept visits) throws IOException {
    lock.lock();
    try {
      var next = new LinkedHashMap<>(decisions);
      for (var decision : made) {
        next.put(decision.key(), decision);
      }
      if (next.size() >= TIDY_FROM) {
        for (var decision : List.copyOf(next.values())) {
          if (!visits.isKept(decision)) {
            next.remove(decision.key());
          }
        }
      }
      if (next.size() > MOST) {
        throw new IOException(
            "there are 100,000 decisions already about visits that are still here; shorten"
                + " limits.keep-ended, or have owners collect and give up what was released");
      }
      write(next.values());
      decisions = next;
      hasDropped = hasDropped(next);
      decided.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void write(Collection<ReleaseDecision> all) throws IOException {
    AtomicFile.replace(
        file,
        out ->
            out.write(
                JsonWriter.object(
                    json ->
                        json.put("version", 1)
                            .putObjects(
                                "decisions",
                                all.stream().map(ReleaseDecision::members).toList()))));
  }
}

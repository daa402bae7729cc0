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

/// An operator's decisions about held results. They are stored in a file in the data directory; a
/// decision takes effect when it is on disk. Safe for use by many threads.
public final class Releases {
  private static final String NAME = "released.json";
  private static final int MOST = 100_000;
  private static final int MAX_BYTES = 64 << 20;

  /// From this number of decisions on, decisions about deleted visits are removed.
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

  /// Checks whether a decision is about a visit that is still on disk.
  @FunctionalInterface
  public interface StillKept {
    /// {@return whether the visit of a decision is still on disk}
    ///
    /// @param decision the decision
    /// @throws IOException if the disk fails
    boolean isKept(ReleaseDecision decision) throws IOException;
  }

  /// Reads the decisions of a data directory.
  ///
  /// @param data the data directory of the daemon
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

  /// {@return whether this host holds results back}
  public boolean isWithholding() {
    return isWithholding;
  }

  /// {@return whether all results may leave: this host holds nothing back, and no results were
  /// dropped}
  public boolean letsAllLeave() {
    return !isWithholding && !hasDropped;
  }

  /// {@return whether the results of a visit may leave}
  ///
  /// @param visit the stored visit
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

  /// Waits for a decision about a visit, at most a given time.
  ///
  /// @param visit the stored visit
  /// @param longest the longest time to wait
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

  /// Adds decisions. A later decision about the same visit replaces an earlier one.
  ///
  /// @param made the decisions
  /// @param visits checks which decisions are still needed
  /// @throws IOException if the decisions cannot be stored; the earlier decisions stay
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

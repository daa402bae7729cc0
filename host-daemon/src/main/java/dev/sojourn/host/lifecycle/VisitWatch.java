package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The live counts of one visit, for an operator who looks on. Safe for use by several threads.
final class VisitWatch {
  /// Pages of a visit that are remembered.
  static final int LAST_PAGES = 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<String> last = new ArrayDeque<>();
  private Optional<Instant> begun = Optional.empty();
  private Instant resumed = Instant.MAX;
  private VisitTally before = VisitTally.NONE;
  private long pages;
  private long bytes;

  /// The counts at one moment.
  ///
  /// @param begun when the agent began to run in this process; empty while it waits
  /// @param pages read, also before a restart
  /// @param bytes of their bodies
  /// @param cpuBefore processor time up to that checkpoint
  /// @param last the URLs of the last pages, the latest first
  record Counts(
      Optional<Instant> begun, long pages, long bytes, Duration cpuBefore, List<String> last) {
    /// Copies the list.
    Counts {
      last = List.copyOf(last);
    }
  }

  /// The agent begins to run, or goes on from a checkpoint.
  void begin(Instant at, VisitTally checkpoint) {
    lock.lock();
    try {
      begun = begun.or(() -> Optional.of(at));
      resumed = at;
      before = checkpoint;
      pages = 0;
      bytes = 0;
    } finally {
      lock.unlock();
    }
  }

  /// A page was read.
  void read(PageUrl url, int size) {
    lock.lock();
    try {
      pages++;
      bytes += size;
      last.addFirst(url.toString());
      if (last.size() > LAST_PAGES) {
        last.removeLast();
      }
    } finally {
      lock.unlock();
    }
  }

  /// The spending up to a moment, with the processor time in the present worker.
  TighterLimits.Spent spent(Instant at, Duration cpu) {
    lock.lock();
    try {
      var time = at.isAfter(resumed) ? Duration.between(resumed, at) : Duration.ZERO;
      return new TighterLimits.Spent(
          before.time().plus(time),
          before.spending().cpu().plus(cpu),
          before.pages() + pages,
          before.pageBytes() + bytes);
    } finally {
      lock.unlock();
    }
  }

  Counts now() {
    lock.lock();
    try {
      return new Counts(
          begun,
          before.pages() + pages,
          before.pageBytes() + bytes,
          before.spending().cpu(),
          List.copyOf(last));
    } finally {
      lock.unlock();
    }
  }
}

package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.VisitSpending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// Divides a worker's whole processor time among its visits. The time includes the garbage
/// collector and the JIT compilers, which work for all visits and which the worker charges to none.
/// This class has no clock and no threads; its owner must guard it.
///
/// The time of the process since the last check is divided among the visits since then, including
/// those that have ended:
///
/// 1. each visit gets as much as its threads took, by the worker's report;
/// 2. the rest is divided in proportion to their allocation, which causes the collector's work. If
///    no visit allocated, it is divided in proportion to their threads' time, which causes the
///    compilers' work;
/// 3. if there are several visits and the worker has no new figures, the rest waits for the next
///    check. It is divided evenly when it reaches [#ALLOWANCE].
///
/// The kernel counts the time of the process. The worker's figures only decide how its visits, all
/// of one signer, share this time. Even a worker that lies cannot take more than all of its visits
/// may. An honest visit does not pay for the garbage collection of another visit.
final class CpuAccounts {
  /// The process may take this multiple of a visit's budget for the visit. Honest agents with much
  /// short-lived garbage reach twice the budget.
  static final int TIMES = 3;

  /// The additional time for each visit, and the time for a worker without a visit. The agent does
  /// not cause the compilation of a new worker's code.
  static final Duration ALLOWANCE = Duration.ofSeconds(5);

  private final Map<Integer, Account> accounts = new LinkedHashMap<>();
  private long lookedNanos;
  private long waitingNanos;
  private long idleNanos;

  /// The account of one visit.
  private static final class Account {
    private final Duration allowed;
    private VisitSpending noted = VisitSpending.NONE;
    private VisitSpending settled = VisitSpending.NONE;
    private long nanos;
    private boolean left;

    Account(Duration budget) {
      this.allowed = budget.multipliedBy(TIMES).plus(ALLOWANCE);
    }

    // As floating-point numbers, since a worker may report any figure that fits into its messages.
    double newCpu() {
      return Math.max(0.0, (double) noted.cpu().toNanos() - settled.cpu().toNanos());
    }

    double newBytes() {
      return Math.max(0.0, (double) noted.allocatedBytes() - settled.allocatedBytes());
    }
  }

  /// A visit that took more time than it may.
  ///
  /// @param visit the number of the visit
  /// @param taken the time for the visit, including its own threads
  /// @param allowed the allowed time
  record Overrun(int visit, Duration taken, Duration allowed) {
    /// Returns a sentence for owner and operator.
    String reason() {
      return "cpu: %d ms spent, garbage collection and compilation in its worker included (allowed: %d)"
          .formatted(taken.toMillis(), allowed.toMillis());
    }
  }

  /// Whether there is no account; then [#wake] must be called before [#begin].
  boolean isEmpty() {
    return accounts.isEmpty();
  }

  /// Ignores the time of the process while it had no visit.
  ///
  /// @param processNanos the total time of the process
  void wake(long processNanos) {
    lookedNanos = processNanos;
    waitingNanos = 0;
    idleNanos = 0;
  }

  /// Adds a visit that begins.
  ///
  /// @param budget the time that its threads may take
  void begin(int visit, Duration budget) {
    accounts.put(visit, new Account(budget));
  }

  /// Records the worker's report of what a visit has spent so far.
  void announce(int visit, VisitSpending noted) {
    var account = accounts.get(visit);
    if (account != null) {
      account.noted = noted;
    }
  }

  /// Records the end of a visit. The visit still gets its share of the process's time up to the
  /// next check.
  void leave(int visit) {
    var account = accounts.get(visit);
    if (account != null) {
      account.left = true;
    }
  }

  /// Divides the time of the process since the last check.
  ///
  /// @param processNanos the total time of the process
  /// @return the visits that have taken too much, at each call until they leave
  List<Overrun> look(long processNanos) {
    waitingNanos += Math.max(0, processNanos - lookedNanos);
    lookedNanos = processNanos;
    if (accounts.isEmpty()) {
      idleNanos += waitingNanos;
      waitingNanos = 0;
      return List.of();
    }
    shareOut();
    accounts.values().removeIf(account -> account.left);
    var over = new ArrayList<Overrun>();
    accounts.forEach(
        (visit, account) -> {
          var taken = Duration.ofNanos(account.nanos);
          if (taken.compareTo(account.allowed) > 0) {
            over.add(new Overrun(visit, taken, account.allowed));
          }
        });
    return over;
  }

  /// Whether the process has taken too much time since its last visit left.
  boolean isRestless() {
    return idleNanos > ALLOWANCE.toNanos();
  }

  private void shareOut() {
    var all = accounts.values();
    share(all, (long) Math.min((double) waitingNanos, sum(all, Account::newCpu)), Account::newCpu);
    if (sum(all, Account::newBytes) > 0) {
      share(all, waitingNanos, Account::newBytes);
    } else if (sum(all, Account::newCpu) > 0) {
      share(all, waitingNanos, Account::newCpu);
    } else if (all.size() == 1 || waitingNanos > ALLOWANCE.toNanos()) {
      share(all, waitingNanos, _ -> 1);
    }
    all.forEach(account -> account.settled = account.noted);
  }

  /// Divides a part of the waiting time.
  private void share(Collection<Account> all, long nanos, ToDoubleFunction<Account> weight) {
    double whole = sum(all, weight);
    if (whole > 0) {
      all.forEach(each -> each.nanos += (long) (weight.applyAsDouble(each) / whole * nanos));
      waitingNanos -= nanos;
    }
  }

  private static double sum(Collection<Account> all, ToDoubleFunction<Account> weight) {
    return all.stream().mapToDouble(weight).sum();
  }
}

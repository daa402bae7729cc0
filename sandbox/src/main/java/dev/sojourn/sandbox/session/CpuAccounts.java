package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.VisitSpending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The accounts that share a worker's whole processor time among its visits. It includes the time
/// of the garbage collector and the JIT compilers, which work for all visits and which the worker
/// charges to none. Pure: it has no clock and no threads, and its owner guards it.
///
/// The time of the process since the last look is shared out among the visits that were there since
/// then, including those that left meanwhile:
///
/// 1. to each as much as the worker says that its thread took;
/// 2. the rest in the proportion of their allocation, since a collector works for that; if none
///    allocated, in that of their threads' time, since compilers work for that;
/// 3. if the worker has no new figures for any visit, and there are several, the rest waits for the
///    next look. It is shared out evenly when it has become [#ALLOWANCE].
///
/// The worker's figures decide only how its visits, all of one signer, share the time that the
/// kernel has counted. Their sum is the process's time, even if the worker lies. So such a worker
/// cannot take more than all of its visits may. An honest visit is not charged for the collection
/// of its neighbour.
final class CpuAccounts {
  /// How many times its budget the process may take for a visit. Honest agents that make much
  /// garbage and keep little of it come to twice.
  static final int TIMES = 3;

  /// The time that is allowed for a visit besides, however small its budget is, and to a worker
  /// without a visit. Compiling the code of a new worker is not the agent's doing.
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

    // As fractions, since a worker may report any figure that fits into its messages.
    double newCpu() {
      return Math.max(0.0, (double) noted.cpu().toNanos() - settled.cpu().toNanos());
    }

    double newBytes() {
      return Math.max(0.0, (double) noted.allocatedBytes() - settled.allocatedBytes());
    }
  }

  /// A visit that took more than it may.
  ///
  /// @param visit its number
  /// @param taken for it, its own thread's time among it
  /// @param allowed how much that may be
  record Overrun(int visit, Duration taken, Duration allowed) {
    /// The words for owner and operator.
    String reason() {
      return "cpu: %d ms spent, garbage collection and compilation in its worker included (allowed: %d)"
          .formatted(taken.toMillis(), allowed.toMillis());
    }
  }

  /// Whether there is no account; then [#wake] must be called before [#begin].
  boolean isEmpty() {
    return accounts.isEmpty();
  }

  /// Forgets the time of the process while no visit was in it.
  ///
  /// @param processNanos its time in all
  void wake(long processNanos) {
    lookedNanos = processNanos;
    waitingNanos = 0;
    idleNanos = 0;
  }

  /// A visit begins.
  ///
  /// @param budget the time that its thread may take
  void begin(int visit, Duration budget) {
    accounts.put(visit, new Account(budget));
  }

  /// Takes the worker's report of the spending of a visit so far.
  void announce(int visit, VisitSpending noted) {
    var account = accounts.get(visit);
    if (account != null) {
      account.noted = noted;
    }
  }

  /// A visit is over. It still takes its share of the process's time up to the next look.
  void leave(int visit) {
    var account = accounts.get(visit);
    if (account != null) {
      account.left = true;
    }
  }

  /// Shares out the time of the process since the last look.
  ///
  /// @param processNanos its time in all
  /// @return the visits for which that is too much, at each call while they are there
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

  /// Whether the process has taken more since its last visit left than one without a visit may.
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

  /// Shares out a part of the waiting time.
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

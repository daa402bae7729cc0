package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.launch.ProcessClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Compares a worker process's time with the time that its visits may take by [CpuAccounts]. Any
/// thread may use it. It does nothing if the system does not report the processor time of a
/// process.
final class CpuBill {
  private final Optional<ProcessClock> clock;
  private final CpuAccounts ledger = new CpuAccounts();
  private boolean used;

  /// @param clock the clock of the worker's process; empty without a clock
  CpuBill(Optional<ProcessClock> clock) {
    this.clock = clock;
  }

  synchronized void begin(int visit, Duration budget) {
    if (ledger.isEmpty()) {
      nanos().ifPresent(ledger::wake);
    }
    used = true;
    ledger.begin(visit, budget);
  }

  synchronized void announce(int visit, VisitSpending noted) {
    ledger.announce(visit, noted);
  }

  synchronized void leave(int visit) {
    ledger.leave(visit);
  }

  /// The result of a check of the process.
  ///
  /// @param overruns the visits that have taken too much
  /// @param isRestless whether the process has taken too much without a visit
  record Look(List<CpuAccounts.Overrun> overruns, boolean isRestless) {
    private static final Look NOTHING = new Look(List.of(), false);
  }

  /// Checks the time of the process. The owner calls it about once a second.
  synchronized Look look() {
    var nanos = used ? nanos() : OptionalLong.empty();
    return nanos.isEmpty()
        ? Look.NOTHING
        : new Look(ledger.look(nanos.getAsLong()), ledger.isRestless());
  }

  private OptionalLong nanos() {
    return clock.isPresent() ? clock.get().nanos() : OptionalLong.empty();
  }
}

package dev.sojourn.lab.run;

import dev.sojourn.lab.process.Calibration;
import dev.sojourn.lab.process.MachineStat;
import dev.sojourn.lab.result.MachineUse;
import dev.sojourn.lab.result.ProcessResult;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/// The state of the machine at the start of a crawl.
///
/// @param before its processor time at that moment; empty if the system does not report it
/// @param load average of the last minute
/// @param calibrationSeconds processor time of a fixed task
record MachineWatch(Optional<MachineStat> before, double load, double calibrationSeconds) {
  static MachineWatch start() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    double calibrationSeconds = Calibration.seconds();
    return new MachineWatch(MachineStat.now(), load, calibrationSeconds);
  }

  /// {@return the other work of the machine since the start}
  ///
  /// @param processes of the run
  MachineUse use(List<ProcessResult> processes) {
    double own = processes.stream().mapToDouble(ProcessResult::cpuSeconds).sum();
    return before
        .flatMap(begun -> MachineStat.now().map(now -> now.since(begun)))
        .map(
            stat ->
                new MachineUse(
                    Math.max(0, stat.busy().toMillis() / 1e3 - own),
                    stat.stolen().toMillis() / 1e3,
                    load,
                    calibrationSeconds))
        .orElse(new MachineUse(0, 0, load, calibrationSeconds));
  }
}

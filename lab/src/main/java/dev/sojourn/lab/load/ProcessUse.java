package dev.sojourn.lab.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What processes have used of the machine, as the system counts it.
///
/// @param host processor time of a daemon; empty where there is none
/// @param workers processor time of the processes that it has started and that still run
/// @param load processor time of this program
record ProcessUse(Optional<Duration> host, Optional<Duration> workers, Duration load) {

  /// What was used up to now.
  ///
  /// @param pid of the daemon, or of another server; 0 for none
  static ProcessUse now(long pid) {
    var host = ProcessHandle.of(pid);
    return new ProcessUse(
        host.map(ProcessUse::of),
        host.map(h -> h.descendants().map(ProcessUse::of).reduce(Duration.ZERO, Duration::plus)),
        of(ProcessHandle.current()));
  }

  private static Duration of(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /// Resident memory of a process in MiB; empty where the system does not say.
  static Optional<Long> residentMiB(long pid) {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
          .findFirst();
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}

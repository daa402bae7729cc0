package dev.sojourn.lab.load;

import dev.sojourn.lab.process.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The processor time of processes, as the system counts it.
///
/// @param host processor time of a daemon; empty if there is none
/// @param workers processor time of the processes that the daemon started, including ended ones.
///   For a killed worker in namespaces, it is only the part that the system passes on.
/// @param load processor time of this program
record ProcessUse(Optional<Duration> host, Optional<Duration> workers, Duration load) {

  /// The use so far.
  ///
  /// @param pid of the daemon, or of another server; 0 for none
  static ProcessUse now(long pid) {
    var host = ProcessStat.of(pid);
    return new ProcessUse(
        host.map(ProcessStat::own),
        host.map(stat -> stat.ofEnded().plus(ofDescendants(pid))),
        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
  }

  private static Duration ofDescendants(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .flatMap(process -> ProcessStat.of(process.pid()).stream())
        .map(ProcessStat::both)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /// Resident memory of a process in MiB; empty if the system does not report it.
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

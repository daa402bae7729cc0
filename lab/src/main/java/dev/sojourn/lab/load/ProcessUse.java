package dev.sojourn.lab.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The use of the machine by processes, as the system counts it.
///
/// @param host processor time of a daemon; empty where there is none
/// @param workers processor time of the processes that it has started, those that have ended
///   included; of a worker in namespaces that was killed only as far as the system hands it on
/// @param load processor time of this program
record ProcessUse(Optional<Duration> host, Optional<Duration> workers, Duration load) {

  /// What was used up to now.
  ///
  /// @param pid of the daemon, or of another server; 0 for none
  static ProcessUse now(long pid) {
    var host = Times.of(pid);
    return new ProcessUse(
        host.map(Times::own),
        host.map(times -> times.ofEnded().plus(ofDescendants(pid))),
        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
  }

  private static Duration ofDescendants(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .flatMap(process -> Times.of(process.pid()).stream())
        .map(times -> times.own().plus(times.ofEnded()))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /// The times that Linux counts for one process.
  ///
  /// @param own processor time of its threads
  /// @param ofEnded that of its children that have ended, and of theirs
  record Times(Duration own, Duration ofEnded) {
    /// In what the kernel tells programs a second has 100 ticks, however it counts itself.
    private static final int MILLIS_PER_TICK = 10;

    /// Behind the name, which may hold anything, the third field of the line comes first.
    private static final int USER = 14 - 3;

    /// Empty if the process is gone, or the system is none that tells it in this way.
    static Optional<Times> of(long pid) {
      try {
        return Optional.of(
            parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")).strip()));
      } catch (IOException _) {
        return Optional.empty();
      }
    }

    static Times parse(String line) {
      var fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      return new Times(
          ticks(fields[USER]).plus(ticks(fields[USER + 1])),
          ticks(fields[USER + 2]).plus(ticks(fields[USER + 3])));
    }

    private static Duration ticks(String field) {
      return Duration.ofMillis(Long.parseLong(field) * MILLIS_PER_TICK);
    }
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

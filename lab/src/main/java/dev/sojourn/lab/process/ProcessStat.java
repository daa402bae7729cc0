package dev.sojourn.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The figures of one process from `/proc/PID/stat` of Linux.
///
/// @param pid its process id
/// @param parent process id of its parent
/// @param startTicks its start, in ticks since the start of the machine
/// @param own processor time of its threads
/// @param ofEnded processor time of its ended children that it has waited for, and of their
///   children
/// @param residentBytes its resident memory
public record ProcessStat(
    long pid, long parent, long startTicks, Duration own, Duration ofEnded, long residentBytes) {
  /// For programs, the kernel reports 100 ticks per second, whatever its internal clock is.
  private static final int MILLIS_PER_TICK = 10;

  private static final int PAGE_BYTES = 4_096;

  /// Index of the parent, counted from the field after the name. The name may contain any
  /// characters.
  private static final int PARENT = 4 - 3;

  private static final int USER = 14 - 3;
  private static final int START = 22 - 3;
  private static final int RESIDENT_PAGES = 24 - 3;

  /// Reads the figures of a process.
  ///
  /// @param pid its process id
  /// @return the figures; empty if it has ended, or the system does not report them in this form
  public static Optional<ProcessStat> of(long pid) {
    try {
      return Optional.of(
          parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")).strip()));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// {@return the figures of all processes; none if the system does not report them}
  public static List<ProcessStat> all() {
    var all = new ArrayList<ProcessStat>();
    try (var entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var entry : entries) {
        of(Long.parseLong(entry.getFileName().toString())).ifPresent(all::add);
      }
    } catch (IOException _) {
      // There is no /proc, so no process is known.
    }
    return all;
  }

  static ProcessStat parse(String line) {
    var fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return new ProcessStat(
        Long.parseLong(line.substring(0, line.indexOf(' '))),
        Long.parseLong(fields[PARENT]),
        Long.parseLong(fields[START]),
        ticks(fields[USER]).plus(ticks(fields[USER + 1])),
        ticks(fields[USER + 2]).plus(ticks(fields[USER + 3])),
        Long.parseLong(fields[RESIDENT_PAGES]) * PAGE_BYTES);
  }

  private static Duration ticks(String field) {
    return Duration.ofMillis(Long.parseLong(field) * MILLIS_PER_TICK);
  }

  /// {@return processor time of the process and of its children that have ended}
  public Duration both() {
    return own.plus(ofEnded);
  }
}

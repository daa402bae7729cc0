package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// The processor time of a worker's whole process by the kernel's count, including collector and
/// compilers. The worker's reports do not influence it. Any thread may use it.
///
/// It is read only from `/proc/PID/stat`. Unlike a process's command line, this file does not use
/// the memory of the process, so a worker cannot make its reader wait.
///
/// @param pid the number of the Java process in this namespace
/// @param started the start time in the kernel's ticks, which differs from that of a later process
///   with the same number
public record ProcessClock(long pid, String started) {
  /// The kernel reports 100 ticks a second to programs, independent of its internal count
  /// (`proc(5)`, USER_HZ on x86-64 and aarch64).
  private static final long NANOS_PER_TICK = 10_000_000;

  /// Fields are counted after the name, which may contain any character. The name is the second
  /// field, so the third field has index 0.
  private static final int USER = 14 - 3;

  private static final int SYSTEM = 15 - 3;
  private static final int STARTED = 22 - 3;

  /// Returns the clock of a confined worker, which cannot have children; empty if the system does
  /// not report the time of processes in this way.
  ///
  /// @param process the started process: the worker, or the command that put it into namespaces and
  ///   waits for it
  /// @return the worker's clock
  public static Optional<ProcessClock> of(Process process) {
    long pid = innermost(process);
    return fields(pid)
        .filter(fields -> nanos(fields).isPresent())
        .map(fields -> new ProcessClock(pid, fields[STARTED]));
  }

  /// {@return the processor time since the start, in nanoseconds with a resolution of 10 ms; empty
  /// after the end of the process}
  public OptionalLong nanos() {
    var fields = fields(pid);
    return fields.isPresent() && fields.get()[STARTED].equals(started)
        ? nanos(fields.get())
        : OptionalLong.empty();
  }

  /// Returns the number of the worker's process. Each process above it has only one child, and the
  /// worker has none.
  private static long innermost(Process process) {
    var below = process.descendants().toList();
    var parents =
        below.stream()
            .flatMap(each -> each.parent().stream())
            .map(ProcessHandle::pid)
            .collect(Collectors.toSet());
    return below.stream()
        .map(ProcessHandle::pid)
        .filter(pid -> !parents.contains(pid))
        .findFirst()
        .orElseGet(process::pid);
  }

  private static Optional<String[]> fields(long pid) {
    try {
      return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")).strip());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Returns the fields after the name; empty if fields are missing.
  static Optional<String[]> parse(String line) {
    var fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    return fields.length > STARTED ? Optional.of(fields) : Optional.empty();
  }

  /// Returns the processor time in these fields; empty if the fields are not numbers.
  static OptionalLong nanos(String[] fields) {
    try {
      long ticks = Math.addExact(Long.parseLong(fields[USER]), Long.parseLong(fields[SYSTEM]));
      return OptionalLong.of(Math.multiplyExact(ticks, NANOS_PER_TICK));
    } catch (NumberFormatException | ArithmeticException _) {
      return OptionalLong.empty();
    }
  }
}

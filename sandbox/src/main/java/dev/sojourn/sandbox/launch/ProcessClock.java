package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// The processor time of a worker's whole process, the collector and the compilers among it, as the
/// kernel counts it. No report of the worker influences it. May be used by any thread.
///
/// Read from `/proc/PID/stat` alone: unlike a process's command line, that file does not touch the
/// memory of the process, so a worker cannot make its reader wait.
///
/// @param pid of the Java process, as it is known here
/// @param started when it was started, in the kernel's ticks; a later process with the same number
///   has another
public record ProcessClock(long pid, String started) {
  /// In the kernel's figures for programs a second has 100 ticks, however it counts itself
  /// (`proc(5)`, USER_HZ on x86-64 and aarch64).
  private static final long NANOS_PER_TICK = 10_000_000;

  /// Fields are counted from behind the name, the second one, which may hold anything: the third is
  /// number 0.
  private static final int USER = 14 - 3;

  private static final int SYSTEM = 15 - 3;
  private static final int STARTED = 22 - 3;

  /// The clock of a worker that has confined itself, and so will never have children; empty if the
  /// system does not report the time of processes in this way.
  ///
  /// @param process as it was started: the worker, or the command that put it into namespaces and
  ///   waits for it
  /// @return its clock
  public static Optional<ProcessClock> of(Process process) {
    long pid = innermost(process);
    return fields(pid)
        .filter(fields -> nanos(fields).isPresent())
        .map(fields -> new ProcessClock(pid, fields[STARTED]));
  }

  /// {@return how much the process has taken since its start, in nanoseconds, in steps of 10 ms;
  /// empty if it is gone}
  public OptionalLong nanos() {
    var fields = fields(pid);
    return fields.isPresent() && fields.get()[STARTED].equals(started)
        ? nanos(fields.get())
        : OptionalLong.empty();
  }

  /// Each process between is the parent of the next one only, and the worker has no child.
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

  /// The fields behind the name; empty if there are fewer than Linux writes.
  static Optional<String[]> parse(String line) {
    var fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    return fields.length > STARTED ? Optional.of(fields) : Optional.empty();
  }

  /// The processor time in these fields; empty if that is no number.
  static OptionalLong nanos(String[] fields) {
    try {
      long ticks = Math.addExact(Long.parseLong(fields[USER]), Long.parseLong(fields[SYSTEM]));
      return OptionalLong.of(Math.multiplyExact(ticks, NANOS_PER_TICK));
    } catch (NumberFormatException | ArithmeticException _) {
      return OptionalLong.empty();
    }
  }
}

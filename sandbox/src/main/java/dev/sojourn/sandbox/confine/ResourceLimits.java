package dev.sojourn.sandbox.confine;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The kernel's limits for the resources of a process. The JVM reserves the address space of heap
/// and code cache at its start, so only their contents need room here.
///
/// @param roomBytes additional address space and private memory that the process may take
/// @param threads the most threads of the process's user in its own user namespace, or 0 for no
///   limit. Without its own namespace, the limit would count all processes of the user
public record ResourceLimits(long roomBytes, int threads) {
  private static final int FILE_SIZE = 1;
  private static final int DATA = 2;
  private static final int CORE = 4;
  private static final int PROCESSES = 6;
  private static final int FILES = 7;
  private static final int ADDRESS_SPACE = 9;
  private static final int MESSAGE_QUEUES = 12;

  /// The most descriptors. The filter allows no call that opens a file, so this limits only `poll`.
  private static final int MAX_FILES = 64;

  private static final long KIB = 1L << 10;

  private static final Path STATUS = Path.of("/proc/self/status");

  /// Sets the limits without raising an existing limit.
  void apply(Kernel calls) throws IOException {
    set(calls, CORE, 0);
    set(calls, FILE_SIZE, 0);
    set(calls, MESSAGE_QUEUES, 0);
    set(calls, FILES, MAX_FILES);
    var status = Files.readAllLines(STATUS);
    requireOwn(status);
    set(calls, DATA, used(status, "VmData:") + Runtime.getRuntime().maxMemory() + roomBytes);
    set(calls, ADDRESS_SPACE, used(status, "VmSize:") + roomBytes);
    if (threads > 0) {
      set(calls, PROCESSES, threads);
    }
  }

  private static void set(Kernel calls, int resource, long limit) throws IOException {
    var values = calls.memory(16);
    SeccompPolicy.require(
        "to tell the limit of resource " + resource,
        calls.call(SystemCall.PRLIMIT64, 0, resource, 0, values.address()));
    long most = values.get(ValueLayout.JAVA_LONG, 8);
    // Without a limit, all bits are set.
    long least = Long.compareUnsigned(limit, most) < 0 ? limit : most;
    values.set(ValueLayout.JAVA_LONG, 0, least);
    values.set(ValueLayout.JAVA_LONG, 8, least);
    SeccompPolicy.require(
        "to limit resource " + resource,
        calls.call(SystemCall.PRLIMIT64, 0, resource, values.address()));
  }

  /// Throws if the status file belongs to another process, since its figures would not limit this
  /// one. The program that prepares a worker's root adds this file, and must then become the
  /// worker.
  private static void requireOwn(List<String> status) throws IOException {
    var numbers = field(status, "NSpid:").split("\\s+", -1);
    var own = Long.toString(ProcessHandle.current().pid());
    if (!numbers[numbers.length - 1].equals(own)) {
      throw new IOException(STATUS + " is of another process (expected: of number " + own + ")");
    }
  }

  /// Returns the bytes of a line of the process's status, such as `VmSize: 812345 kB`.
  private static long used(List<String> status, String name) throws IOException {
    var value = field(status, name);
    return Long.parseLong(value.substring(0, value.length() - " kB".length())) * KIB;
  }

  private static String field(List<String> status, String name) throws IOException {
    for (var line : status) {
      if (line.startsWith(name)) {
        return line.substring(name.length()).strip();
      }
    }
    throw new IOException(STATUS + " has no " + name);
  }
}

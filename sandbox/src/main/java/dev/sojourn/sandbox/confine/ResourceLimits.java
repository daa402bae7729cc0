package dev.sojourn.sandbox.confine;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The limits of the kernel for each resource of a process. The heap and the code cache are
/// reserved when the JVM starts, so that they need no room here but for their contents.
///
/// @param roomBytes address space and private memory that the process may take besides its present
///   memory
/// @param threads of the process's user in its own user namespace, or 0 for no limit; outside of a
///   namespace of its own it would count all processes of the user
public record ResourceLimits(long roomBytes, int threads) {
  private static final int FILE_SIZE = 1;
  private static final int DATA = 2;
  private static final int CORE = 4;
  private static final int PROCESSES = 6;
  private static final int FILES = 7;
  private static final int ADDRESS_SPACE = 9;
  private static final int MESSAGE_QUEUES = 12;

  /// The filter lets no call through that opens a file; `poll` takes at most this many.
  private static final int MAX_FILES = 64;

  private static final long KIB = 1L << 10;

  private static final Path STATUS = Path.of("/proc/self/status");

  /// Sets the limits, none of them higher than it was.
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

  /// The program that lays out a worker's root puts this file there, and has to become the worker
  /// then. The figures of another process would bound nothing.
  private static void requireOwn(List<String> status) throws IOException {
    var numbers = field(status, "NSpid:").split("\\s+", -1);
    var own = Long.toString(ProcessHandle.current().pid());
    if (!numbers[numbers.length - 1].equals(own)) {
      throw new IOException(STATUS + " is of another process (expected: of number " + own + ")");
    }
  }

  /// A line of the process's status, as `VmSize: 812345 kB`, in bytes.
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

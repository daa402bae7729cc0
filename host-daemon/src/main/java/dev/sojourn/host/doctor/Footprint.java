package dev.sojourn.host.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The resources that this process uses at one time.
///
/// @param threads the number of platform threads
/// @param descriptors the number of open descriptors; 0 if unknown
/// @param processes the number of running child processes
/// @param heapBytes the bytes of heap in use after a collection
/// @param residentBytes the bytes of resident memory; 0 if unknown
record Footprint(
    int threads, long descriptors, long processes, long heapBytes, long residentBytes) {
  private static final long MIB = 1L << 20;
  private static final Path SELF = Path.of("/proc/self");

  /// The allowed growth. It covers carrier threads that end after a while, a spare worker, and
  /// unused heap.
  private static final Footprint TOLERANCE = new Footprint(32, 32, 3, 24 * MIB, 256 * MIB);

  static Footprint now() throws IOException {
    System.gc();
    return new Footprint(
        ManagementFactory.getThreadMXBean().getThreadCount(),
        openDescriptors(),
        ProcessHandle.current().descendants().count(),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        residentNow());
  }

  /// Returns the figures that have grown more than allowed since this footprint, in words.
  List<String> grownTo(Footprint later) {
    var grown = new ArrayList<String>();
    note(grown, "threads", threads, later.threads, TOLERANCE.threads);
    note(grown, "open descriptors", descriptors, later.descriptors, TOLERANCE.descriptors);
    note(grown, "processes", processes, later.processes, TOLERANCE.processes);
    note(grown, "octets of heap", heapBytes, later.heapBytes, TOLERANCE.heapBytes);
    note(grown, "octets of memory", residentBytes, later.residentBytes, TOLERANCE.residentBytes);
    return grown;
  }

  Map<String, Object> json() {
    var object = new LinkedHashMap<String, Object>();
    object.put("threads", threads);
    object.put("descriptors", descriptors);
    object.put("processes", processes);
    object.put("heapBytes", heapBytes);
    object.put("residentBytes", residentBytes);
    return object;
  }

  private static void note(List<String> grown, String what, long before, long after, long more) {
    if (after - before > more) {
      grown.add(after + " " + what + " (expected: at most " + (before + more) + ")");
    }
  }

  private static long openDescriptors() throws IOException {
    var open = SELF.resolve("fd");
    if (!Files.isDirectory(open)) {
      return 0;
    }
    try (var entries = Files.list(open)) {
      return entries.count();
    }
  }

  private static long residentNow() throws IOException {
    var status = SELF.resolve("status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1_024)
        .findFirst()
        .orElse(0);
  }
}

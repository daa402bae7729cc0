package dev.sojourn.host.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// The standard metrics of this process. On a system without `/proc`, some are missing.
final class ProcessMetrics {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private ProcessMetrics() {}

  static void write(MetricsText text) {
    var info = ProcessHandle.current().info();
    text.counter(
        "process_cpu_seconds_total",
        "Processor time of the daemon, without its workers.",
        info.totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1_000.0);
    text.gauge(
        "process_start_time_seconds",
        "Start of the daemon since the epoch.",
        info.startInstant().orElse(Instant.EPOCH).toEpochMilli() / 1_000.0);
    try {
      status(text);
      descriptors(text);
    } catch (IOException _) {
      // Not a Linux system.
    }
    var runtime = Runtime.getRuntime();
    text.gauge(
        "jvm_memory_heap_used_bytes",
        "Heap that is used, with what is not collected yet.",
        runtime.totalMemory() - runtime.freeMemory());
    text.gauge("jvm_memory_heap_max_bytes", "Largest heap.", runtime.maxMemory());
  }

  private static void status(MetricsText text) throws IOException {
    for (var line : Files.readAllLines(STATUS)) {
      var words = line.split("\\s+", 3);
      switch (words[0]) {
        case "VmRSS:" ->
            text.gauge(
                "process_resident_memory_bytes",
                "Memory of the daemon, without its workers.",
                Long.parseLong(words[1]) * 1_024);
        case "Threads:" ->
            text.gauge("process_threads", "Threads of the system.", Long.parseLong(words[1]));
        default -> {
          // Not needed for the metrics.
        }
      }
    }
  }

  private static void descriptors(MetricsText text) throws IOException {
    try (var open = Files.list(DESCRIPTORS)) {
      text.gauge("process_open_fds", "Open files and sockets.", open.count());
    }
  }
}

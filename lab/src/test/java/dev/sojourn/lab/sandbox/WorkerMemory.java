package dev.sojourn.lab.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The memory of the workers of this process, as the kernel counts it.
///
/// @param residentMiB resident memory, shared parts counted for each of them
/// @param shareMiB the same, shared parts divided among them (PSS)
record WorkerMemory(double residentMiB, double shareMiB) {
  private static final double KIB_PER_MIB = 1_024;

  /// The sum over all Java processes below this one.
  static WorkerMemory now() {
    return new WorkerMemory(mebibytes("status", "VmRSS:"), mebibytes("smaps_rollup", "Pss:"));
  }

  private static double mebibytes(String file, String line) {
    return ProcessHandle.current()
            .descendants()
            .filter(process -> process.info().command().orElse("").endsWith("/java"))
            .mapToLong(process -> kib(Path.of("/proc/" + process.pid(), file), line))
            .sum()
        / KIB_PER_MIB;
  }

  private static long kib(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException _) {
      return 0; // It is gone.
    }
  }
}

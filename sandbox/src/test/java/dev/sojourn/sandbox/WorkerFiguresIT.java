package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What a worker costs: printed, and not held to anything, since machines differ.
@EnabledIfSystemProperty(named = "sojourn.figures", matches = "true")
class WorkerFiguresIT {
  private static final int ROUNDS = 15;

  @TempDir private Path directory;

  @Test
  void tellsWhatAColdWorkerCosts() throws Exception {
    var millis = new ArrayList<Long>();
    var resident = new ArrayList<Long>();
    var raised = new ArrayList<Long>();
    try (var sandbox = Sandbox.open(SandboxSettings.defaults())) {
      sandbox.missing();
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
        var walls = sandbox.walls();
        millis.add((System.nanoTime() - start) / 1_000_000);
        assertThat(walls.walls()).hasSize(5);
      }
      System.out.printf(
          "namespaces: %s%n", sandbox.missing().isEmpty() ? "all" : sandbox.missing());
    }
    for (int i = 0; i < ROUNDS; i++) {
      try (var process = ConfinedProcess.start(directory, Namespaces.none(""), true)) {
        raised.add(process.raisedMicros());
        resident.add(residentKib(process.handle().pid()) / 1_024);
      }
    }
    print("from asking for a cold worker to its first word, confined, and its end, in ms", millis);
    print("raising the wall, in µs", raised);
    print("resident memory of a confined worker that has rehearsed, in MiB", resident);
  }

  private static void print(String what, List<Long> values) {
    var sorted = values.stream().sorted().toList();
    System.out.printf(
        "%s: median %d, from %d to %d%n",
        what, sorted.get(sorted.size() / 2), sorted.getFirst(), sorted.getLast());
  }

  private static long residentKib(long pid) throws Exception {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }
}

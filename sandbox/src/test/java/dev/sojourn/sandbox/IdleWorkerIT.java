package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.testing.OwnProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A worker without a visit, watched by the kernel's counts of its threads.
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class IdleWorkerIT {
  private static final VisitLimits LIMITS =
      new VisitLimits(
          Duration.ofSeconds(10),
          Duration.ofMillis(200),
          64L << 30,
          5,
          1 << 20,
          6,
          100,
          3_000,
          4,
          8_192,
          7,
          30,
          Duration.ZERO);

  @TempDir private Path directory;

  @Test
  void whoWatchesVisitsSleepsWhileThereIsNoneAndStopsTheNextOneAllTheSame() throws Exception {
    var finishes = AgentSource.agent("public Next visit(Visit v) { return Next.done(); }");
    var loops = AgentSource.agent("public Next visit(Visit v) { while (true) {} }");
    try (var sandbox = OpenSandbox.open(OpenSandbox.settings(1, 1).withDirectory(directory))) {
      assertThat(visit(sandbox, finishes)).isInstanceOf(VisitEnd.Finished.class);
      var watchdog = watchdog();
      awaitSleep(watchdog);

      assertThat(visit(sandbox, loops))
          .isInstanceOfSatisfying(
              VisitEnd.Stopped.class, end -> assertThat(end.limit()).isEqualTo("cpu"));
      awaitSleep(watchdog);
      assertThat(visit(sandbox, finishes)).isInstanceOf(VisitEnd.Finished.class);
    }
  }

  private static VisitEnd visit(Sandbox sandbox, byte[] jar) throws InterruptedException {
    return sandbox.start(Orders.of("signer", jar, LIMITS), RecordingServices.ofNothing()).await();
  }

  /// It wakes up every few milliseconds otherwise.
  private static void awaitSleep(Path thread) {
    var before = new AtomicReference<>("");
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              var now = switches(thread);
              return before.getAndSet(now).equals(now);
            });
  }

  private static String switches(Path thread) throws IOException {
    return Files.readAllLines(thread.resolve("status")).stream()
        .filter(line -> line.startsWith("voluntary_ctxt_switches"))
        .findFirst()
        .orElseThrow();
  }

  private Path watchdog() {
    var workers = OwnProcesses.below(directory).map(IdleWorkerIT::watchdog);
    var found = workers.flatMap(Optional::stream).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  private static Optional<Path> watchdog(ProcessHandle process) {
    try (var tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (var task : tasks.toList()) {
        if (Files.readString(task.resolve("comm")).strip().equals("watchdog")) {
          return Optional.of(task);
        }
      }
    } catch (IOException _) {
      // It has ended.
    }
    return Optional.empty();
  }
}

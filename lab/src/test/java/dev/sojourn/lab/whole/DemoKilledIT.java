package dev.sojourn.lab.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sojourn demo` when it has no chance to tidy up.
final class DemoKilledIT {
  @TempDir private Path temp;

  @Test
  void aDemoThatIsKilledLeavesNoDaemonAndNoWorkerBehind() throws IOException {
    var out = temp.resolve("demo");
    var demo = Program.start(temp, "demo", "--out", out.toString());
    List<ProcessHandle> descendants = List.of();
    try {
      // Both daemons run, and the crawl has begun.
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> Files.exists(out.resolve("crawl/crawl.db")) && daemons(demo) == 2);
      descendants = demo.descendants().toList();
      demo.destroyForcibly();

      for (var process : descendants) {
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(
                () -> assertThat(process.isAlive()).as(process.info().toString()).isFalse());
      }
    } finally {
      demo.destroyForcibly();
      descendants.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static long daemons(Process demo) {
    return demo.children()
        .filter(p -> p.info().commandLine().orElse("").contains("--end-with-input"))
        .count();
  }
}

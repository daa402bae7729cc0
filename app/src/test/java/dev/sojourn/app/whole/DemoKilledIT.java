package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    CutHandbook.layInto(out);
    var demo = Program.start(temp, "demo", "--out", out.toString());
    List<ProcessHandle> descendants = List.of();
    try {
      await()
          .atMost(Duration.ofMinutes(20))
          .failFast(
              () -> assertThat(demo.isAlive()).as(Files.readString(temp.resolve("err"))).isTrue())
          .until(() -> Files.exists(out.resolve("crawl/crawl.db")) && areHeld(out));
      descendants = demo.descendants().toList();
      assertThat(descendants).hasSizeGreaterThanOrEqualTo(2);
      demo.destroyForcibly();

      await().atMost(Duration.ofMinutes(10)).until(() -> isFree(out, "main"));
      await().atMost(Duration.ofMinutes(10)).until(() -> isFree(out, "search"));
      for (var process : descendants) {
        await()
            .atMost(Duration.ofMinutes(10))
            .untilAsserted(
                () -> assertThat(process.isAlive()).as(process.info().toString()).isFalse());
      }
    } finally {
      demo.destroyForcibly();
      descendants.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean areHeld(Path out) throws IOException {
    return Files.exists(lock(out, "main"))
        && Files.exists(lock(out, "search"))
        && !isFree(out, "main")
        && !isFree(out, "search");
  }

  /// Whether no daemon has its data directory: a lock ends with the process that holds it.
  private static boolean isFree(Path out, String host) throws IOException {
    try (var channel = FileChannel.open(lock(out, host), StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      return lock != null;
    }
  }

  private static Path lock(Path out, String host) {
    return out.resolve("hosts").resolve(host).resolve("data/lock");
  }
}

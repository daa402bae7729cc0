package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Processes that would outlive the one they serve, and what becomes of them.
@EnabledOnOs(OS.LINUX)
class OrphanReaperIT {
  @TempDir private Path parent;

  @Test
  void aProcessThatWaitsForAKilledOneEndsWithItsSandboxAndSoDoesTheDirectory() throws Exception {
    var caller = caller();
    var orphan = orphan(caller);
    caller.destroyForcibly();
    await().atMost(Duration.ofSeconds(30)).until(() -> !orphan.isAlive() && isEmpty());
  }

  @Test
  void whatIsLeftOfASandboxAndItsReaperEndsWhenTheNextOneIsOpened() throws Exception {
    var caller = caller();
    var orphan = orphan(caller);
    caller
        .children()
        .filter(child -> !child.equals(orphan))
        .forEach(ProcessHandle::destroyForcibly);
    caller.destroyForcibly().waitFor();
    assertThat(orphan.isAlive()).isTrue();
    assertThat(isEmpty()).isFalse();
    SandboxDirectory.open(parent).close();
    await().atMost(Duration.ofSeconds(30)).until(() -> !orphan.isAlive());
    assertThat(isEmpty()).isTrue();
  }

  @Test
  void aSandboxThatIsClosedEndsWhatBearsItsMarkAndNothingElse() throws Exception {
    var other = sleeper(parent.resolve("sjw-other"));
    Process own;
    try {
      try (var directory = SandboxDirectory.open(parent)) {
        own = sleeper(directory.path());
      }
      assertThat(own.waitFor()).isEqualTo(128 + 9);
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  private boolean isEmpty() throws IOException {
    try (var files = Files.list(parent)) {
      return files.findAny().isEmpty();
    }
  }

  private static ProcessHandle orphan(Process caller) throws IOException {
    var line = caller.inputReader().readLine();
    assertThat(line).as("number of the process that it started").isNotNull();
    return ProcessHandle.of(Long.parseLong(line)).orElseThrow();
  }

  /// A process that ends by nothing but a signal.
  private static Process sleeper(Path directory) throws IOException {
    var words = new ArrayList<>(List.of("sh", "-c", "while :; do sleep 1; done"));
    words.addAll(OrphanReaper.mark(directory));
    return new ProcessBuilder(words).start();
  }

  /// A process that has a sandbox's directory, and one of its processes, until it is killed.
  private Process caller() throws IOException {
    var classPath =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).stream()
            .map(element -> Path.of(element).toAbsolutePath().toString())
            .toList();
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            String.join(File.pathSeparator, classPath),
            Caller.class.getName(),
            parent.toString())
        .redirectErrorStream(true)
        .start();
  }

  static final class Caller {
    public static void main(String[] arguments) throws Exception {
      var directory = SandboxDirectory.open(Path.of(arguments[0]));
      System.out.println(sleeper(directory.path()).pid());
      Thread.currentThread().join();
    }
  }
}

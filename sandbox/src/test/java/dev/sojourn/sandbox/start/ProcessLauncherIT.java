package dev.sojourn.sandbox.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.testing.OwnProcesses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(300)
class ProcessLauncherIT {
  @TempDir private Path directory;

  @Test
  void startsThatWaitWhenItIsClosedEnd() throws Exception {
    var settings = SandboxSettings.defaults().withBounds(1, 1, 64);
    try (var own = SandboxDirectory.open(directory);
        var clock = Executors.newSingleThreadScheduledExecutor();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var jars = ClassPathJars.find(ConfinedProgram.READER, own.path());
      var command =
          new WorkerCommand(
              ConfinedProgram.READER, settings.places().javaHome(), settings.heapMiB(), jars);
      var launcher = new ProcessLauncher(settings, own, command, Optional.empty(), clock);
      var _ = launcher.namespaces();
      var starting = new ArrayList<Future<ConfinedStart>>();
      for (int i = 0; i < 50; i++) {
        starting.add(threads.submit(launcher::start));
      }
      await().until(() -> OwnProcesses.below(directory).findAny().isPresent());
      launcher.close();

      await().until(() -> starting.stream().allMatch(Future::isDone));
      for (var each : starting) {
        if (each.state() == Future.State.SUCCESS) {
          each.resultNow().process().destroyForcibly();
        }
      }
      await().until(() -> OwnProcesses.below(directory).findAny().isEmpty());
      assertThat(starting).anyMatch(each -> each.state() == Future.State.FAILED);
      clock.shutdownNow();
    }
  }
}

package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.start.ProcessLauncher;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/// Workers that are started one by one, without a pool.
public final class StartedWorkers implements AutoCloseable {
  private final ProcessLauncher launcher;

  public StartedWorkers(
      SandboxSettings settings,
      SandboxDirectory directory,
      WorkerCommand command,
      Optional<StartCache> cache,
      ScheduledExecutorService clock) {
    this.launcher = new ProcessLauncher(settings, directory, command, cache, clock);
  }

  public WorkerProcess start() throws IOException, InterruptedException {
    var worker = new WorkerProcess(launcher.start());
    worker.listen(() -> {});
    return worker;
  }

  public void makeCache() throws InterruptedException {
    launcher.makeCache();
  }

  public static void end(WorkerProcess worker) throws InterruptedException {
    worker.kill(0, WallName.PROCESS, "it is over");
    worker.awaitDeath();
  }

  @Override
  public void close() {
    launcher.close();
  }
}

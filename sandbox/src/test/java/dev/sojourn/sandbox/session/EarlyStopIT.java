package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.AgentSource;
import dev.sojourn.sandbox.Orders;
import dev.sojourn.sandbox.RecordingServices;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.WorkerCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A visit that must stop while its order is on its way to the worker.
class EarlyStopIT {
  @TempDir private Path directory;

  /// The worker would drop it, run the agent, and be killed for that, with all its other visits.
  @Test
  void aStopDoesNotOvertakeTheOrderOfItsVisit() throws Exception {
    var ample = Duration.ofSeconds(60);
    var settings =
        SandboxSettings.defaults().withBounds(1, 1, 64).withDeadlines(ample, ample, ample);
    var clock = Executors.newSingleThreadScheduledExecutor();
    try (var own = SandboxDirectory.open(directory)) {
      var jars = ClassPathJars.find(ConfinedProgram.WORKER, own.path());
      var command = new WorkerCommand(settings.places().javaHome(), settings.heapMiB(), jars);
      try (var workers = new StartedWorkers(settings, own, command, Optional.empty(), clock)) {
        assertThat(stoppedEarly(workers.start(), settings, clock))
            .isInstanceOfSatisfying(
                VisitEnd.Stopped.class,
                end -> assertThat(end.reason()).isEqualTo("the owner gave it up"));
      }
    } finally {
      clock.shutdownNow();
    }
  }

  private static VisitEnd stoppedEarly(
      WorkerProcess worker, SandboxSettings settings, ScheduledExecutorService clock)
      throws InterruptedException {
    var order = Orders.of(AgentSource.visiting("while (true);"));
    var session =
        new VisitSession(1, order, RecordingServices.ofNothing(), worker, settings, clock);
    try {
      session.stop("stop", "the owner gave it up");
      // Time for the thread that sends it, if it does not wait.
      assertThat(new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS)).isFalse();
      return session.run();
    } finally {
      StartedWorkers.end(worker);
    }
  }
}

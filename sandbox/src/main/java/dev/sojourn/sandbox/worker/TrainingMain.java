package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.start.TrainingRun;
import java.io.IOException;
import java.util.List;

/// The program that trains a worker. It runs no agent except the one of the warmup.
public final class TrainingMain implements TrainingRun.Trainee {
  private TrainingMain() {}

  /// Warms up as a worker would.
  ///
  /// @param arguments the path of a socket that exists for a moment
  /// @throws IOException if the socket cannot be made
  public static void main(String[] arguments) throws IOException {
    TrainingRun.run(arguments[0], new TrainingMain());
  }

  @Override
  public List<SandboxWalls.Wall> warmUp() {
    return Warmup.run();
  }

  @Override
  public void link(Pipe pipe) {
    var _ = WorkerMain.class.getMethods();
    new Watchdog(List.of());
  }
}

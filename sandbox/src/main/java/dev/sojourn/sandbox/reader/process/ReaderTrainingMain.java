package dev.sojourn.sandbox.reader.process;

import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ReaderPipe;
import dev.sojourn.sandbox.start.TrainingRun;
import java.io.IOException;
import java.util.List;

/// The program that trains a reader.
public final class ReaderTrainingMain implements TrainingRun.Trainee {
  private ReaderTrainingMain() {}

  /// Warms up as a reader would.
  ///
  /// @param arguments the path of a socket that exists for a moment
  /// @throws IOException if the socket cannot be made
  public static void main(String[] arguments) throws IOException {
    TrainingRun.run(arguments[0], new ReaderTrainingMain());
  }

  @Override
  public List<SandboxWalls.Wall> warmUp() {
    ReaderWarmup.run();
    return List.of();
  }

  @Override
  public void link(Pipe pipe) {
    var _ = ReaderMain.class.getMethods();
    new PageReading(new ReaderPipe(pipe));
  }
}

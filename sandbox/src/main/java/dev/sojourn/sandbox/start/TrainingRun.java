package dev.sojourn.sandbox.start;

import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The run of a training process: it does what a [dev.sojourn.sandbox.launch.ConfinedProgram] does
/// until it is ready, so that the JVM can record the classes. It ends when its input ends, since
/// the process that wants the recording has then ended.
public final class TrainingRun {
  private TrainingRun() {}

  /// A program that is trained.
  public interface Trainee {
    /// Runs all code of the program once.
    ///
    /// @return the walls for its first message
    List<SandboxWalls.Wall> warmUp();

    /// Loads and links the classes that no warmup can run.
    ///
    /// @param pipe the end of the program
    void link(Pipe pipe);
  }

  /// Trains a program.
  ///
  /// @param socket the path of a socket that exists for a moment
  /// @param trainee the program
  /// @throws IOException if the socket cannot be made
  public static void run(String socket, Trainee trainee) throws IOException {
    Thread.ofPlatform().daemon().name("input").start(TrainingRun::endWithInput);
    var process = SeccompPolicy.prepare();
    var name = Path.of(socket);
    Files.deleteIfExists(name);
    var address = UnixDomainSocketAddress.of(name);
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(address);
      try (var pipe = new Pipe(channel);
          var other = new Pipe(server.accept())) {
        pipe.send(new FromWorker.Ready(trainee.warmUp()));
        other.readFromWorker();
        process.warmUp();
        trainee.link(pipe);
      }
    } finally {
      Files.deleteIfExists(name);
    }
  }

  private static void endWithInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // A failure counts as the end of the input.
    }
    Runtime.getRuntime().halt(1);
  }
}

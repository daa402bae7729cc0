package dev.sojourn.sandbox.worker;

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

/// The program of a training process: it warms up as a worker does and ends, so that the JVM can
/// record the classes. It runs no agent except the one of the warmup. It ends when its input ends,
/// since the process that wants the recording has then ended.
public final class TrainingMain {
  private TrainingMain() {}

  /// Warms up as a worker would.
  ///
  /// @param arguments the path of a socket that exists for a moment
  /// @throws IOException if the socket cannot be made
  public static void main(String[] arguments) throws IOException {
    Thread.ofPlatform().daemon().name("input").start(TrainingMain::endWithInput);
    var process = SeccompPolicy.prepare();
    var name = Path.of(arguments[0]);
    Files.deleteIfExists(name);
    var address = UnixDomainSocketAddress.of(name);
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(address);
      try (var pipe = new Pipe(channel);
          var other = new Pipe(server.accept())) {
        pipe.send(new FromWorker.Ready(Warmup.run()));
        other.readFromWorker();
        process.warmUp();
        // Loads and links these classes; neither must run here.
        var _ = WorkerMain.class.getMethods();
        new Watchdog(List.of());
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

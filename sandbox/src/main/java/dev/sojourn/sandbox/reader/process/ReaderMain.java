package dev.sojourn.sandbox.reader.process;

import dev.sojourn.sandbox.confine.ResourceLimits;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ReaderPipe;
import dev.sojourn.sandbox.start.ProcessWall;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;

/// The program of a reader process. Its arguments are those of a worker: the limits that it sets
/// for itself (memory in MiB, and threads or 0) and the path of its socket. When the socket closes,
/// the process ends.
public final class ReaderMain {
  private static final long MIB = 1L << 20;

  /// The exit code if this program itself fails: EX_SOFTWARE of sysexits.h.
  private static final int FAULT = 70;

  private ReaderMain() {}

  /// Runs a reader until its socket closes.
  ///
  /// @param arguments the MiB, the threads, and the path of the socket
  /// @throws IOException if the socket cannot be connected
  public static void main(String[] arguments) throws IOException {
    var process = SeccompPolicy.prepare();
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(arguments[2]));
    var limits =
        new ResourceLimits(Long.parseLong(arguments[0]) * MIB, Integer.parseInt(arguments[1]));
    int status = FAULT;
    try (var pipe = new Pipe(channel)) {
      ReaderWarmup.run();
      pipe.send(new FromWorker.Ready(List.of(ProcessWall.raise(process, limits))));
      new PageReading(new ReaderPipe(pipe)).run();
    } catch (IOException _) {
      status = 1; // The other side ended or broke the rules; no receiver for a report is left.
    } finally {
      Runtime.getRuntime().halt(status);
    }
  }
}

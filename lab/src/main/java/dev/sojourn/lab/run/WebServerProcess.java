package dev.sojourn.lab.run;

import dev.sojourn.lab.process.ChildProcess;
import dev.sojourn.lab.process.JavaProgram;
import dev.sojourn.lab.site.StaticServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The web server of a run, in a process of its own. It ends when its standard input does, so it
/// outlives nobody.
final class WebServerProcess implements AutoCloseable {
  private static final Duration TIME_TO_END = Duration.ofSeconds(5);
  private static final List<String> JVM_FLAGS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-XX:-UsePerfData");

  private final ChildProcess child;
  private final int port;

  private WebServerProcess(ChildProcess child, int port) {
    this.child = child;
    this.port = port;
  }

  /// Starts a server, and waits until it listens.
  ///
  /// @param root folder of the site
  /// @param accessLog that is written
  /// @param log of what it complains of
  static WebServerProcess start(Path root, Path accessLog, Path log) throws IOException {
    var command =
        JavaProgram.command(
            StaticServer.class, JVM_FLAGS, List.of(root.toString(), accessLog.toString()));
    var child = ChildProcess.start(new ProcessBuilder(command).redirectError(log.toFile()));
    try {
      var line = child.process().inputReader().readLine();
      return new WebServerProcess(child, Integer.parseInt(String.valueOf(line)));
    } catch (NumberFormatException e) {
      child.close();
      throw new IOException("the web server did not start; its reason is in " + log, e);
    }
  }

  int port() {
    return port;
  }

  long pid() {
    return child.process().pid();
  }

  /// Lets the server write its access log to the end, then ends it.
  @Override
  public void close() {
    try {
      child.process().outputWriter().close();
      var _ = child.process().waitFor(TIME_TO_END);
    } catch (IOException _) {
      // It has ended.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    child.close();
  }
}

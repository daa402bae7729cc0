package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.ServedSite;
import dev.sojourn.lab.process.ChildProcess;
import dev.sojourn.lab.process.JavaProgram;
import dev.sojourn.lab.process.ProcessorList;
import dev.sojourn.lab.site.StaticServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The web server of a run, in its own process.
final class WebServerProcess implements AutoCloseable {
  private static final Duration TIME_TO_END = Duration.ofSeconds(5);
  private static final int ATTEMPTS = 400;
  private static final int BETWEEN_ATTEMPTS_MILLIS = 50;
  private static final List<Path> NGINX =
      List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/bin/nginx"));
  private static final List<String> JVM_FLAGS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-XX:-UsePerfData");

  private final ChildProcess child;
  private final int port;
  private final String command;

  private WebServerProcess(ChildProcess child, int port, String command) {
    this.child = child;
    this.port = port;
    this.command = command;
  }

  /// Starts a server, and waits until it listens.
  ///
  /// @param processors the processors of the server
  /// @param root folder of the site
  /// @param folder folder of the server for its access log, and for its errors in `web.log`
  static WebServerProcess start(ServedSite site, ProcessorList processors, Path root, Path folder)
      throws IOException, InterruptedException {
    return switch (site.server()) {
      case LAB -> startLab(site, processors, root, folder);
      case NGINX -> startNginx(site, processors, root, folder);
    };
  }

  /// {@return the access log of a server}
  ///
  /// @param folder folder of the server
  static Path accessLog(Path folder) {
    return folder.resolve("access.log");
  }

  private static WebServerProcess startLab(
      ServedSite site, ProcessorList processors, Path root, Path folder) throws IOException {
    var accessLog = accessLog(folder);
    var arguments = new ArrayList<>(List.of(root.toString(), accessLog.toString()));
    if (site.description().hasCleanUrls()) {
      arguments.add(StaticServer.CLEAN_URLS);
    }
    if (!site.hasGzip()) {
      arguments.add(StaticServer.PLAIN);
    }
    var command = processors.started(JavaProgram.command(StaticServer.class, JVM_FLAGS, arguments));
    var log = folder.resolve("web.log");
    var child = ChildProcess.start(new ProcessBuilder(command).redirectError(log.toFile()));
    try {
      var line = child.process().inputReader().readLine();
      return new WebServerProcess(
          child, Integer.parseInt(String.valueOf(line)), "StaticServer " + root + " " + accessLog);
    } catch (NumberFormatException e) {
      child.close();
      throw new IOException("the web server did not start; its reason is in " + log, e);
    }
  }

  /// Starts nginx. It cannot choose a free port, so it gets one that was free a moment ago.
  private static WebServerProcess startNginx(
      ServedSite site, ProcessorList processors, Path root, Path folder)
      throws IOException, InterruptedException {
    var program =
        NGINX.stream()
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(
                () ->
                    new IOException(
                        "nginx is not installed here; install it with: apt install nginx"));
    int port;
    try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = any.getLocalPort();
    }
    var home = Files.createDirectories(folder.resolve("nginx"));
    var config =
        Files.writeString(
            home.resolve("nginx.conf"), NginxFile.of(port, root, home, accessLog(folder), site));
    var words =
        List.of(program.toString(), "-p", home.toString(), "-c", config.toString(), "-e", "stderr");
    var log = folder.resolve("web.log");
    var child =
        ChildProcess.start(
            new ProcessBuilder(processors.started(words))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()));
    for (int attempt = 0; attempt < ATTEMPTS && child.process().isAlive(); attempt++) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return new WebServerProcess(child, port, "nginx -c " + config);
      } catch (IOException _) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_ATTEMPTS_MILLIS);
      }
    }
    child.close();
    throw new IOException("nginx did not start; its reason is in " + log);
  }

  int port() {
    return port;
  }

  long pid() {
    return child.process().pid();
  }

  String command() {
    return command;
  }

  /// Lets the server complete its access log, then ends it. The lab's own server ends when its
  /// standard input ends, so it never outlives the lab.
  @Override
  public void close() {
    try {
      child.process().outputWriter().close();
      if (command.startsWith("StaticServer")) {
        var _ = child.process().waitFor(TIME_TO_END);
      }
    } catch (IOException _) {
      // The process has ended.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    child.close();
  }
}

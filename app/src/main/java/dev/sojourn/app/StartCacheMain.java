package dev.sojourn.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Uses the classes that most commands need, for `bin/make-start-cache`, so that the virtual
/// machine can cache them. It runs a host for a site of one page, and crawls that site. No other
/// machine is contacted. If host or crawl cannot run, for example because workers are not allowed,
/// the cache has fewer classes. While the host runs, [ShortCommandsMain] contacts it from a process
/// with its own cache.
public final class StartCacheMain {
  private static final Duration TIME_TO_LISTEN = Duration.ofSeconds(10);

  /// The limit after which the process ends; the build must not wait longer.
  private static final Duration MOST = Duration.ofMinutes(10);

  private StartCacheMain() {}

  /// Runs the commands and ends the process.
  ///
  /// @param args a directory that does not exist yet, and the command line that starts
  ///   [ShortCommandsMain]
  /// @throws IOException if this machine has no free port, or the directory cannot be written
  /// @throws InterruptedException if the thread was interrupted
  public static void main(String[] args) throws IOException, InterruptedException {
    CompletableFuture.delayedExecutor(MOST.toSeconds(), TimeUnit.SECONDS)
        .execute(() -> Runtime.getRuntime().halt(1));
    var work = Files.createDirectories(Path.of(args[0])).toAbsolutePath();
    int port = freePort();
    var web = webServer("Mobile-agent-server: / atp://127.0.0.1:" + port + "\n");
    var site = "http://127.0.0.1:" + web.getAddress().getPort();
    var key = work.resolve("key").toString();
    run("key", "new", key);
    var config = work.resolve("host.toml");
    Files.writeString(config, hostConfig(work, port, site));
    var host =
        Thread.ofPlatform()
            .unstarted(() -> run("host", "run", "--config", config.toString(), "--end-with-input"));
    int exitCode;
    try (var end = new PipedOutputStream()) {
      System.setIn(new PipedInputStream(end));
      host.start();
      awaitListening(host, port);
      run("crawl", site + "/", "--out", work.resolve("crawl").toString(), "--key", key, "--json");
      exitCode = startedShort(args, work);
    }
    host.join();
    web.stop(0);
    System.exit(exitCode);
  }

  /// Runs the training of short commands, and returns its exit code.
  private static int startedShort(String[] args, Path work)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of(args).subList(1, args.length));
    line.add(work.toString());
    return new ProcessBuilder(line).inheritIO().start().waitFor();
  }

  private static void run(String... words) {
    var _ = Main.line().execute(words);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static HttpServer webServer(String robots) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var body = robots.getBytes(StandardCharsets.US_ASCII);
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
    return server;
  }

  private static String hostConfig(Path work, int port, String site) throws IOException {
    var root = Files.createDirectories(work.resolve("www"));
    Files.writeString(root.resolve("index.html"), "<title>A page</title><p>Text");
    return """
    listen = "127.0.0.1:%d"
    data = "data"
    [[site]]
    origin = "%s"
    root = "www"
    [[trust]]
    name = "training"
    keys = "key.pub"
    [policy]
    names = ["atp://127.0.0.1:%1$d"]
    """
        .formatted(port, site);
  }

  private static void awaitListening(Thread host, int port)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + TIME_TO_LISTEN.toNanos();
    while (host.isAlive() && System.nanoTime() < until) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (ConnectException _) {
        host.join(Duration.ofMillis(50));
      }
    }
  }
}

package dev.sojourn.app.demo;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The JDK's own file server on a free port of the loopback address.
final class WebServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads;

  private WebServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /// Starts to serve a folder.
  static WebServer start(Path root) {
    // Without it every answer on a kept connection waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server =
        SimpleFileServer.createFileServer(
            address, root.toAbsolutePath().normalize(), SimpleFileServer.OutputLevel.NONE);
    var threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("web-", 0).factory());
    server.setExecutor(threads);
    server.start();
    return new WebServer(server, threads);
  }

  /// {@return scheme, host and port}
  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

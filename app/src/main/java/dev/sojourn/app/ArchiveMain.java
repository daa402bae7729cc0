package dev.sojourn.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The program of the build that uses what most commands need, so that the virtual machine can keep
/// those classes in an archive, ready to be used. It plans the crawl of a site that allows nothing:
/// no worker starts, and no other machine is asked.
public final class ArchiveMain {
  private static final byte[] ROBOTS =
      "User-agent: *\nDisallow: /\n".getBytes(StandardCharsets.US_ASCII);

  private ArchiveMain() {}

  /// Runs the command.
  ///
  /// @param args a directory that is not there yet
  /// @throws IOException if no port of this machine can be had
  public static void main(String[] args) throws IOException {
    var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = HttpServer.create(loopback, 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, ROBOTS.length);
          try (var out = exchange.getResponseBody()) {
            out.write(ROBOTS);
          }
        });
    server.start();
    try {
      var site = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      var out = Path.of(args[0]).toString();
      var _ = Main.line().execute("crawl", site, "--out", out, "--json");
    } finally {
      server.stop(0);
    }
  }
}

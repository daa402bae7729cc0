package dev.sojourn.host.daemon;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A site's own web server that never answers for a page, and has no robots.txt. Visits that wait
/// there run until they are ended, and take no processor time.
final class MutePages implements AutoCloseable {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final HttpServer server;

  private MutePages(HttpServer server) {
    this.server = server;
  }

  static MutePages start() throws IOException {
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var pages = new MutePages(HttpServer.create(any, 0));
    pages.server.createContext("/", pages::hear);
    pages.server.setExecutor(pages.threads);
    pages.server.start();
    return pages;
  }

  private void hear(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestURI().getPath().equals("/robots.txt")) {
      try {
        end.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    exchange.sendResponseHeaders(404, -1);
    exchange.close();
  }

  /// The keys of `[[site]]` that give a site by this server.
  String keys() {
    return "upstream = \"http://127.0.0.1:%d\"\nupstream-time = \"5 min\"\n"
        .formatted(server.getAddress().getPort());
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.close();
  }
}

package dev.sojourn.app.whole;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/// A web server that serves a folder.
public record FolderServer(HttpServer server) implements AutoCloseable {

  public static FolderServer start(Path root) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            root,
            SimpleFileServer.OutputLevel.NONE);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return new FolderServer(server);
  }

  public String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

package dev.sojourn.host.daemon;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/// A site's own web server, which gives the files of a folder.
record StaticPageServer(HttpServer server) implements AutoCloseable {
  static StaticPageServer of(HostFolder folder) throws IOException {
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server =
        SimpleFileServer.createFileServer(any, folder.root().toRealPath(), OutputLevel.NONE);
    server.start();
    return new StaticPageServer(server);
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

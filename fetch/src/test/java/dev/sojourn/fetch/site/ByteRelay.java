package dev.sojourn.fetch.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Stands between a client and a server of this machine and counts the bytes of their connections.
final class ByteRelay implements AutoCloseable {
  private final ServerSocket listening;
  private final int server;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();
  final AtomicLong toServer = new AtomicLong();
  final AtomicLong toClient = new AtomicLong();

  private ByteRelay(int server) throws IOException {
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.server = server;
  }

  /// @param server the port of the server
  static ByteRelay start(int server) throws IOException {
    var relay = new ByteRelay(server);
    Thread.ofVirtual().start(relay::acceptAll);
    return relay;
  }

  int port() {
    return listening.getLocalPort();
  }

  private void acceptAll() {
    try {
      while (true) {
        var client = listening.accept();
        var onward = new Socket(InetAddress.getLoopbackAddress(), server);
        connections.incrementAndGet();
        open.addAll(List.of(client, onward));
        pump(client, onward, toServer);
        pump(onward, client, toClient);
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private static void pump(Socket from, Socket to, AtomicLong count) throws IOException {
    var in = from.getInputStream();
    var out = to.getOutputStream();
    Thread.ofVirtual().start(() -> pump(in, out, count));
  }

  private static void pump(InputStream in, OutputStream out, AtomicLong count) {
    var buffer = new byte[16 * 1024];
    try (in;
        out) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        count.addAndGet(read);
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // One of the two closed.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (var socket : open) {
      socket.close();
    }
  }
}

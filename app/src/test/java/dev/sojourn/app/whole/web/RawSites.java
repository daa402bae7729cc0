package dev.sojourn.app.whole.web;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Many sites in one server of raw bytes, each at a loopback address of its own.
public final class RawSites implements AutoCloseable {
  private static final int ADDRESSES_A_NET = 250;

  private final ServerSocket listening;
  private final Map<String, RawSite> sites = new ConcurrentHashMap<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final long begin = System.nanoTime();

  private RawSites(ServerSocket listening) {
    this.listening = listening;
  }

  /// Starts a server without a site.
  public static RawSites start() throws IOException {
    var socket = new ServerSocket();
    socket.bind(new InetSocketAddress("0.0.0.0", 0), 1_000);
    var server = new RawSites(socket);
    Thread.ofVirtual().start(server::accept);
    return server;
  }

  /// Adds a site without pages and without a robots.txt.
  public RawSite add() {
    int number = sites.size();
    var address =
        "127.9.%d.%d".formatted(1 + number / ADDRESSES_A_NET, 1 + number % ADDRESSES_A_NET);
    var site = new RawSite(address, listening.getLocalPort());
    sites.put(address, site);
    return site;
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (var socket : open) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        var socket = listening.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var site = sites.get(socket.getLocalAddress().getHostAddress());
      var in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        var line = line(in);
        var fields = new HashMap<String, String>();
        for (var field = line(in); !field.isEmpty(); field = line(in)) {
          int colon = field.indexOf(':');
          fields.put(
              field.substring(0, colon).toLowerCase(Locale.ROOT),
              field.substring(colon + 1).strip());
        }
        var target = line.split(" ", 3)[1];
        int turn = (int) site.times(target) + 1;
        var at = Duration.ofNanos(System.nanoTime() - begin);
        var asked = new AskedPage(target, fields, at, turn);
        site.add(asked);
        try {
          if (!site.to(asked).give(new Exchange(site, asked, in, socket.getOutputStream()))) {
            return;
          }
        } finally {
          site.ended();
        }
      }
    } catch (IOException _) {
      // The peer went away, or the answer ends the connection.
    } finally {
      open.remove(socket);
    }
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException();
      }
      line.write(octet);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }
}

package dev.sojourn.lab.link;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Measures a link through its own port: round trips, new connections and a bulk transfer. The
/// probe is also the server at the far end.
public final class LinkProbe {
  private static final byte PING = 1;
  private static final byte BULK = 2;
  private static final int TRIES = 9;
  private static final int TRIES_OVER_SLOW_LINKS = 3;
  private static final Duration SLOW = Duration.ofMillis(200);
  private static final int LEAST_BULK_BYTES = 4 << 10;
  private static final int MOST_BULK_BYTES = 4 << 20;
  private static final double BULK_SECONDS = 0.3;

  /// Within this number of round trips, a connection has left slow start, and its overshoot is
  /// over.
  private static final int ROUNDS_TO_RAMP_UP = 10;

  /// The longest bulk transfer. A link with loss may take much longer than its rate suggests.
  private static final int MOST_BULK_MILLIS = 10_000;

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int LINKS_AT_ONCE = 4;

  private LinkProbe() {}

  /// Measures several links, a few at a time.
  ///
  /// @param links as in [#measure]
  /// @return the measurement of each link
  /// @throws IOException if a connection fails
  /// @throws InterruptedException if the thread is interrupted
  public static List<LinkMeasurement> measureAll(List<EmulatedLink> links)
      throws IOException, InterruptedException {
    var tasks =
        links.stream().map(link -> (Callable<LinkMeasurement>) () -> measure(link)).toList();
    var factory = Thread.ofVirtual().name("link-probe-", 1).factory();
    var measured = new ArrayList<LinkMeasurement>();
    try (var threads = Executors.newFixedThreadPool(LINKS_AT_ONCE, factory)) {
      for (var task : threads.invokeAll(tasks)) {
        measured.add(task.get());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
    return measured;
  }

  /// Measures a link that no other client uses meanwhile. Afterwards, the link leads to its server
  /// again.
  ///
  /// @param link a link before the start of the crawl, so that there are no outages
  /// @return the measurement
  /// @throws IOException if a connection fails
  /// @throws InterruptedException if the thread is interrupted
  public static LinkMeasurement measure(EmulatedLink link)
      throws IOException, InterruptedException {
    int port = link.serverPort();
    var bulk = Bulk.of(link.settings());
    try (var server = new ServerSocket(0, TRIES, InetAddress.getLoopbackAddress())) {
      link.connectTo(server.getLocalPort());
      Thread.ofVirtual().name("link-probe-server").start(() -> serve(server, bulk));
      return measure(link, bulk);
    } finally {
      link.connectTo(port);
    }
  }

  /// A transfer whose last part alone is measured.
  ///
  /// @param firstBytes the bytes until the connection reaches its full speed
  /// @param bytes the measured bytes
  private record Bulk(int firstBytes, int bytes) {
    static Bulk of(LinkSettings settings) {
      double perSecond =
          settings.bitsPerSecond() == 0 ? Integer.MAX_VALUE : settings.bitsPerSecond() / 8.0;
      int bytes = Math.clamp((long) (perSecond * BULK_SECONDS), LEAST_BULK_BYTES, MOST_BULK_BYTES);
      double roundTrip = 2 * settings.delay().toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
      double first = perSecond * roundTrip * ROUNDS_TO_RAMP_UP;
      return new Bulk(Math.clamp((long) first, bytes / 4, MOST_BULK_BYTES), bytes);
    }

    int all() {
      return firstBytes + bytes;
    }
  }

  private static LinkMeasurement measure(EmulatedLink link, Bulk bulk) throws IOException {
    int tries = link.settings().delay().compareTo(SLOW) > 0 ? TRIES_OVER_SLOW_LINKS : TRIES;
    var firsts = new ArrayList<Double>();
    var rounds = new ArrayList<Double>();
    double rate = 0;
    for (int i = 0; i < tries; i++) {
      long begun = System.nanoTime();
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), link.port())) {
        socket.setTcpNoDelay(true);
        ping(socket);
        firsts.add((double) (System.nanoTime() - begun));
        begun = System.nanoTime();
        ping(socket);
        rounds.add((double) (System.nanoTime() - begun));
        if (i == tries - 1) {
          rate = rate(socket, bulk);
        }
      }
    }
    double round = median(rounds) / TimeUnit.MILLISECONDS.toNanos(1);
    double first = median(firsts) / TimeUnit.MILLISECONDS.toNanos(1);
    // Without a delay, the noise of a busy machine can exceed the time of a connection.
    return new LinkMeasurement(round / 2, Math.max(0, first - round), rate);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static void ping(Socket socket) throws IOException {
    socket.getOutputStream().write(PING);
    if (socket.getInputStream().read() != PING) {
      throw new IOException("the link did not answer its probe");
    }
  }

  private static double rate(Socket socket, Bulk bulk) throws IOException {
    socket.getOutputStream().write(BULK);
    socket.setSoTimeout(MOST_BULK_MILLIS);
    long limit = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_BULK_MILLIS);
    var in = socket.getInputStream();
    var buffer = new byte[BUFFER_BYTES];
    long begun = System.nanoTime();
    int before = 0;
    int got = 0;
    while (got < bulk.all() && System.nanoTime() < limit) {
      int read = readInTime(in, buffer);
      if (read < 0) {
        throw new IOException("the link broke off its probe");
      }
      got += read;
      if (before == 0 && got >= bulk.firstBytes()) {
        before = got;
        begun = System.nanoTime();
      }
    }
    long nanos = System.nanoTime() - begun;
    return nanos <= 0 ? 0 : (got - before) * 8.0 * TimeUnit.SECONDS.toNanos(1) / nanos;
  }

  /// Reads bytes of a transfer; 0 if they did not arrive in time because of loss.
  private static int readInTime(InputStream in, byte[] buffer) throws IOException {
    try {
      return in.read(buffer);
    } catch (SocketTimeoutException _) {
      return 0;
    }
  }

  /// Serves one connection after the other, until the socket is closed.
  private static void serve(ServerSocket server, Bulk bulk) {
    try {
      while (true) {
        try (var socket = server.accept()) {
          socket.setTcpNoDelay(true);
          answer(socket, bulk);
        }
      }
    } catch (IOException _) {
      // The probe is over. Its client has seen every other failure as well.
    }
  }

  private static void answer(Socket socket, Bulk bulk) throws IOException {
    var out = socket.getOutputStream();
    for (int word = socket.getInputStream().read(); word >= 0; ) {
      out.write(word == BULK ? new byte[bulk.all()] : new byte[] {PING});
      word = socket.getInputStream().read();
    }
  }
}

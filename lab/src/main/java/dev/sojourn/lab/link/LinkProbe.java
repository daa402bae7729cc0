package dev.sojourn.lab.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Measures a link by its own means: bytes there and back, new connections, and a bulk transfer,
/// over a second link with the same settings on the same thread.
public final class LinkProbe {
  private static final byte PING = 1;
  private static final byte BULK = 2;
  private static final int TRIES = 9;
  private static final int TRIES_OVER_SLOW_LINKS = 3;
  private static final Duration SLOW = Duration.ofMillis(200);
  private static final int LEAST_BULK_BYTES = 4 << 10;
  private static final int MOST_BULK_BYTES = 4 << 20;
  private static final double BULK_SECONDS = 0.3;
  private static final int BUFFER_BYTES = 64 << 10;

  private LinkProbe() {}

  /// Measures a link.
  ///
  /// @param emulator that carries it
  /// @param settings its settings; outages are left out
  /// @return its measured figures
  /// @throws IOException if a connection fails
  /// @throws InterruptedException if the wait is given up
  public static LinkMeasurement measure(LinkEmulator emulator, LinkSettings settings)
      throws IOException, InterruptedException {
    int bulkBytes = bulkBytes(settings);
    try (var server = new ServerSocket(0, TRIES, InetAddress.getLoopbackAddress());
        var link = emulator.open(settings.withoutOutages())) {
      link.connectTo(server.getLocalPort());
      Thread.ofVirtual().name("link-probe").start(() -> serve(server, bulkBytes));
      int tries = settings.delay().compareTo(SLOW) > 0 ? TRIES_OVER_SLOW_LINKS : TRIES;
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
            rate = bulk(socket, bulkBytes);
          }
        }
      }
      double round = median(rounds) / TimeUnit.MILLISECONDS.toNanos(1);
      double first = median(firsts) / TimeUnit.MILLISECONDS.toNanos(1);
      // Without a delay the noise of a busy machine can exceed what a connection costs.
      return new LinkMeasurement(round / 2, Math.max(0, first - round), rate);
    }
  }

  private static int bulkBytes(LinkSettings settings) {
    return settings.bitsPerSecond() == 0
        ? MOST_BULK_BYTES
        : Math.clamp(
            (long) (settings.bitsPerSecond() / 8.0 * BULK_SECONDS),
            LEAST_BULK_BYTES,
            MOST_BULK_BYTES);
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

  /// The first bytes begin the time: until they are there the link has to become warm.
  private static double bulk(Socket socket, int bytes) throws IOException {
    socket.getOutputStream().write(BULK);
    var in = socket.getInputStream();
    var buffer = new byte[BUFFER_BYTES];
    int first = in.read(buffer);
    long begun = System.nanoTime();
    int got = first;
    while (got < bytes) {
      int read = in.read(buffer);
      if (read < 0) {
        throw new IOException("the link broke off its probe");
      }
      got += read;
    }
    long nanos = System.nanoTime() - begun;
    return nanos <= 0 ? 0 : (got - first) * 8.0 * TimeUnit.SECONDS.toNanos(1) / nanos;
  }

  /// One connection after the other, until the socket is closed.
  private static void serve(ServerSocket server, int bulkBytes) {
    try {
      while (true) {
        try (var socket = server.accept()) {
          socket.setTcpNoDelay(true);
          answer(socket, bulkBytes);
        }
      }
    } catch (IOException _) {
      // The probe is over; its client has seen every other failure too.
    }
  }

  private static void answer(Socket socket, int bulkBytes) throws IOException {
    var out = socket.getOutputStream();
    for (int word = socket.getInputStream().read(); word >= 0; ) {
      out.write(word == BULK ? new byte[bulkBytes] : new byte[] {PING});
      word = socket.getInputStream().read();
    }
  }
}

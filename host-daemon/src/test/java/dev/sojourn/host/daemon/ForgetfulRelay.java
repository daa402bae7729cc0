package dev.sojourn.host.daemon;

import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/// Passes connections on to a host, and drops the first answers: the host has acted, and the peer
/// does not know.
final class ForgetfulRelay implements AutoCloseable {
  private final ServerSocket listening;
  private final AtpAddress target;
  private final AtomicInteger toDrop;
  private final String dropped;

  private ForgetfulRelay(ServerSocket listening, AtpAddress target, int toDrop, String dropped) {
    this.dropped = dropped;
    this.listening = listening;
    this.target = target;
    this.toDrop = new AtomicInteger(toDrop);
  }

  static ForgetfulRelay start(AtpAddress target, int answersToDrop) throws IOException {
    return start(
        new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), target, answersToDrop, "");
  }

  /// Drops every answer that says that an agent is on disk, until it is asked to stop.
  static ForgetfulRelay ofAcceptances(ServerSocket listening, AtpAddress target) {
    return start(listening, target, Integer.MAX_VALUE, "ATP/0.1 100");
  }

  private static ForgetfulRelay start(
      ServerSocket listening, AtpAddress target, int answersToDrop, String dropped) {
    var relay = new ForgetfulRelay(listening, target, answersToDrop, dropped);
    Thread.ofVirtual().start(relay::run);
    return relay;
  }

  private boolean isDropped(byte[] answer, int length) {
    return new String(answer, 0, length, StandardCharsets.ISO_8859_1).startsWith(dropped);
  }

  /// Lets all answers pass from now on.
  void remember() {
    toDrop.set(0);
  }

  AtpAddress address() {
    return new AtpAddress("127.0.0.1", listening.getLocalPort());
  }

  int leftToDrop() {
    return toDrop.get();
  }

  private void run() {
    try {
      while (true) {
        var from = listening.accept();
        Thread.ofVirtual().start(() -> relay(from));
      }
    } catch (IOException _) {
      // The test is over.
    }
  }

  private void relay(Socket from) {
    try (from;
        var to = new Socket(target.host(), target.port())) {
      Thread.ofVirtual().start(() -> copy(from, to));
      var answer = new byte[64 * 1024];
      for (int read = to.getInputStream().read(answer);
          read >= 0;
          read = to.getInputStream().read(answer)) {
        if (toDrop.get() > 0 && isDropped(answer, read)) {
          toDrop.decrementAndGet();
          return;
        }
        from.getOutputStream().write(answer, 0, read);
      }
    } catch (IOException _) {
      // One side went away, so the other is closed.
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException _) {
      // The connection ended.
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

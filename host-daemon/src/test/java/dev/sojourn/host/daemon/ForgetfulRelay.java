package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/// Passes connections on to a host, and drops the first answers: the host has acted, and the peer
/// does not know.
final class ForgetfulRelay implements AutoCloseable {
  private final ServerSocket listening;
  private final AtpAddress target;
  private final AtomicInteger toDrop;

  private ForgetfulRelay(ServerSocket listening, AtpAddress target, int toDrop) {
    this.listening = listening;
    this.target = target;
    this.toDrop = new AtomicInteger(toDrop);
  }

  static ForgetfulRelay start(AtpAddress target, int answersToDrop) throws IOException {
    var listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    var relay = new ForgetfulRelay(listening, target, answersToDrop);
    Thread.ofVirtual().start(relay::run);
    return relay;
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
        if (toDrop.get() > 0) {
          toDrop.decrementAndGet();
          return;
        }
        from.getOutputStream().write(answer, 0, read);
      }
    } catch (IOException _) {
      // A side went away; so does the other.
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

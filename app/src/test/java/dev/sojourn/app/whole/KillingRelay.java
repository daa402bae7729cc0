package dev.sojourn.app.whole;

import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// Passes connections on to a host, and kills one side in the middle of one exchange.
final class KillingRelay implements AutoCloseable {
  private final ServerSocket listening;
  private final AtpAddress target;
  private final AtomicReference<Plan> plan = new AtomicReference<>(Plan.NONE);

  /// The moment of an exchange at which one side dies.
  enum Moment {
    /// The host has half of the request.
    REQUEST,
    /// The host has acted, and the peer does not hear of it.
    ANSWER
  }

  /// The program that dies, and when.
  private record Plan(String method, Moment moment, Runnable kill, AtomicBoolean isDone) {
    static final Plan NONE = new Plan("", Moment.ANSWER, () -> {}, new AtomicBoolean(true));

    boolean isAt(Moment now) {
      return moment == now && isDone.compareAndSet(false, true);
    }
  }

  private KillingRelay(ServerSocket listening, AtpAddress target) {
    this.listening = listening;
    this.target = target;
  }

  static KillingRelay start(AtpAddress target) throws IOException {
    var relay = new KillingRelay(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), target);
    Thread.ofVirtual().start(relay::run);
    return relay;
  }

  AtpAddress address() {
    return new AtpAddress("127.0.0.1", listening.getLocalPort());
  }

  /// Plans a kill in the next exchange of a method.
  void killAt(String method, Moment moment, Runnable kill) {
    plan.set(new Plan(method, moment, kill, new AtomicBoolean()));
  }

  /// Whether the kill that was planned last has been made.
  boolean hasKilled() {
    return plan.get().isDone().get();
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
    var asked = new AtomicReference<>("");
    try (from;
        var to = new Socket(target.host(), target.port())) {
      Thread.ofVirtual().start(() -> pass(from, to, asked));
      var octets = new byte[64 * 1024];
      for (int read = to.getInputStream().read(octets);
          read >= 0;
          read = to.getInputStream().read(octets)) {
        var now = plan.get();
        if (asked.get().equals(now.method()) && now.isAt(Moment.ANSWER)) {
          now.kill().run();
          return;
        }
        from.getOutputStream().write(octets, 0, read);
      }
    } catch (IOException _) {
      // One side went away, so the other is closed.
    }
  }

  /// Requests come one after the other, each in a write that begins with its method.
  private void pass(Socket from, Socket to, AtomicReference<String> asked) {
    var octets = new byte[64 * 1024];
    try (from;
        to) {
      for (int read = from.getInputStream().read(octets);
          read >= 0;
          read = from.getInputStream().read(octets)) {
        var text = new String(octets, 0, read, StandardCharsets.ISO_8859_1);
        if (text.contains(" ATP/0.1\r\n")) {
          asked.set(text.substring(0, text.indexOf(' ')));
        }
        var now = plan.get();
        if (asked.get().equals(now.method()) && now.isAt(Moment.REQUEST)) {
          to.getOutputStream().write(octets, 0, read / 2);
          now.kill().run();
          return;
        }
        to.getOutputStream().write(octets, 0, read);
      }
    } catch (IOException _) {
      // The connection ended.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}

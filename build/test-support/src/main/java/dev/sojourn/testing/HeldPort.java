package dev.sojourn.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.awaitility.Awaitility;

/// A port of loopback that belongs to one test. Connections to it are refused until a server of the
/// test listens there, and the system gives it to no other program meanwhile.
///
/// A socket is bound to the port and never connected. Linux lets a server listen beside it, since
/// both may reuse addresses, and leaves out the port if a program asks for any.
public final class HeldPort implements AutoCloseable {
  private final Socket holder;

  private HeldPort(Socket holder) {
    this.holder = holder;
  }

  /// Takes a free port.
  ///
  /// @return the port, held until it is closed
  /// @throws IOException if none is free
  public static HeldPort take() throws IOException {
    var holder = new Socket();
    holder.setReuseAddress(true);
    holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return new HeldPort(holder);
  }

  /// {@return its number}
  public int number() {
    return holder.getLocalPort();
  }

  /// Waits until a server of the test answers on the port.
  ///
  /// @param server ended if it does not answer within a minute
  public void awaitServer(Process server) {
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(this::answers);
    } catch (RuntimeException e) {
      server.destroy();
      throw e;
    }
  }

  private boolean answers() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), number())) {
      return socket.isConnected();
    }
  }

  @Override
  public void close() throws IOException {
    holder.close();
  }
}

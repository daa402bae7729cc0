package dev.sojourn.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/// A port of loopback that belongs to one test. Connections to it are refused until a server of the
/// test listens there, and the system gives it to nobody else meanwhile.
///
/// A socket is bound to the port and never connected. Linux lets a server listen beside it, since
/// both may reuse addresses, and leaves out the port where a program asks for any.
public final class HeldPort implements AutoCloseable {
  private final Socket holder;

  private HeldPort(Socket holder) {
    this.holder = holder;
  }

  /// Takes a port that nobody uses.
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

  @Override
  public void close() throws IOException {
    holder.close();
  }
}

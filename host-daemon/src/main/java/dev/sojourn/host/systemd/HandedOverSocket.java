package dev.sojourn.host.systemd;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.host.config.HostConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;

/// The listening socket that this process may receive as standard input, for example from systemd
/// with `StandardInput=socket`.
public final class HandedOverSocket {
  private HandedOverSocket() {}

  /// {@return the socket; empty if standard input is not a listening socket}
  ///
  /// @param config determines whether the socket may listen beyond this machine
  /// @throws CommandException if the socket is not a TCP socket, or must not listen at its address
  /// @throws IOException if the address of the socket cannot be read
  public static Optional<ServerSocketChannel> find(HostConfig config) throws IOException {
    if (!(System.inheritedChannel() instanceof ServerSocketChannel socket)) {
      return Optional.empty();
    }
    if (!(socket.getLocalAddress() instanceof InetSocketAddress address)) {
      throw new CommandException(
          ExitCode.USAGE,
          "The socket that was handed over is none of TCP; give ListenStream an address and a"
              + " port.");
    }
    boolean isSafe = config.tls().isPresent() || config.policy().plainBeyondLoopback();
    if (!isSafe && !address.getAddress().isLoopbackAddress()) {
      throw new CommandException(
          ExitCode.USAGE,
          ("The socket that was handed over listens at %s, where other machines reach it, and"
               + " agents and findings would not be encrypted on the way; configure [tls], or set"
               + " policy.plain-beyond-loopback = true.")
              .formatted(address));
    }
    return Optional.of(socket);
  }
}

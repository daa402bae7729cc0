package dev.sojourn.host.systemd;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.host.config.HostConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;

/// The listening socket that the starter of this process may have given it as standard input, as
/// systemd does with `StandardInput=socket`.
public final class HandedOverSocket {
  private HandedOverSocket() {}

  /// {@return the socket; empty if standard input is none}
  ///
  /// @param config says whether it may listen beyond this machine
  /// @throws CommandException if it is no TCP socket, or its address is one at which it must not
  ///   listen
  /// @throws IOException if its address cannot be read
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

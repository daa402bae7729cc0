package dev.sojourn.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/// A load balancer of tests: the program `haproxy`, which forwards connections as they are and
/// names their peers in a header (the PROXY protocol).
public final class HaProxy implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/haproxy");

  private final Process process;
  private final HeldPort port;

  private HaProxy(Process process, HeldPort port) {
    this.process = process;
    this.port = port;
  }

  /// {@return whether this machine has it}
  public static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /// Starts a balancer and waits until it takes connections.
  ///
  /// @param home a folder for its files
  /// @param server to which it forwards
  /// @param header `send-proxy` for version 1, `send-proxy-v2` for version 2
  /// @return the balancer, which its caller closes
  /// @throws IOException if it cannot be started
  public static HaProxy start(Path home, InetSocketAddress server, String header)
      throws IOException {
    Files.createDirectories(home);
    var port = HeldPort.take();
    var config = home.resolve("haproxy.cfg");
    Files.writeString(
        config,
        """
        global
          maxconn 100
        defaults
          mode tcp
          timeout connect 10s
          timeout client 60s
          timeout server 60s
        listen hosts
          bind 127.0.0.1:%d
          server host %s:%d %s
        """
            .formatted(
                port.number(), server.getAddress().getHostAddress(), server.getPort(), header));
    var process =
        new ProcessBuilder(PROGRAM.toString(), "-db", "-f", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    port.awaitServer(process);
    return new HaProxy(process, port);
  }

  /// {@return its address and port}
  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number());
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    process.onExit().join();
    port.close();
  }
}

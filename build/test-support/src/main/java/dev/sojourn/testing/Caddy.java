package dev.sojourn.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A Caddy process on loopback, which asks no authority for certificates and writes only in its
/// folder.
///
/// @param process the server
/// @param port that it serves; held, since it cannot be asked to choose one
public record Caddy(Process process, HeldPort port) implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/caddy");

  /// {@return whether this machine has the program}
  public static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /// Starts a server and waits until it answers.
  ///
  /// @param home a folder for its files
  /// @param directives the content of its one site block
  /// @return the server, which its caller closes
  /// @throws IOException if it cannot be started
  public static Caddy start(Path home, String directives) throws IOException {
    Files.createDirectories(home);
    var port = HeldPort.take();
    var config = home.resolve("Caddyfile");
    Files.writeString(
        config,
        "{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:%d {\n%s\n}\n"
            .formatted(port.number(), directives));
    var builder =
        new ProcessBuilder(PROGRAM.toString(), "run", "--config", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("XDG_DATA_HOME", home.toString());
    builder.environment().put("XDG_CONFIG_HOME", home.toString());
    var process = builder.start();
    port.awaitServer(process);
    return new Caddy(process, port);
  }

  /// {@return scheme, host and port}
  public String origin() {
    return "http://127.0.0.1:" + port.number();
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    process.onExit().join();
    port.close();
  }
}

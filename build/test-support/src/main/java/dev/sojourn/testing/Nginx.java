package dev.sojourn.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An nginx process on loopback that serves one folder on each of its ports, with gzip, as Debian
/// configures it.
///
/// @param process the server
/// @param ports the ports, in the order of the folders; they are held before nginx starts, since
///   nginx cannot choose a free port
public record Nginx(Process process, List<HeldPort> ports) implements AutoCloseable {
  /// Copies the list.
  public Nginx {
    ports = List.copyOf(ports);
  }

  private static final Path MEDIA_TYPES = Path.of("/etc/nginx/mime.types");

  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/local/sbin/nginx"));

  /// {@return whether this machine has the program}
  public static boolean isInstalled() {
    return Files.isReadable(MEDIA_TYPES) && PROGRAMS.stream().anyMatch(Files::isExecutable);
  }

  /// Starts a server and waits until it answers on each port.
  ///
  /// @param home a folder for its files
  /// @param roots the folders it serves
  /// @return the server, which its caller closes
  /// @throws IOException if it cannot be started
  public static Nginx start(Path home, List<Path> roots) throws IOException {
    return startServers(home, roots.stream().map("root %s; index index.html;"::formatted).toList());
  }

  /// Starts a server and waits until it answers on each port.
  ///
  /// @param home a folder for its files
  /// @param directives the content of each `server`, without the line on which it listens
  /// @return the server, which its caller closes
  /// @throws IOException if it cannot be started
  public static Nginx startServers(Path home, List<String> directives) throws IOException {
    return startServers(home, "", directives);
  }

  /// Starts a server and waits until it answers on each port.
  ///
  /// @param home a folder for its files
  /// @param listening the words behind each port, as `ssl http2`
  /// @param directives the content of each `server`, without the line on which it listens
  /// @return the server, which its caller closes
  /// @throws IOException if it cannot be started
  public static Nginx startServers(Path home, String listening, List<String> directives)
      throws IOException {
    Files.createDirectories(home);
    var ports = new ArrayList<HeldPort>();
    var servers = new StringBuilder();
    for (var server : directives) {
      var port = HeldPort.take();
      ports.add(port);
      servers.append(
          "  server { listen 127.0.0.1:%d %s; %s }\n".formatted(port.number(), listening, server));
    }
    var config = home.resolve("nginx.conf");
    Files.writeString(config, configuration(home, servers.toString()));
    var program = PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElseThrow();
    var process =
        new ProcessBuilder(
                program.toString(), "-p", home.toString(), "-c", config.toString(), "-e", "stderr")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    ports.forEach(port -> port.awaitServer(process));
    return new Nginx(process, ports);
  }

  /// {@return scheme, host and port of each folder, in the order of the folders}
  public List<String> origins() {
    return ports.stream().map(port -> "http://127.0.0.1:" + port.number()).toList();
  }

  private static String configuration(Path home, String servers) {
    return """
    daemon off;
    master_process off;
    pid %1$s/pid;
    events { worker_connections 256; }
    http {
      include %2$s;
      access_log off;
      gzip on;
      client_body_temp_path %1$s/body;
      proxy_temp_path %1$s/proxy;
      fastcgi_temp_path %1$s/fastcgi;
      uwsgi_temp_path %1$s/uwsgi;
      scgi_temp_path %1$s/scgi;
    %3$s}
    """
        .formatted(home, MEDIA_TYPES, servers);
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    process.onExit().join();
    for (var port : ports) {
      port.close();
    }
  }
}

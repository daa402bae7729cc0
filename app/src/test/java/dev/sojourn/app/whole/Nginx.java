package dev.sojourn.app.whole;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/// An nginx process on loopback that serves one folder on each of its ports, with gzip, as Debian
/// configures it.
///
/// @param origins scheme, host and port of each folder, in the order of the folders
record Nginx(Process process, List<String> origins) implements AutoCloseable {

  private static final Path MEDIA_TYPES = Path.of("/etc/nginx/mime.types");

  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/local/sbin/nginx"));

  /// {@return whether this machine has the program}
  static boolean isInstalled() {
    return Files.isReadable(MEDIA_TYPES) && PROGRAMS.stream().anyMatch(Files::isExecutable);
  }

  /// Starts a server and waits until it answers on each port.
  ///
  /// @param home a folder for its files
  /// @param roots the folders it serves
  static Nginx start(Path home, List<Path> roots) throws IOException {
    Files.createDirectories(home);
    var ports = freePorts(roots.size());
    var servers =
        IntStream.range(0, roots.size())
            .mapToObj(i -> server(ports.get(i), roots.get(i)))
            .reduce("", String::concat);
    var config = home.resolve("nginx.conf");
    Files.writeString(config, configuration(home, servers));
    var program = PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElseThrow();
    var process =
        new ProcessBuilder(
                program.toString(), "-p", home.toString(), "-c", config.toString(), "-e", "stderr")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    var nginx = new Nginx(process, ports.stream().map(port -> "http://127.0.0.1:" + port).toList());
    for (int port : ports) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .ignoreException(IOException.class)
          .until(() -> answers(port));
    }
    return nginx;
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

  private static String server(int port, Path root) {
    return "  server { listen 127.0.0.1:%d; root %s; index index.html; }\n".formatted(port, root);
  }

  private static boolean answers(int port) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    }
  }

  /// Ports that were free a moment ago: nginx cannot be asked to choose one.
  private static List<Integer> freePorts(int count) throws IOException {
    var sockets = Stream.<ServerSocket>builder();
    for (int i = 0; i < count; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    var open = sockets.build().toList();
    for (var socket : open) {
      socket.close();
    }
    return open.stream().map(ServerSocket::getLocalPort).toList();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}

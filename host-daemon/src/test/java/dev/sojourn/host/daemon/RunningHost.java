package dev.sojourn.host.daemon;

import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.identity.net.AtpAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// A daemon in this process.
public record RunningHost(HostDaemon daemon) implements AutoCloseable {

  /// Starts it as it is configured.
  public static RunningHost start(Path config) throws IOException {
    return start(config, InstantSource.system());
  }

  static RunningHost start(Path config, InstantSource clock) throws IOException {
    var read = read(config);
    LentStartCache.to(read);
    return new RunningHost(HostDaemon.start(read, clock, Optional.empty()));
  }

  private static HostConfig read(Path config) throws IOException {
    var environment = Map.of(DaemonProcess.SPARE_WORKERS, "0");
    return ((ConfigReading.Valid) ConfigReader.read(config, environment, Instant.now())).config();
  }

  /// Takes a configuration over.
  void reload(Path config) throws IOException {
    daemon.reload(read(config));
  }

  public AtpAddress address() {
    return daemon.address();
  }

  /// The answer of the host to these bytes, up to the end of the connection.
  String ask(String bytes) throws IOException {
    return ask(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private String ask(byte[] octets) throws IOException {
    try (var socket = new Socket(address().host(), address().port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(octets);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /// The answer of the host, with line ends of Java, and an asterisk for the time of day.
  String exchange(String request) throws IOException {
    return exchange(request, new byte[0]);
  }

  /// The same for a request with a body, which is sent as it is.
  String exchange(String head, byte[] body) throws IOException {
    var octets = new ByteArrayOutputStream();
    octets.writeBytes(head.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    octets.writeBytes(body);
    return ask(octets.toByteArray())
        .replace("\r\n", "\n")
        .replaceFirst("\nDate: \\w{3}, \\d\\d \\w{3} \\d{4} [0-9:]{8} GMT\n", "\nDate: *\n");
  }

  @Override
  public void close() throws IOException {
    daemon.close();
  }
}

package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/// A daemon in this process.
record RunningHost(HostDaemon daemon) implements AutoCloseable {

  static RunningHost start(Path config) throws IOException {
    var read = ((ConfigReading.Valid) ConfigReader.read(config, Map.of())).config();
    return new RunningHost(HostDaemon.start(read, InstantSource.system()));
  }

  AtpAddress address() {
    return daemon.address();
  }

  /// What the host answers to these bytes, up to the end of the connection.
  String ask(String bytes) throws IOException {
    try (var socket = new Socket(address().host(), address().port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() throws IOException {
    daemon.close();
  }
}

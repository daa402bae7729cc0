package dev.sojourn.app.whole;

import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.daemon.HostDaemon;
import dev.sojourn.lab.process.BorrowedStartCache;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// A host daemon in the JVM of the tests, for tests that do not kill it. It takes a tenth of the
/// processor time of a process. Its workers are processes.
record InProcessHost(HostDaemon daemon) implements AutoCloseable {

  /// Starts it.
  ///
  /// @param config its configuration, whose data lie in the directory `data` beside it
  static InProcessHost start(Path config) throws IOException {
    BorrowedStartCache.to(config.resolveSibling("data"), System.getenv(), "");
    return switch (ConfigReader.read(config, Map.of(), Instant.now())) {
      case ConfigReading.Valid valid ->
          new InProcessHost(
              HostDaemon.start(valid.config(), InstantSource.system(), Optional.empty()));
      case ConfigReading.Invalid invalid -> throw new AssertionError(invalid);
    };
  }

  /// {@return the address at which it listens, as robots.txt names it}
  String listening() {
    return daemon.address().toString();
  }

  @Override
  public void close() throws IOException {
    daemon.close();
  }
}

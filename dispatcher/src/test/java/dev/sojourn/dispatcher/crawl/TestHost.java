package dev.sojourn.dispatcher.crawl;

import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.daemon.HostDaemon;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.VerifyKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A real host daemon in the JVM of the tests, which takes a tenth of the processor time of a
/// process. Its workers are processes.
final class TestHost implements AutoCloseable {
  private final HostDaemon daemon;
  private boolean isClosed;

  private TestHost(HostDaemon daemon) {
    this.daemon = daemon;
  }

  /// Starts a daemon beside a site's folder.
  ///
  /// @param directory for its files
  /// @param more lines of its configuration
  static TestHost start(Path directory, TestSite site, VerifyKey trusted, String more)
      throws IOException {
    return start(directory, site.origin(), site.root(), trusted, more);
  }

  /// Starts a daemon beside a folder that is served as a site.
  static TestHost start(Path directory, String origin, Path root, VerifyKey trusted, String more)
      throws IOException {
    var pages = "root = \"" + root + "\"";
    return start(configuration(directory, "127.0.0.1:0", origin, pages, trusted, more));
  }

  /// Starts a daemon beside a site's folder that listens at an address of its own.
  static TestHost startAt(String listen, Path directory, TestSite site, VerifyKey trusted)
      throws IOException {
    var pages = "root = \"" + site.root() + "\"";
    return start(configuration(directory, listen, site.origin(), pages, trusted, ""));
  }

  /// Starts a daemon that asks a site's web server for its pages, and may wait for them.
  static TestHost startBefore(TestSite site, Path directory, VerifyKey trusted) throws IOException {
    return startBefore(site.origin(), directory, trusted);
  }

  static TestHost startBefore(String origin, Path directory, VerifyKey trusted) throws IOException {
    var pages = "upstream = \"" + origin + "\"";
    return start(configuration(directory, "127.0.0.1:0", origin, pages, trusted, ""));
  }

  /// Starts the daemon of a directory again, at the address of the one before.
  ///
  /// @param url of the one before, which is over
  static TestHost startAgain(Path directory, String url) throws IOException {
    var config = directory.resolve("host.toml");
    var listen = URI.create(url).getAuthority();
    Files.writeString(config, Files.readString(config).replace("127.0.0.1:0", listen));
    return start(config);
  }

  private static TestHost start(Path config) throws IOException {
    // One signer comes, for whom a worker is started when it does.
    var settings = Map.of("SOJOURN_LIMITS_SPARE_WORKERS", "0");
    return switch (ConfigReader.read(config, settings, Instant.now())) {
      case ConfigReading.Valid valid ->
          new TestHost(HostDaemon.start(valid.config(), InstantSource.system(), Optional.empty()));
      case ConfigReading.Invalid invalid -> throw new AssertionError(invalid);
    };
  }

  private static Path configuration(
      Path directory, String listen, String origin, String pages, VerifyKey trusted, String more)
      throws IOException {
    Files.createDirectories(directory);
    new KeySet(List.of(trusted)).write(directory.resolve("trusted.jwks"));
    var config = directory.resolve("host.toml");
    Files.writeString(
        config,
        """
        listen = "%s"
        data = "data"

        [[site]]
        origin = "%s"
        %s

        [[trust]]
        name = "test"
        keys = "trusted.jwks"
        %s
        """
            .formatted(listen, origin, pages, more));
    UserStartCache.lend(directory.resolve("data"));
    return config;
  }

  /// The address at which it listens, as robots.txt names it.
  String url() {
    return daemon.address().toString();
  }

  /// A second call waits for the first, and changes nothing.
  @Override
  public synchronized void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      daemon.close();
    }
  }
}

package dev.sojourn.dispatcher.crawl;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.command.HostMain;
import dev.sojourn.identity.key.VerifyKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A real host daemon in a process of its own, for tests that kill it; [TestHost] is one for
/// others.
final class HostDaemonProcess implements AutoCloseable {
  private final Process process;
  private final String url;

  private HostDaemonProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /// Starts a daemon beside a site's folder, and waits until it listens.
  ///
  /// @param directory for its files
  /// @param more lines of its configuration
  static HostDaemonProcess start(Path directory, TestSite site, VerifyKey trusted, String more)
      throws IOException {
    return start(directory, "127.0.0.1:0", site, trusted, more);
  }

  /// Starts a daemon that listens at an address of its own.
  static HostDaemonProcess start(
      Path directory, String listen, TestSite site, VerifyKey trusted, String more)
      throws IOException {
    return start(directory, listen, site.origin(), site.root(), trusted, more);
  }

  /// Starts a daemon beside a folder that is served as a site.
  static HostDaemonProcess start(
      Path directory, String listen, String origin, Path root, VerifyKey trusted, String more)
      throws IOException {
    var config = TestHost.configuration(directory, listen, origin, root, trusted, more);
    return start(directory, config);
  }

  private static HostDaemonProcess start(Path directory, Path config) throws IOException {
    var command = JarProgram.command(HostMain.class);
    command.addAll(List.of("run", "--config", config.toString(), "--json"));
    var log = directory.resolve("log");
    var builder = new ProcessBuilder(command).redirectError(log.toFile());
    // One signer comes, for whom a worker is started when it does.
    builder.environment().put("SOJOURN_LIMITS_SPARE_WORKERS", "0");
    var process = builder.start();
    var ready = process.inputReader().readLine();
    if (ready == null) {
      throw new IOException("The daemon did not start: " + Files.readString(log));
    }
    return new HostDaemonProcess(
        process, new ObjectMapper().readTree(ready).path("listening").asText());
  }

  /// Where it listens, as robots.txt names it.
  String url() {
    return url;
  }

  /// Kills it at once, together with the workers that it started.
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}

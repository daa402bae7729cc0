package dev.sojourn.app.fault;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.app.whole.ProgramStartCache;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.process.BorrowedStartCache;
import dev.sojourn.testing.FailingDisk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/// The daemon of a campaign: the built program, on a disk that can fail and behind an emulated
/// link. One thread starts and ends it.
final class CampaignHost implements AutoCloseable {
  private static final Path PROGRAM = Path.of("target/dist/bin/sojourn").toAbsolutePath();

  private final Path folder;
  private final FailingDisk disk;
  private final EmulatedLink link;
  private volatile Process process;

  /// Starts the daemon.
  ///
  /// @param folder has its configuration, `host.toml`
  CampaignHost(Path folder, FailingDisk disk, EmulatedLink link) throws IOException {
    this.folder = folder;
    this.disk = disk;
    this.link = link;
    ProgramStartCache.make();
    BorrowedStartCache.to(data(), System.getenv(), "");
    this.process = started();
  }

  Path config() {
    return folder.resolve("host.toml");
  }

  Path log() {
    return folder.resolve("host.log");
  }

  Path data() {
    return folder.resolve("data");
  }

  private Process started() throws IOException {
    disk.calm();
    disk.clock(Duration.ZERO);
    var builder =
        new ProcessBuilder(
            PROGRAM.toString(),
            "host",
            "run",
            "--config",
            config().toString(),
            "--json",
            "--end-with-input");
    disk.under(builder, data());
    var errors = ProcessBuilder.Redirect.appendTo(log().toFile());
    var next = builder.redirectError(errors).start();
    var line = next.inputReader().readLine();
    if (line == null) {
      throw new IOException("the daemon does not start: " + Files.readString(log()));
    }
    link.connectTo(
        URI.create(new ObjectMapper().readTree(line).get("listening").asText()).getPort());
    return next;
  }

  /// SIGKILL, and the next start.
  void killAndStart() throws IOException, InterruptedException {
    process.destroyForcibly().waitFor();
    process = started();
  }

  /// Lets the power fail at one of the next operations of the disk, and starts the daemon again.
  void losePower(long operation) throws IOException, InterruptedException {
    disk.strike(FailingDisk.Blow.POWER_LOSS_AND_END, operation, 0);
    if (!process.waitFor(Duration.ofSeconds(3))) {
      disk.strike(FailingDisk.Blow.POWER_LOSS_AND_END, 1, 0);
      var _ = process.waitFor(Duration.ofSeconds(5));
    }
    killAndStart();
  }

  /// Ends one of its workers by force; returns whether there was one.
  boolean killWorker(Random random) {
    List<ProcessHandle> workers =
        process
            .descendants()
            .filter(one -> one.info().command().orElse("").endsWith("/java"))
            .toList();
    return !workers.isEmpty() && workers.get(random.nextInt(workers.size())).destroyForcibly();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// SIGTERM; the exit code.
  int terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(Duration.ofMinutes(1))) {
      throw new IllegalStateException("the daemon does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}

package dev.sojourn.host.daemon;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.identity.net.AtpAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The daemon as an operator starts it: the built distribution, in a process of its own.
public final class DaemonProcess implements AutoCloseable {
  /// Most daemons under test take one signer, whose worker is started when it comes. A spare would
  /// be started in vain, and once more when it is taken.
  static final String SPARE_WORKERS = "SOJOURN_LIMITS_SPARE_WORKERS";

  private static final Path PROGRAM = Path.of("target/dist/bin/sojourn-host").toAbsolutePath();

  private final Process process;
  private final Path errors;
  private final AtpAddress address;
  private final String readyLine;

  private DaemonProcess(Process process, Path errors, AtpAddress address, String readyLine) {
    this.readyLine = readyLine;
    this.process = process;
    this.errors = errors;
    this.address = address;
  }

  /// Starts the daemon and waits for its ready line.
  public static DaemonProcess start(Path config) throws IOException {
    return start(config, "INFO");
  }

  /// Starts the daemon with another level of its log.
  public static DaemonProcess start(Path config, String logLevel) throws IOException {
    var errors = Files.createTempFile(Path.of("target"), "host", ".err");
    LentStartCache.toProgram(config);
    var builder = builder("run", "--config", config.toString(), "--json");
    builder.environment().put("SOJOURN_LOG_LEVEL", logLevel);
    return start(builder, errors);
  }

  /// Starts the daemon with the default level of its log.
  public static DaemonProcess startWithUsualLog(Path config) throws IOException {
    LentStartCache.toProgram(config);
    var builder = builder("run", "--config", config.toString(), "--json");
    builder.environment().remove("SOJOURN_LOG_LEVEL");
    return start(builder, Files.createTempFile(Path.of("target"), "host", ".err"));
  }

  /// Starts a daemon as [#builder] has it, and waits for its ready line.
  static DaemonProcess start(ProcessBuilder builder) throws IOException {
    return start(builder, Files.createTempFile(Path.of("target"), "host", ".err"));
  }

  private static DaemonProcess start(ProcessBuilder builder, Path errors) throws IOException {
    var process = builder.redirectError(errors.toFile()).start();
    var line = new BufferedReader(process.inputReader(StandardCharsets.UTF_8)).readLine();
    if (line == null) {
      throw new IOException("no ready line: " + Files.readString(errors));
    }
    var ready = new ObjectMapper().readTree(line);
    if (ready.get("pid").asLong() != process.pid()) {
      throw new IOException("the ready line names another process: " + line);
    }
    return new DaemonProcess(
        process, errors, AtpAddress.parse(ready.get("listening").asText()).orElseThrow(), line);
  }

  /// The output of a command of the program, and its exit code.
  public record Said(int exitCode, String out, String err) {}

  /// Runs a command that ends by itself.
  public static Said run(String... arguments) throws IOException, InterruptedException {
    var errors = Files.createTempFile(Path.of("target"), "host", ".err");
    var process = builder(arguments).redirectError(errors.toFile()).start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return new Said(process.waitFor(), out, Files.readString(errors));
  }

  /// The program with these words, not yet started.
  public static ProcessBuilder builder(String... arguments) {
    var command = new ArrayList<>(List.of(PROGRAM.toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SOJOURN_JAVA_OPTIONS", DaemonArchive.options());
    builder.environment().put("SOJOURN_LOG_LEVEL", "INFO");
    builder.environment().put(SPARE_WORKERS, "0");
    return builder;
  }

  public AtpAddress address() {
    return address;
  }

  /// Its line when it was ready.
  String readyLine() {
    return readyLine;
  }

  Process process() {
    return process;
  }

  public long pid() {
    return process.pid();
  }

  public String errors() throws IOException {
    return Files.readString(errors);
  }

  /// SIGTERM; the exit code.
  public int terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      throw new IllegalStateException("the daemon does not end");
    }
    return process.exitValue();
  }

  /// SIGKILL.
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// Ends the process in any way.
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}

package dev.sojourn.lab.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A host daemon in a process of its own, which ends with this one at the latest.
public final class HostProcess implements AutoCloseable {
  private static final Duration TIME_TO_START = Duration.ofSeconds(30);
  private static final Duration TIME_TO_END = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final String url;
  private final Thread atExit;

  private HostProcess(Process process, String url, Thread atExit) {
    this.process = process;
    this.url = url;
    this.atExit = atExit;
  }

  /// A daemon that was started and is not ready yet.
  public static final class Starting {
    private final Process process;
    private final Path log;
    private final Thread atExit;
    private final CompletableFuture<String> ready;

    private Starting(Process process, Path log) {
      this.process = process;
      this.log = log;
      this.atExit = new Thread(process::destroy, "end-host-" + process.pid());
      this.ready = new CompletableFuture<>();
    }

    /// Waits until the daemon listens.
    ///
    /// @return the daemon
    /// @throws CommandException if it ends first or takes too long; it is ended then
    /// @throws InterruptedException if the wait is given up; it is ended then
    public HostProcess await() throws InterruptedException {
      try {
        var line = ready.get(TIME_TO_START.toSeconds(), TimeUnit.SECONDS);
        return new HostProcess(process, listening(line), atExit);
      } catch (ExecutionException | TimeoutException | JsonProcessingException _) {
        end(process, atExit);
        throw new CommandException(
            ExitCode.FAILED, "A host daemon did not start; its reason is in " + log + ".");
      } catch (InterruptedException e) {
        end(process, atExit);
        throw e;
      }
    }
  }

  /// Starts a daemon with the class path and the virtual machine of this process.
  ///
  /// @param config its configuration
  /// @param log where its standard error goes
  /// @return the daemon, of which several can start side by side
  /// @throws IOException if the process or the log cannot be made
  public static Starting start(Path config, Path log) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow"));
    for (var name : List.of("logback.configurationFile", "sojourn.home", "sojourn.agents")) {
      var value = System.getProperty(name);
      if (value != null) {
        command.add("-D" + name + "=" + value);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.sojourn.lab.cli.Main", "host", "run"));
    command.addAll(List.of("--config", config.toString(), "--json"));
    Files.createDirectories(log.resolveSibling(""));
    var process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    var starting = new Starting(process, log);
    Runtime.getRuntime().addShutdownHook(starting.atExit);
    Thread.ofVirtual().name("ready-" + process.pid()).start(() -> readReadyLine(starting));
    return starting;
  }

  /// {@return where it listens, as `atp://127.0.0.1:7001`}
  public String url() {
    return url;
  }

  /// {@return the process, as a test that ends it needs}
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /// Ends the daemon: asks first, and ends it by force after five seconds.
  @Override
  public void close() {
    end(process, atExit);
  }

  private static void readReadyLine(Starting starting) {
    try (var out = starting.process.inputReader()) {
      var line = out.readLine();
      if (line == null) {
        starting.ready.completeExceptionally(new IOException("The daemon ended."));
        return;
      }
      starting.ready.complete(line);
      // Nothing else is expected there; a full pipe would stop the daemon.
      while (out.readLine() != null) {}
    } catch (IOException e) {
      starting.ready.completeExceptionally(e);
    }
  }

  private static String listening(String line) throws JsonProcessingException {
    JsonNode url = JSON.readTree(line).path("listening");
    return url.asText();
  }

  private static void end(Process process, Thread atExit) {
    process.destroy();
    try {
      if (!process.waitFor(TIME_TO_END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException _) {
      // The virtual machine is ending, and the hook has run or will.
    }
  }
}

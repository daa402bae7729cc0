package dev.sojourn.lab.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import java.io.File;
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
import java.util.stream.Collectors;

/// A host daemon in a separate process. Its standard input is a pipe from this process, and it ends
/// at the end of the pipe. So it ends at the latest when this process ends. Several daemons can
/// start in parallel: [#listening] waits until one is ready.
public final class HostProcess implements AutoCloseable {
  private static final Duration TIME_TO_START = Duration.ofMinutes(5);
  private static final List<String> JVM_FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          // As in the daemon's own start script.
          "-Xms64m",
          "-XX:NewSize=24m",
          "-XX:MaxNewSize=64m",
          "-Xmx1536m",
          "-XX:MaxDirectMemorySize=256m",
          "-XX:MinHeapFreeRatio=20",
          "-XX:MaxHeapFreeRatio=40",
          "-XX:-ShrinkHeapInSteps",
          "-XX:TrimNativeHeapInterval=5000",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:MaxInlineLevel=9",
          "-XX:FreqInlineSize=120",
          "-XX:InlineSmallCode=1000",
          "-Dio.netty.jfr.enabled=false",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");
  private static final List<String> PROPERTIES =
      List.of(
          "logback.configurationFile",
          "sojourn.home",
          "sojourn.cache",
          "sojourn.agents",
          "org.sqlite.lib.path",
          "ZstdNativePath");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChildProcess child;
  private final Path log;
  private final CompletableFuture<String> ready = new CompletableFuture<>();

  private HostProcess(ChildProcess child, Path log) {
    this.child = child;
    this.log = log;
  }

  /// Starts a daemon with the Java of this process. It uses the distribution that `sojourn.home`
  /// names, otherwise the class path of this process.
  ///
  /// @param config its configuration; its data are in the directory `data` next to it
  /// @param log the file for its standard error
  /// @return the daemon, which is not ready yet; the caller must close it
  /// @throws IOException if the process or the log cannot be made
  public static HostProcess start(Path config, Path log) throws IOException {
    return start(config, log, ProcessorList.ALL);
  }

  /// Starts a daemon as [#start(Path, Path)] does, with an affinity.
  ///
  /// @param config its configuration; its data are in the directory `data` next to it
  /// @param log the file for its standard error
  /// @param processors the processors of the daemon and its workers
  /// @return the daemon, which is not ready yet; the caller must close it
  /// @throws IOException if the process or the log cannot be made
  public static HostProcess start(Path config, Path log, ProcessorList processors)
      throws IOException {
    Files.createDirectories(log.resolveSibling(""));
    var home = System.getProperty("user.home", "");
    BorrowedStartCache.to(config.resolveSibling("data"), System.getenv(), home);
    var command = processors.started(command(config));
    var child = ChildProcess.start(new ProcessBuilder(command).redirectError(log.toFile()));
    var host = new HostProcess(child, log);
    Thread.ofVirtual().name("ready-" + host.pid()).start(host::readReadyLine);
    return host;
  }

  /// Waits until the daemon listens.
  ///
  /// @return its address, for example `atp://127.0.0.1:7001`
  /// @throws CommandException if the daemon ends before it listens, or takes too long
  /// @throws InterruptedException if the thread is interrupted
  public String listening() throws InterruptedException {
    try {
      var line = ready.get(TIME_TO_START.toSeconds(), TimeUnit.SECONDS);
      return JSON.readTree(line).required("listening").asText();
    } catch (ExecutionException
        | TimeoutException
        | JsonProcessingException
        | IllegalArgumentException _) {
      throw new CommandException(
          ExitCode.FAILED, "A host daemon did not start; its reason is in " + log + ".");
    }
  }

  /// {@return its process id}
  public long pid() {
    return child.process().pid();
  }

  /// Kills the daemon, to simulate a crash.
  public void kill() {
    child.process().destroyForcibly();
  }

  /// Ends the daemon: requests its end, and kills it after five seconds.
  @Override
  public void close() {
    child.close();
  }

  private static List<String> command(Path config) throws IOException {
    var command = new ArrayList<String>();
    command.add(JavaProgram.executable());
    command.addAll(JVM_FLAGS);
    command.addAll(startCache());
    command.addAll(userOptions());
    for (var name : PROPERTIES) {
      var value = System.getProperty(name);
      if (value != null) {
        command.add("-D" + name + "=" + value);
      }
    }
    command.addAll(List.of("-cp", classPath()));
    command.addAll(List.of("dev.sojourn.app.Main", "host", "run"));
    command.addAll(List.of("--config", config.toString(), "--json", "--end-with-input"));
    return command;
  }

  /// The class path of the start script: the jars sorted by name. A start cache is valid only for
  /// this class path.
  private static String classPath() throws IOException {
    var home = System.getProperty("sojourn.home");
    if (home == null) {
      return System.getProperty("java.class.path");
    }
    try (var jars = Files.list(Path.of(home, "lib"))) {
      return jars.map(Path::toString)
          .filter(jar -> jar.endsWith(".jar"))
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  /// The options that the start scripts also add.
  private static List<String> userOptions() {
    var words = System.getenv().getOrDefault("SOJOURN_JAVA_OPTIONS", "").strip();
    return words.isEmpty() ? List.of() : List.of(words.split("\\s+"));
  }

  /// The cache that the start script found for the class path. It halves the time of a start.
  private static List<String> startCache() {
    var cache = System.getProperty("sojourn.cache");
    return cache == null ? List.of() : List.of("-XX:AOTCache=" + cache, "-Xlog:disable");
  }

  private void readReadyLine() {
    try (var out = child.process().inputReader()) {
      var line = out.readLine();
      if (line == null) {
        ready.completeExceptionally(new IOException("The daemon ended."));
        return;
      }
      ready.complete(line);
      // No more lines are expected, but a full pipe would block the daemon.
      out.lines().forEach(_ -> {});
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }
}

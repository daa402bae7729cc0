package dev.sojourn.lab.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A Java process with the options of a worker that bear on speed, but without walls. So it can run
/// code that no worker would.
final class WorkerLike {
  private static final int MAX_SECONDS = 60;

  /// The options without which a loop of an agent could keep the JVM from stopping.
  private static final List<String> STOPPABLE =
      List.of("-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1000");

  private WorkerLike() {}

  /// Runs a program and gives the words that it printed.
  ///
  /// @param stoppable whether loops are compiled as in a worker
  /// @param program its main class
  /// @param arguments of the program
  static String[] run(boolean stoppable, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx256m",
            "-Xms16m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:-SegmentedCodeCache",
            "-XX:InitialCodeCacheSize=32m",
            "-XX:ReservedCodeCacheSize=32m",
            "-XX:MaxInlineLevel=9",
            "-XX:FreqInlineSize=120",
            "-XX:InlineSmallCode=1000",
            "--enable-native-access=ALL-UNNAMED",
            "-Dkryo.unsafe=false"));
    command.addAll(stoppable ? STOPPABLE : List.of());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(program.getSimpleName() + " failed: " + printed);
    }
    return printed.strip().split("\\s+");
  }
}

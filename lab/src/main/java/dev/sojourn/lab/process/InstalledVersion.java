package dev.sojourn.lab.process;

import dev.sojourn.base.text.ForeignText;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// The version that a program reports.
public final class InstalledVersion {
  private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(30);
  private static final int MOST_CHARACTERS = 200;
  private static final int MOST_BYTES = 64 << 10;

  private InstalledVersion() {}

  /// Runs a program that prints its version. If the wait is interrupted, the thread stays
  /// interrupted.
  ///
  /// @param command program and arguments; empty for no answer
  /// @return the first non-blank line of its output, cut to 200 characters. It is empty if the
  ///   program cannot be started, fails, prints nothing, or takes over 30 seconds.
  public static String of(List<String> command) {
    if (command.isEmpty()) {
      return "";
    }
    var nothing = ProcessBuilder.Redirect.from(new File("/dev/null"));
    // Libraries may print warnings to standard error, so it is discarded.
    var builder =
        new ProcessBuilder(command)
            .redirectInput(nothing)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    try (var child = ChildProcess.start(builder)) {
      var end = Thread.ofVirtual().start(() -> endLate(child));
      var out = child.process().getInputStream().readNBytes(MOST_BYTES);
      end.interrupt();
      if (!child.process().waitFor(TIME_TO_ANSWER) || child.process().exitValue() != 0) {
        return "";
      }
      return new String(out, StandardCharsets.UTF_8)
          .lines()
          .map(line -> ForeignText.of(line).line(MOST_CHARACTERS))
          .filter(line -> !line.isBlank())
          .findFirst()
          .orElse("");
    } catch (IOException | UncheckedIOException _) {
      return "";
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static void endLate(ChildProcess child) {
    try {
      Thread.sleep(TIME_TO_ANSWER);
      child.close();
    } catch (InterruptedException _) {
      // The program has answered.
    }
  }
}

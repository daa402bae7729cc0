package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.app.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs the built program, as a person at a terminal would, or a command of it in this process, and
/// keeps what it says.
///
/// @param exitCode what it ended with
/// @param out its standard output
/// @param err its standard error
public record Program(int exitCode, String out, String err) {
  static final Path LAUNCHER = Path.of("target/dist/bin/sojourn").toAbsolutePath();

  /// Runs a command to its end in this process, which takes a tenth of the time of a program's
  /// start. For what a test prepares with a command or asks it afterwards.
  ///
  /// @param words the words behind the program's name
  /// @return what it ended with and said
  public static Program here(String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    var line = Main.line().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Program(line.execute(words), out.toString(), err.toString());
  }

  /// Runs a command to its end.
  static Program run(Path folder, Duration atMost, String... words)
      throws IOException, InterruptedException {
    var files = Files.createTempDirectory(folder, "run");
    var process = start(files, words);
    if (!process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(
          List.of(words) + " took longer than " + atMost + ": " + read(files, "err"));
    }
    return new Program(process.exitValue(), read(files, "out"), read(files, "err"));
  }

  /// Starts a command; its output goes to the files `out` and `err` of a folder.
  static Process start(Path files, String... words) throws IOException {
    var command = new ArrayList<String>();
    command.add(LAUNCHER.toString());
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectOutput(files.resolve("out").toFile())
        .redirectError(files.resolve("err").toFile())
        .start();
  }

  /// Starts a command that Ctrl-C ends, also where somebody runs the tests in the background and
  /// children inherit that the signal is ignored. It leads a process group, as a command that is
  /// typed does.
  static Process startInterruptible(Path files, String... words) throws IOException {
    var command =
        new ArrayList<>(List.of("setsid", "env", "--default-signal=INT", LAUNCHER.toString()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectOutput(files.resolve("out").toFile())
        .redirectError(files.resolve("err").toFile())
        .start();
  }

  /// Does what Ctrl-C does: all programs of the group get the signal.
  static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", "--", "-" + process.pid()).start().waitFor();
  }

  /// Starts a command to talk with: its input and output are pipes, what it complains of goes to
  /// the file `err` of a folder.
  static Process talkTo(Path files, String... words) throws IOException {
    var command = new ArrayList<String>();
    command.add(LAUNCHER.toString());
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectError(files.resolve("err").toFile()).start();
  }

  /// {@return itself, after it ended well}
  Program succeeded() {
    assertThat(exitCode).describedAs("exit code; it said: %s", err).isZero();
    return this;
  }

  private static String read(Path files, String name) throws IOException {
    return Files.readString(files.resolve(name));
  }
}

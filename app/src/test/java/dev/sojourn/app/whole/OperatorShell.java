package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A shell of the administrator in the root directory of another system. It has processes and
/// mounts of its own, and a network with only the loopback.
final class OperatorShell implements AutoCloseable {
  private static final String END = "---- ended with ";

  private final Process process;
  private final Writer input;
  private final BufferedReader output;

  private OperatorShell(Process process) {
    this.process = process;
    this.input = process.outputWriter(StandardCharsets.UTF_8);
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /// @param scripts with `in-root`
  static OperatorShell in(Path root, Path scripts) throws IOException {
    // Bubblewrap sets the loopback of a new network up, for which others need a program.
    return new OperatorShell(
        new ProcessBuilder(
                "bwrap",
                "--unshare-net",
                "--cap-add",
                "ALL",
                "--dev-bind",
                "/",
                "/",
                "--die-with-parent",
                "--",
                scripts.resolve("in-root").toString(),
                root.toString(),
                "bash")
            .redirectErrorStream(true)
            .start());
  }

  /// Runs a command as it is typed, and waits for its end; what it said.
  Said run(String command) throws IOException {
    input.write("{ " + command + "\n} </dev/null 2>&1; echo; echo \"" + END + "$?\"\n");
    input.flush();
    var said = new StringBuilder();
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(END)) {
        return new Said(Integer.parseInt(line.substring(END.length())), said.toString());
      }
      said.append(line).append('\n');
    }
    throw new IOException("the shell has ended: " + said);
  }

  /// The same for a command that must succeed.
  String succeed(String command) throws IOException {
    var said = run(command);
    assertThat(said.exitCode()).as("%s: %s", command, said.text()).isZero();
    return said.text();
  }

  /// @param exitCode of the command
  /// @param text both streams of its output
  record Said(int exitCode, String text) {}

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }
}

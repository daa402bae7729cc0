package dev.sojourn.dispatcher.cli;

import dev.sojourn.base.cli.CommandRun;
import java.io.PrintWriter;
import java.io.StringWriter;

/// Runs commands in this process, as a terminal would see them.
final class CommandLines {

  private CommandLines() {}

  /// @param exit the exit code
  /// @param out standard output
  /// @param err standard error
  record Ran(int exit, String out, String err) {}

  static Ran run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var line = CommandRun.commandLine(DispatcherMain.class, "sojourn-dispatcher", args);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    line.setColorScheme(
        picocli.CommandLine.Help.defaultColorScheme(picocli.CommandLine.Help.Ansi.OFF));
    int exit = line.execute(args);
    return new Ran(exit, out.toString(), err.toString());
  }
}

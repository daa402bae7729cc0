package dev.sojourn.host.command;

import dev.sojourn.host.daemon.DaemonProcess.Said;
import java.io.PrintWriter;
import java.io.StringWriter;

/// The command line of `sojourn-host` in the process of a test, for commands that another test
/// starts as a program.
public final class HostLine {
  private HostLine() {}

  /// Runs a command that ends by itself.
  public static Said run(String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        HostMain.commandLine(words)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words);
    return new Said(exitCode, out.toString(), err.toString());
  }
}

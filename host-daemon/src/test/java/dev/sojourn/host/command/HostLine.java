package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.host.daemon.DaemonProcess;
import dev.sojourn.host.daemon.DaemonProcess.Said;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The command line of `sojourn-host` in the process of a test. A program of its own differs only
/// in its start, and each start takes a second of processor time.
public final class HostLine {
  private static final Set<String> STARTED = ConcurrentHashMap.newKeySet();

  private HostLine() {}

  /// Runs a command that ends by itself, each the first time in a process of its own. The first
  /// word names the command.
  public static Said startedOnce(String... words) throws IOException, InterruptedException {
    return STARTED.add(words[0]) ? DaemonProcess.run(words) : run(words);
  }

  /// Runs a command that ends by itself.
  public static Said run(String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        CommandRun.commandLine(HostCommand.class, "sojourn-host", words)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words);
    return new Said(exitCode, out.toString(), err.toString());
  }
}

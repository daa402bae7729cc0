package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandRun;

/// The program `sojourn-host`, which has only the commands of the daemon.
public final class HostMain {
  private static final String NAME = "sojourn-host";

  private HostMain() {}

  /// Runs the command line and ends the process with its exit code.
  ///
  /// @param args the words after the program's name
  public static void main(String[] args) {
    System.exit(CommandRun.commandLine(HostCommand.class, NAME, args).execute(args));
  }
}

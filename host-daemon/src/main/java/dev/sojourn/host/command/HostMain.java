package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandRun;

/// The program `sojourn-host`: the commands of the daemon alone.
public final class HostMain {
  private HostMain() {}

  /// Runs the command line and ends the process with its exit code.
  ///
  /// @param args the words after the program's name
  public static void main(String[] args) {
    System.exit(CommandRun.run(new HostCommand(), "sojourn-host", args));
  }
}

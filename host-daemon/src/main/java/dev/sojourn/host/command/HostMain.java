package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ProgramVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The program `sojourn-host`: the commands of the daemon alone.
public final class HostMain {
  private static final String NAME = "sojourn-host";

  private HostMain() {}

  /// The program with one command. Reading the definitions of all would cost a daemon a quarter of
  /// a second at its start.
  @Command(mixinStandardHelpOptions = true, versionProvider = ProgramVersion.class)
  private static final class OneCommand {}

  /// Runs the command line and ends the process with its exit code.
  ///
  /// @param args the words after the program's name
  public static void main(String[] args) {
    System.exit(commandLine(args).execute(args));
  }

  /// The command that the first word names, alone; all commands if it names none.
  static CommandLine commandLine(String... args) {
    var word = args.length == 0 ? "" : args[0];
    for (var command : HostCommand.class.getAnnotation(Command.class).subcommands()) {
      if (command.getAnnotation(Command.class).name().equals(word)) {
        return CommandRun.commandLine(new OneCommand(), NAME).addSubcommand(command);
      }
    }
    return CommandRun.commandLine(new HostCommand(), NAME);
  }
}

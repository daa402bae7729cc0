package dev.sojourn.base.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// `help`: prints the help of a command at any depth. An unknown word is an error here, too.
@Command(name = "help", helpCommand = true, description = "Show the help of a command.")
public final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  // Only picocli sets and uses this field.
  @SuppressWarnings("UnusedVariable")
  private boolean isHelp;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The words of the command, as: agent pack (default: the program).")
  private List<String> words = new ArrayList<>();

  /// Creates the command; picocli sets its fields.
  public HelpCommand() {}

  @Override
  public Integer call() {
    var line = spec.commandLine().getParent();
    for (var word : words) {
      var next = line.getSubcommands().get(word);
      if (next == null) {
        throw new UnmatchedArgumentException(line, List.of(word));
      }
      line = next;
    }
    line.usage(line.getOut());
    return ExitCode.DONE.code();
  }
}

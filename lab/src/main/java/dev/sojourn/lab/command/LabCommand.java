package dev.sojourn.lab.command;

import picocli.CommandLine.Command;

/// `lab`: experiments on distributed crawling.
@Command(
    name = "lab",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {LabCheck.class, LabRun.class, LabReport.class},
    description = "Run experiments that compare crawling with agents and classic crawling.")
public final class LabCommand {

  /// Creates the command, which only has subcommands.
  public LabCommand() {}
}

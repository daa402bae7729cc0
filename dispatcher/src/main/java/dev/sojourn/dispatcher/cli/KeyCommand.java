package dev.sojourn.dispatcher.cli;

import picocli.CommandLine.Command;

/// `key`: makes and shows signing keys.
@Command(
    name = "key",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {KeyNew.class, KeyShow.class},
    description = "Make and show signing keys.")
public final class KeyCommand {

  /// Creates the command; it does nothing by itself.
  public KeyCommand() {}
}

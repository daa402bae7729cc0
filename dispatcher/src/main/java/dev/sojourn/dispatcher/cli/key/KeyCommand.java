package dev.sojourn.dispatcher.cli.key;

import picocli.CommandLine.Command;

/// `key`: makes, shows and publishes signing keys.
@Command(
    name = "key",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {KeyNew.class, KeyShow.class, KeyDirectoryCommand.class},
    description = "Make, show and publish signing keys.")
public final class KeyCommand {

  /// Creates the command; its subcommands do the work.
  public KeyCommand() {}
}

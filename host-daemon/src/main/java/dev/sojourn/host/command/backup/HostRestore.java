package dev.sojourn.host.command.backup;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.backup.BackupManifest;
import dev.sojourn.host.backup.BackupReader;
import dev.sojourn.host.command.option.DaemonOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `host restore`: puts a backup into an empty data directory.
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Put a backup of a host into its data directory, which must be empty. No daemon may run with"
          + " it.",
      "",
      "Only 'data' of the configuration counts. The files belong to the owner of the directory."
    },
    footer = {
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml /var/backups/sojourn.backup"
    })
public final class HostRestore implements Callable<Integer> {
  private static final int MAX_CHARS = 100;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "The file that 'host backup' made.")
  private Path file = Path.of("");

  /// Creates the command; picocli does the rest.
  public HostRestore() {}

  @Override
  public Integer call() {
    var data = daemon.data();
    var backup = restored(data);
    var program = ForeignText.of(backup.program()).line(MAX_CHARS);
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("data", data.toString());
      shown.put("made", backup.made().toString());
      shown.put("program", program);
      JsonOption.print(out, shown);
    } else {
      out.printf(
          "%s is as it was at %s, kept by version %s. Check it with 'host check', then start the"
              + " daemon.%n",
          data, backup.made(), program);
      out.flush();
    }
    return ExitCode.DONE.code();
  }

  private BackupManifest restored(Path data) {
    try {
      return BackupReader.restore(file, data);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED, "Nothing was restored: " + Messages.clause(e) + ".");
    }
  }
}

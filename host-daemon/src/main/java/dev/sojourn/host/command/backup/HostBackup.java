package dev.sojourn.host.command.backup;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.audit.AuditVerdict;
import dev.sojourn.host.backup.BackupSummary;
import dev.sojourn.host.backup.BackupWriter;
import dev.sojourn.host.command.option.DaemonOption;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `host backup`: copies all data that a host must not lose to one file.
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Keep the store, the audit log, the decisions and the key of a host in one file. The daemon"
          + " may run meanwhile.",
      "",
      "The file is for its owner alone: who has it has the key of the host. 'host restore' puts it"
          + " back."
    },
    footer = {
      "",
      "Exit code 6 if the audit log in it is not whole.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml /var/backups/sojourn.backup"
    })
public final class HostBackup implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      paramLabel = "FILE",
      description = "The file to be made; one of that name is replaced as a whole.")
  private Path file = Path.of("");

  /// Creates the command; picocli does the rest.
  public HostBackup() {}

  @Override
  public Integer call() {
    var kept = written();
    var out = spec.commandLine().getOut();
    boolean isWhole = !(kept.audit() instanceof AuditVerdict.Broken);
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("file", file.toString());
      shown.put("bytes", kept.bytes());
      shown.put("visits", kept.visits());
      shown.put("bans", kept.bans());
      shown.put("audit", isWhole);
      shown.put("found", sentence(kept.audit()));
      JsonOption.print(out, shown);
    } else {
      out.printf(
          "%s has %s, with %s and %s. %s%n",
          file,
          Messages.count(kept.bytes(), "byte"),
          Messages.count(kept.visits(), "visit"),
          Messages.count(kept.bans(), "ban"),
          sentence(kept.audit()));
      out.flush();
    }
    return (isWhole ? ExitCode.DONE : ExitCode.PARTIAL).code();
  }

  private BackupSummary written() {
    try {
      return BackupWriter.write(daemon.data(), file, Instant.now());
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED, "No backup was made: " + Messages.clause(e) + ".");
    }
  }

  private static String sentence(AuditVerdict audit) {
    return switch (audit) {
      case AuditVerdict.Whole whole ->
          "Its audit log is whole, up to line %d with the digest %s."
              .formatted(whole.chain().number(), whole.chain().last());
      case AuditVerdict.Missing _ -> "It has no audit log, since there is none.";
      case AuditVerdict.Broken broken ->
          "Its audit log is not whole: %s, line %d: %s."
              .formatted(
                  broken.file().getFileName(),
                  broken.line(),
                  ForeignText.of(broken.found()).line(300));
    };
  }
}

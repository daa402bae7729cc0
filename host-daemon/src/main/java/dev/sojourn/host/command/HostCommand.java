package dev.sojourn.host.command;

import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.host.command.backup.HostBackup;
import dev.sojourn.host.command.backup.HostRestore;
import dev.sojourn.host.command.release.HostDrop;
import dev.sojourn.host.command.release.HostHeld;
import dev.sojourn.host.command.release.HostRelease;
import dev.sojourn.host.command.signer.HostAllow;
import dev.sojourn.host.command.signer.HostBan;
import dev.sojourn.host.command.signer.HostBans;
import picocli.CommandLine.Command;

/// `host`: the commands for the operator of a site.
@Command(
    name = "host",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    subcommands = {
      HostRun.class,
      HostCheck.class,
      HostKeyCommand.class,
      HostDoctor.class,
      HostAudit.class,
      HostSaved.class,
      HostPreview.class,
      HostBackup.class,
      HostRestore.class,
      HostPs.class,
      HostShow.class,
      HostSites.class,
      HostPages.class,
      HostStop.class,
      HostHeld.class,
      HostRelease.class,
      HostDrop.class,
      HostBan.class,
      HostBans.class,
      HostAllow.class,
      HostReload.class,
      HostDrain.class,
      HostLogs.class
    },
    description = "Run a host daemon, which takes agents in beside a site.")
public final class HostCommand {
  /// Creates the command; picocli does the rest.
  public HostCommand() {}
}

package dev.sojourn.host.command.signer;

import static dev.sojourn.host.command.option.DaemonOption.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import dev.sojourn.host.command.option.VisitTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `host bans`: lists the banned signers of a running daemon.
@Command(
    name = "bans",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "List the bans that hold at a running daemon: since when, until when, by whom and why.",
      "",
      "Bans that have ended by themselves are left out. 'host allow' lifts a ban."
    })
public final class HostBans implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  /// Creates the command; picocli does the rest.
  public HostBans() {}

  @Override
  public Integer call() {
    var bans = new ArrayList<JsonNode>();
    var _ = daemon.ask(new ControlRequest.Bans(), bans::add);
    if (json.isGiven()) {
      bans.forEach(ban -> JsonOption.print(spec.commandLine().getOut(), ban));
    } else {
      print(bans);
    }
    return ExitCode.DONE.code();
  }

  private void print(List<JsonNode> bans) {
    var out = spec.commandLine().getOut();
    if (!bans.isEmpty()) {
      var rows = new ArrayList<List<String>>();
      rows.add(List.of("SIGNER", "SINCE", "UNTIL", "BY", "REASON"));
      bans.forEach(ban -> rows.add(row(ban)));
      VisitTable.print(rows, List.of("REASON", "SIGNER"), List.of("BY", "SINCE"), spec);
    }
    out.flush();
    var err = spec.commandLine().getErr();
    err.println(bans.isEmpty() ? "No signer is banned." : Messages.count(bans.size(), "ban") + ".");
    err.flush();
  }

  private static List<String> row(JsonNode ban) {
    return List.of(
        text(ban, "signer"),
        text(ban, "since"),
        or(text(ban, "until"), "lifted"),
        or(text(ban, "by"), "-"),
        or(text(ban, "reason"), "-"));
  }

  private static String or(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}

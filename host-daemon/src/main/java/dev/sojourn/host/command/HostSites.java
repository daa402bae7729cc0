package dev.sojourn.host.command;

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

/// `host sites`: lists the sites of a running daemon, and whether each is away.
@Command(
    name = "sites",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "List the sites of a running daemon: where their pages come from, and whether these can be"
          + " read now.",
      "",
      "A site is unreadable while its folder or its WARC files are away. Its agents are asked to"
          + " come back."
    },
    footer = {"", "Exit code 6 if a site is unreadable."})
final class HostSites implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    var items = new ArrayList<JsonNode>();
    var _ = daemon.ask(new ControlRequest.SiteList(), items::add);
    long away = items.stream().filter(site -> text(site, "state").equals("unreadable")).count();
    if (json.isGiven()) {
      items.forEach(site -> JsonOption.print(spec.commandLine().getOut(), site));
    } else {
      print(items, away);
    }
    return (away == 0 ? ExitCode.DONE : ExitCode.PARTIAL).code();
  }

  private void print(List<JsonNode> sites, long away) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("SITE", "STATE", "SOURCE", "REASON"));
    for (var site : sites) {
      var reason = text(site, "reason");
      rows.add(
          List.of(
              text(site, "site"),
              text(site, "state"),
              text(site, "source"),
              reason.isEmpty() ? "-" : reason));
    }
    VisitTable.print(rows, List.of("SOURCE", "REASON"), List.of("SOURCE"), spec);
    spec.commandLine().getOut().flush();
    var err = spec.commandLine().getErr();
    err.println(Messages.count(sites.size(), "site") + ", " + away + " unreadable.");
    err.flush();
  }
}

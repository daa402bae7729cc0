package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.crawl.local.follow.VisitsAtHosts;
import dev.sojourn.crawl.local.store.OutDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `visit ls`: lists the known agents at hosts.
@Command(
    name = "ls",
    aliases = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "List agents that are at hosts: those of the crawl in DIR. Without DIR, those that"
          + " 'agent send' sent with the key.",
      "",
      "Each line has the agent's address, its last known state, and its site. With --ask, each"
          + " host is asked for the state; if a host gives no answer, the line says so."
    },
    footer = {
      "",
      "Exit code 0 even if there are no agents, 2 if there is no crawl in the directory.",
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} visit ls example",
      "  ${ROOT-COMMAND-NAME} visit ls example --ask --json"
    })
public final class VisitList implements Callable<Integer> {
  private static final int MAX_REASON_CHARS = 200;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private RetryOptions retries = new RetryOptions();

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "The directory of a crawl.")
  private Optional<Path> directory = Optional.empty();

  @Option(names = "--ask", description = "Ask each host for the state of the visit.")
  private boolean isAsking;

  /// Creates the command, for picocli.
  public VisitList() {}

  /// A visit in the list, as `--json` prints it.
  ///
  /// @param agent its address
  /// @param site the site that it visits
  /// @param path the part of the site
  /// @param state a word of the crawl, or of the host if the host was asked
  /// @param reason the reason for the state, the wake condition, or the time of sending; may be
  ///   empty
  public record ListedVisit(String agent, String site, String path, String state, String reason) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var visits = new ArrayList<ListedVisit>();
    for (var visit : directory.isPresent() ? ofCrawl(directory.get()) : ofKey()) {
      visits.add(isAsking ? asked(visit) : visit);
    }
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, visits);
      return ExitCode.DONE.code();
    }
    for (var visit : visits) {
      var reason = visit.reason().isEmpty() ? "" : "  " + visit.reason();
      out.println(
          "%s  %s  %s%s%s"
              .formatted(visit.agent(), visit.state(), visit.site(), visit.path(), reason));
    }
    if (visits.isEmpty()) {
      spec.commandLine().getErr().println("No agents are known to be at hosts.");
    }
    out.flush();
    return ExitCode.DONE.code();
  }

  private List<ListedVisit> ofKey() {
    return SentAgents.beside(remote.key()).all().stream()
        .map(sent -> new ListedVisit(sent.uri(), sent.site(), "", "sent", sent.sent()))
        .toList();
  }

  private static List<ListedVisit> ofCrawl(Path directory) throws IOException {
    if (!OutDirectory.hasCrawl(directory)) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is no crawl in " + directory + "; name the output directory of a crawl.");
    }
    return VisitsAtHosts.of(directory).stream()
        .map(
            visit ->
                new ListedVisit(
                    visit.host() + "/#" + visit.agentId(),
                    visit.site(),
                    visit.path(),
                    visit.state(),
                    ""))
        .toList();
  }

  private ListedVisit asked(ListedVisit visit) throws IOException, InterruptedException {
    var agent = AgentUri.parse(visit.agent());
    var answer = remote.ask(agent.host(), retries.policy(), host -> host.status(agent.agentId()));
    return switch (answer) {
      case Answer.Given<VisitStatus>(var status, _) ->
          with(visit, status.state().word(), status.reason());
      case Answer.Refused<VisitStatus>(var problem, _) ->
          with(visit, problem.code(), problem.detail());
      case Answer.Unreachable<VisitStatus>(var reason, _) -> with(visit, "no answer", reason);
    };
  }

  /// The reason may come from the host, so it is shown as foreign text.
  private static ListedVisit with(ListedVisit visit, String state, String reason) {
    return new ListedVisit(
        visit.agent(),
        visit.site(),
        visit.path(),
        state,
        ForeignText.of(reason).line(MAX_REASON_CHARS));
  }
}

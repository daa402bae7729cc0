package dev.sojourn.dispatcher.cli.trial;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.CodePoints;
import dev.sojourn.dispatcher.cli.option.ParameterOptions;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.parameter.CombinationCheck;
import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.visit.trial.CombinationTrial;
import dev.sojourn.visit.trial.FolderVisit;
import dev.sojourn.visit.trial.NamedLimits;
import dev.sojourn.visit.trial.TrialResult;
import dev.sojourn.visit.trial.TrialStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent try`: runs an agent on a folder of pages, in the sandbox.
@Command(
    name = "try",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Run an agent on a folder of pages, in the sandbox in which hosts run it.",
      "",
      "AGENT is a package, a jar, a directory of classes, or the name of an agent that came with"
          + " this program. DIR is served as a site of its own, with the robots.txt in it. The"
          + " findings go to standard output, one JSON object a line; how it ended, and why and"
          + " where, to standard error. Signatures are not checked."
    },
    footer = {
      "",
      "Exit code 0 if the agent finished, 3 if it was not let in, 6 if a limit stopped it (what it"
          + " found until its last checkpoint is kept), 1 if it failed or was killed. With"
          + " --combine-with it is that of the combination: 6 if an agent is missing from it.",
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} agent try target/classes site --main org.example.Indexer \\",
      "    --limits cpu=2s,pages=100",
      "  ${ROOT-COMMAND-NAME} agent try changes site --until-parked --explain",
      "  ${ROOT-COMMAND-NAME} agent try target/classes site --message 'how far?'",
      "  ${ROOT-COMMAND-NAME} agent try duplicates site --combine-with other-site"
    })
public final class AgentTry implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(index = "0", paramLabel = "AGENT", description = "What to run.")
  private String agent = "";

  @Parameters(index = "1", paramLabel = "DIR", description = "The folder of pages.")
  private Path folder = Path.of("");

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description =
          "The class to begin with, or its name in the jar's manifest (default: the only one that"
              + " is an agent).")
  private Optional<String> entryClass = Optional.empty();

  @Option(
      names = "--start",
      paramLabel = "PATH",
      description =
          "A page to begin with, as /index.html; may be repeated (default: what the package names,"
              + " or /, or all HTML files where there is no index file).")
  private List<String> starts = new ArrayList<>();

  @Option(
      names = "--limits",
      split = ",",
      paramLabel = "NAME=VALUE",
      converter = TrialLimits.class,
      description = {
        "What the visit may spend, by the names that hosts give: wallClock, cpu (as 300ms, 2s),"
            + " allocatedBytes, pages, pageBytes, findings, findingBytes, outputBytes, referrals,"
            + " stateBytes (as 64MiB), logLines, checkpointEvery."
      })
  private List<Map.Entry<String, Long>> limits = new ArrayList<>();

  @Mixin private ParameterOptions parameters = new ParameterOptions();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "The product token, which picks the group of robots.txt (default: SojournBot).")
  private Optional<String> token = Optional.empty();

  @Option(
      names = "--until-parked",
      description = {
        "Each time the agent parks, tell what would wake it, and let it wake: by a change of a page"
            + " in DIR, or when its time has come. Ctrl-C ends the wait. Every visit has its"
            + " report."
      })
  private boolean untilParked;

  @Option(
      names = "--wakes",
      paramLabel = "N",
      description = "With --until-parked: end when it parks and woke so often (default: no end).")
  private Optional<Integer> wakes = Optional.empty();

  @Option(
      names = "--message",
      paramLabel = "TEXT",
      description = {
        "Say this to the agent, which answers at its next checkpoint; may be repeated. With"
            + " --until-parked each one wakes the agent once, where it parked until a message."
      })
  private List<String> messages = new ArrayList<>();

  @Option(
      names = "--combine-with",
      paramLabel = "DIR",
      description = {
        "Let another agent visit this folder, as a site of its own, and then combine the two as a"
            + " crawl does; may be repeated. Every visit has its report, and so has the"
            + " combination."
      })
  private List<Path> others = new ArrayList<>();

  @Option(
      names = "--explain",
      description =
          "Tell of each page why it was read, refused or not asked for, and what it cost.")
  private boolean explain;

  /// Creates the command, for picocli.
  public AgentTry() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireFolders();
    if (wakes.isPresent() && (!untilParked || wakes.get() < 0)) {
      throw new ParameterException(
          spec.commandLine(), "--wakes: (expected: 0 or more, and --until-parked beside it)");
    }
    requireShortMessages();
    var tried = TriedAgent.read(agent, entryClass);
    if (!others.isEmpty() && !CombinationCheck.combines(tried.jar(), tried.entryClass())) {
      throw new CommandException(
          ExitCode.USAGE,
          "%s cannot be combined; its class has to implement dev.sojourn.agent.combine.Combines."
              .formatted(tried.entryClass()));
    }
    var visit = visit(tried);
    var code =
        new VisitOrder.Code(
            Digest.of(Bytes.wrap(tried.jar())).hex(), tried.jar(), tried.entryClass());
    var start = TrialStart.of(tried.state());
    try (var sandbox =
        ProcessSandbox.open(
            SandboxSettings.defaults().withBounds(1, 1, 256).withUserStartCache())) {
      var last =
          untilParked
              ? reportAllVisits(sandbox, code, visit, start)
              : reportFirst(sandbox, code, visit, start.withMessages(messages));
      return (others.isEmpty() ? last.exit : combine(sandbox, code, visit, last.result)).code();
    }
  }

  private record ReportedVisit(TrialResult result, ExitCode exit) {}

  private ReportedVisit reportFirst(
      Sandbox sandbox, VisitOrder.Code code, FolderVisit visit, TrialStart start)
      throws IOException, InterruptedException {
    var result = visit.run(sandbox, code, start);
    return new ReportedVisit(result, announce(result, explain ? visit.objections() : Map.of()));
  }

  private ReportedVisit reportAllVisits(
      Sandbox sandbox, VisitOrder.Code code, FolderVisit visit, TrialStart start)
      throws IOException, InterruptedException {
    var unsaid = new ArrayDeque<>(messages);
    var last = reportFirst(sandbox, code, visit, start);
    var wait = new TrialWait(visit, spec.commandLine().getErr());
    for (int woken = 0; mayWake(last.result, woken); woken++) {
      var waker = wait.await(last.result, Optional.ofNullable(unsaid.peek()));
      if (waker.isEmpty()) {
        break;
      }
      var said = waker.get() == Waker.MESSAGE ? List.of(unsaid.remove()) : List.<String>of();
      var result = visit.run(sandbox, code, last.result.woken(waker.get()).withMessages(said));
      // Unchanged pages are not requested, and need no explanation.
      last = new ReportedVisit(result, announce(result, Map.of()));
    }
    if (!unsaid.isEmpty()) {
      wait.leave(unsaid.size());
    }
    return last;
  }

  private void requireShortMessages() {
    for (var message : messages) {
      if (CodePoints.exceed(message, MessageReply.MAX_CHARS)) {
        throw new ParameterException(
            spec.commandLine(),
            "--message: a text of %d characters (expected: at most %d)"
                .formatted(message.codePointCount(0, message.length()), MessageReply.MAX_CHARS));
      }
    }
  }

  private void requireFolders() {
    var all = new ArrayList<>(others);
    all.addFirst(folder);
    for (var one : all) {
      if (!Files.isDirectory(one)) {
        throw new CommandException(ExitCode.USAGE, "There is no folder " + one + ".");
      }
    }
  }

  /// Lets agents visit the other folders, and combines the agents that have a state afterwards.
  private ExitCode combine(
      Sandbox sandbox, VisitOrder.Code code, FolderVisit first, TrialResult firstResult)
      throws IOException, InterruptedException {
    var parts = new ArrayList<AgentPart>();
    var folders = new ArrayList<Path>();
    add(first, firstResult, parts, folders);
    for (var other : others) {
      var origin = FolderVisit.origin(others.indexOf(other) + 2);
      var scope = Scope.site(origin);
      var inputs =
          new VisitOrder.Inputs(
              first.inputs().productToken(),
              FolderVisit.usualStarts(other, origin),
              scope,
              1,
              first.inputs().parameters());
      var visit = new FolderVisit(other, scope, inputs, first.limits());
      var result = visit.run(sandbox, code, TrialStart.of(Optional.empty()));
      var _ = announce(result, explain ? visit.objections() : Map.of());
      add(visit, result, parts, folders);
    }
    var trial =
        new CombinationTrial(
            code, first.inputs().productToken(), first.inputs().parameters(), first.limits());
    var report = new CombinationReport(trial.run(sandbox, parts), folders);
    if (json.isGiven()) {
      JsonOption.print(spec.commandLine().getOut(), report.json());
    } else {
      report.print(spec.commandLine().getOut(), spec.commandLine().getErr());
    }
    return parts.size() <= others.size() && report.exitCode() == ExitCode.DONE
        ? ExitCode.PARTIAL
        : report.exitCode();
  }

  private static void add(
      FolderVisit visit, TrialResult result, List<AgentPart> parts, List<Path> folders) {
    result
        .visit()
        .state()
        .ifPresent(
            state -> {
              parts.add(new AgentPart(visit.scope(), state));
              folders.add(visit.folder());
            });
  }

  private boolean mayWake(TrialResult result, int woken) {
    return result.until().isPresent() && woken < wakes.orElse(Integer.MAX_VALUE);
  }

  private ExitCode announce(TrialResult result, Map<String, String> folderPages) {
    var report = TrialReport.of(result.visit(), limits(), result.kept());
    var said = new MessageReport(result.messages());
    var explanation = TrialExplanation.of(result.kept(), folderPages);
    if (json.isGiven()) {
      var object = report.json();
      object.put("messages", said.json());
      if (explain) {
        object.put("explained", explanation.json());
      }
      JsonOption.print(spec.commandLine().getOut(), object);
    } else {
      if (explain) {
        explanation.print(spec.commandLine().getErr());
      }
      report.print(spec.commandLine().getOut(), spec.commandLine().getErr());
      said.print(spec.commandLine().getErr());
    }
    return report.exitCode();
  }

  private FolderVisit visit(TriedAgent tried) throws IOException {
    var scope = scope(tried);
    var asked = token.or(() -> tried.passport().map(Passport::productToken)).orElse("SojournBot");
    var inputs = new VisitOrder.Inputs(asked, starts(tried, scope), scope, 1, noted(tried));
    return new FolderVisit(folder, scope, inputs, limits());
  }

  /// The given parameters, or else those in the passport of a package.
  private Map<String, String> noted(TriedAgent tried) {
    return parameters.isGiven() || tried.passport().isEmpty()
        ? parameters.check(tried.jar(), tried.entryClass())
        : tried.passport().orElseThrow().parameters();
  }

  private Scope scope(TriedAgent tried) {
    try {
      return tried.scope(FolderVisit.ORIGIN);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          ExitCode.FAILED, "The passport's scope is none: " + e.getMessage() + ".");
    }
  }

  private VisitLimits limits() {
    try {
      return NamedLimits.ofTrial(limits);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--limits: " + e.getMessage());
    }
  }

  private List<String> starts(TriedAgent tried, Scope scope) throws IOException {
    if (!starts.isEmpty()) {
      return starts.stream().map(path -> url(scope.origin(), path)).toList();
    }
    if (!tried.starts().isEmpty()) {
      return tried.starts();
    }
    return FolderVisit.usualStarts(folder, scope.origin());
  }

  private String url(String origin, String path) {
    return PageUrl.parse(path.startsWith("/") ? origin + path : path)
        .map(PageUrl::toString)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), "--start: " + path + " (expected: a path, as /a.html)"));
  }
}

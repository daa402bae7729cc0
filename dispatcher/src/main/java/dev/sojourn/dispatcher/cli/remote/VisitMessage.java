package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.CodePoints;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.dispatcher.cli.option.DurationConverter;
import dev.sojourn.dispatcher.cli.remote.MessageAttempt.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `visit message`: sends a message to an agent under way, and prints its answer.
@Command(
    name = "message",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Send a message to an agent under way, and print its answer; with --all, to all agents of a"
          + " crawl.",
      "",
      "The agent hears it at its next checkpoint. The command sends the message once and never"
          + " repeats it. The agent hears only its owner: the key that signed the agent also signs"
          + " the request.",
      "",
      "With --all the crawl may be under way or stopped. An agent that has not begun, or moves to"
          + " another host, and a host that does not answer, are tried again until --wait is over."
          + " What became of the message is said for each territory, a line each. Those that need"
          + " it no more are kept in DIR/message.jsonl, and --resume goes on with the others."
    },
    footer = {
      "",
      "Exit code 0 if the agent answered, 3 if there is no such agent of yours, it does not run or"
          + " takes no messages, 4 if no answer came in time, 5 if the host does not know the key."
          + " With --all: 0 if no agent is left that could still get the message and one answered,"
          + " or there are none, 3 if none answered, 6 if --resume may give it to more.",
      "",
      "With --all and --json it prints a list, an object for each territory: agent, site, path,"
          + " outcome (answered, takes no messages, waits for no message, gone, refused,"
          + " unanswered, at home, host away, moving, not running, host busy, not tried), answer"
          + " and reason. An answer is printed by the run that got it, and kept nowhere.",
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} visit message 'atp://agents.example:10434/#k3v9' 'how far?'",
      "  ${ROOT-COMMAND-NAME} visit message --all example 'how far?'",
      "  ${ROOT-COMMAND-NAME} visit message --all example --resume --wait 10m"
    })
public final class VisitMessage implements Callable<Integer> {
  private static final int MAX_CHARS = 16_000;

  /// An agent's answer has at most 64 KiB.
  private static final int MAX_ANSWER_BYTES = 100 * 1024;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Option(
      names = "--all",
      paramLabel = "DIR",
      description = "Send it to all agents of the crawl in this directory, in place of one AGENT.")
  private Optional<Path> all = Optional.empty();

  @Option(
      names = "--resume",
      description = "With --all: go on with the message that was sent last, without TEXT.")
  private boolean isResumed;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "With --all: how long agents are tried that are not ready, or whose hosts are away"
              + " (default: 1m). No attempt begins later.")
  private Duration wait = Duration.ofMinutes(1);

  /// Whether no agent was printed yet.
  private boolean isFirst = true;

  @Parameters(
      arity = "0..2",
      paramLabel = "[AGENT] TEXT",
      hideParamSyntax = true,
      description = "atp://HOST:PORT/#AGENT-ID, unless --all is given; at most 16,000 characters.")
  private List<String> words = List.of();

  /// Creates the command, for picocli.
  public VisitMessage() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    return all.isPresent() ? reportAll(all.get()) : reportOne();
  }

  private int reportOne() throws IOException, InterruptedException {
    if (words.size() != 2 || isResumed) {
      throw new ParameterException(
          spec.commandLine(), "Name the agent and the text, or a crawl with --all.");
    }
    var agent = AgentUri.parse(words.getFirst());
    var text = text();
    var answer =
        remote.ask(agent.host(), RetryPolicy.NEVER, host -> host.message(agent.agentId(), text));
    var said = said(answer, agent);
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("agent", agent.agentId());
      object.put("host", agent.host().toString());
      object.put("answer", said);
      JsonOption.print(out, object);
    } else {
      // The host can have written this text, so no control character may reach the terminal.
      said.lines().forEach(line -> out.println(ForeignText.of(line).line(MAX_CHARS)));
      out.flush();
    }
    return ExitCode.DONE.code();
  }

  /// A message may end the visit. Then the command reports the end of the visit.
  private String said(Answer<String> answer, AgentUri agent)
      throws IOException, InterruptedException {
    if (answer instanceof Answer.Refused<String>(var problem, _)
        && problem.code().equals("agent-not-running")) {
      var status =
          remote.ask(agent.host(), RetryPolicy.NEVER, host -> host.status(agent.agentId()));
      if (status instanceof Answer.Given<VisitStatus>(var now, _) && now.state().isFinal()) {
        throw Refusals.over(problem, now, agent);
      }
    }
    return Refusals.given(answer, agent, remote.key());
  }

  private String text() {
    var text = words.getLast();
    if (CodePoints.exceed(text, MAX_CHARS)) {
      throw new CommandException(
          ExitCode.USAGE,
          "The message has %d characters; it may have at most %d."
              .formatted(text.codePointCount(0, text.length()), MAX_CHARS));
    }
    return text;
  }

  private int reportAll(Path directory) throws IOException, InterruptedException {
    if (words.size() != (isResumed ? 0 : 1)) {
      throw new ParameterException(
          spec.commandLine(), "With --all DIR name the text alone, or --resume alone.");
    }
    if (!OutDirectory.hasCrawl(directory)) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is no crawl in " + directory + "; name the directory that --out named.");
    }
    try (var asking = remote.openForShortAnswers(MAX_ANSWER_BYTES)) {
      var journal =
          isResumed ? MessageJournal.resume(directory) : MessageJournal.begin(directory, text());
      var all =
          new MessageToAll(
              directory,
              agent -> MessageAttempt.make(asking, agent, journal.text()),
              journal,
              wait,
              InstantSource.system(),
              this::printAgent);
      return sum(json.isGiven() ? runAsList(all, journal) : all.run(), directory).code();
    }
  }

  /// Prints each result as it comes, so that no answer stays in memory. Ends the list after a
  /// failure too.
  private List<MessageResult> runAsList(MessageToAll all, MessageJournal journal)
      throws IOException, InterruptedException {
    var out = spec.commandLine().getOut();
    out.print("[");
    try {
      journal.noted().forEach(this::printAgent);
      return all.run();
    } finally {
      out.println("]");
      out.flush();
    }
  }

  private synchronized void printAgent(MessageResult agent) {
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      out.print(isFirst ? "" : ",");
      isFirst = false;
      JsonOption.print(out, agent);
    } else {
      out.println(
          "%s  %s  %s%s  %s"
              .formatted(
                  agent.agent(),
                  agent.outcome().word(),
                  agent.site(),
                  agent.path(),
                  ForeignText.of(agent.answer() + agent.reason()).line(MAX_CHARS)));
      out.flush();
    }
  }

  private ExitCode sum(List<MessageResult> noted, Path directory) {
    long answered = noted.stream().filter(a -> a.outcome() == Outcome.ANSWERED).count();
    boolean isOver = noted.stream().allMatch(agent -> agent.outcome().isForGood());
    var err = spec.commandLine().getErr();
    err.println(
        noted.isEmpty()
            ? "No agents are under way, as far as is known here."
            : "%d of %s answered%s"
                .formatted(
                    answered,
                    Messages.count(noted.size(), "agent"),
                    isOver
                        ? "."
                        : "; try the others again with: sojourn visit message --all %s --resume"
                            .formatted(Messages.typed(directory))));
    err.flush();
    if (!isOver) {
      return ExitCode.PARTIAL;
    }
    return answered == 0 && !noted.isEmpty() ? ExitCode.REFUSED : ExitCode.DONE;
  }
}

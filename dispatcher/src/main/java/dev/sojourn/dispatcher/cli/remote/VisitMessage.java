package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.CodePoints;
import dev.sojourn.base.text.Plain;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `visit message`: a word to an agent that is under way, and its answer.
@Command(
    name = "message",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Send a message to an agent under way, and print its answer.",
      "",
      "The agent hears it at its next checkpoint. The command sends the message once and never"
          + " repeats it. The agent hears only its owner: the key that signed the agent also signs"
          + " the request."
    },
    footer = {
      "",
      "Exit code 0 if the agent answered, 3 if there is no such agent of yours, it does not run or"
          + " takes no messages, 4 if no answer came in time, 5 if the host does not know the key.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} visit message 'atp://agents.example:10434/#k3v9' 'how far?'"
    })
public final class VisitMessage implements Callable<Integer> {
  private static final int MAX_CHARS = 16_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Parameters(index = "0", paramLabel = "AGENT", description = "atp://HOST:PORT/#AGENT-ID")
  private String uri = "";

  @Parameters(index = "1", paramLabel = "TEXT", description = "At most 16,000 characters.")
  private String text = "";

  /// Creates the command; picocli does.
  public VisitMessage() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var agent = AgentUri.parse(uri);
    if (CodePoints.exceed(text, MAX_CHARS)) {
      throw new CommandException(
          ExitCode.USAGE,
          "The message has %d characters; it may have at most %d."
              .formatted(text.codePointCount(0, text.length()), MAX_CHARS));
    }
    var answer =
        remote.ask(agent.host(), RetryPolicy.NEVER, host -> host.message(agent.agentId(), text));
    var said = Refusals.given(answer, agent, remote.key());
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("agent", agent.agentId());
      object.put("host", agent.host().toString());
      object.put("answer", said);
      JsonOption.print(out, object);
    } else {
      // The host can have written this: nothing in it may steer the terminal.
      said.lines().forEach(line -> out.println(Plain.line(line, MAX_CHARS)));
      out.flush();
    }
    return ExitCode.DONE.code();
  }
}

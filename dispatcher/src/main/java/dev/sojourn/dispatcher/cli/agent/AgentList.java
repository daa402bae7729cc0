package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.ListedAgent;
import dev.sojourn.sandbox.parameter.DeclaredParameter;
import dev.sojourn.sandbox.parameter.ParameterType;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent list`: lists the known agents and their parameters.
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "List agents: one sentence about each, and the parameters that it takes by --with.",
      "",
      "Without JAR it lists the agents that came with this program. Nothing is run."
    },
    footer = {
      "",
      "With --json it prints one object a line for each agent: agent, class, file, description,"
          + " combines (whether the agents of a crawl are combined at home) and parameters. Each"
          + " parameter has name, type, required, default, choices and description.",
      "",
      "Exit code 0, or 1 if the file has no agent or cannot be read.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent list target/titles-1.0.jar"
    })
final class AgentList implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "JAR",
      description = "A jar or a directory of classes (default: what came with this program).")
  private Optional<Path> file = Optional.empty();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    for (var agent : agents()) {
      if (json.isGiven()) {
        JsonOption.print(out, object(agent));
      } else {
        print(agent, out);
      }
    }
    out.flush();
    return ExitCode.DONE.code();
  }

  private List<ListedAgent> agents() {
    var catalog = AgentCatalog.ofThisProgram();
    try {
      var agents = file.isPresent() ? catalog.listed(file.get()) : catalog.listed();
      if (agents.isEmpty()) {
        throw new CommandException(
            ExitCode.FAILED, "No agents came with this program; name a jar.");
      }
      if (file.isPresent()) {
        var err = spec.commandLine().getErr();
        catalog.unlisted(file.get()).forEach(fault -> err.println("Not listed: " + fault));
      }
      return agents;
    } catch (AgentCatalog.UnreadableException e) {
      throw new CommandException(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }
  }

  private static void print(ListedAgent agent, PrintWriter out) {
    var description = agent.parameters().description();
    out.println(
        agent.name().orElse(agent.entryClass())
            + (description.isEmpty() ? "" : "  " + description));
    if (agent.name().isPresent()) {
      out.println("  class " + agent.entryClass());
    }
    if (agent.isCombined()) {
      out.println("  combines what the agents of a crawl found");
    }
    if (agent.isPartitionable()) {
      out.println("  several may read one territory at once (crawl --visits)");
    }
    for (var parameter : agent.parameters().declared()) {
      var words = new ArrayList<String>();
      if (!parameter.description().isEmpty()) {
        words.add(sentence(parameter.description()));
      }
      words.add("It is " + parameter.type().described() + ".");
      words.add(
          parameter
              .defaultValue()
              .map(value -> "Default: " + parameter.type().written(value) + ".")
              .orElse(parameter.isOptional() ? "It may be left out." : "It must be given."));
      out.println("  --with " + parameter.name() + "=…  " + String.join(" ", words));
    }
  }

  /// Adds a missing full stop, since authors often leave it out after a single sentence.
  private static String sentence(String description) {
    int last = description.codePointBefore(description.length());
    return Character.isLetterOrDigit(last) || Character.getType(last) == Character.END_PUNCTUATION
        ? description + "."
        : description;
  }

  private static Map<String, Object> object(ListedAgent agent) {
    var object = new LinkedHashMap<String, Object>();
    object.put("agent", agent.name().orElse(null));
    object.put("class", agent.entryClass());
    object.put("file", agent.file().toString());
    object.put("description", agent.parameters().description());
    object.put("combines", agent.isCombined());
    object.put("partitionable", agent.isPartitionable());
    object.put(
        "parameters", agent.parameters().declared().stream().map(AgentList::object).toList());
    return object;
  }

  private static Map<String, Object> object(DeclaredParameter parameter) {
    var object = new LinkedHashMap<String, Object>();
    object.put("name", parameter.name());
    object.put("type", parameter.type().word());
    object.put("required", parameter.isRequired());
    object.put("default", parameter.defaultValue().map(parameter.type()::written).orElse(null));
    object.put(
        "choices",
        parameter.type() instanceof ParameterType.ChoiceType choice
            ? choice.constants().stream().map(choice::written).toList()
            : null);
    object.put("description", parameter.description());
    return object;
  }
}

package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.Suggestion;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.DeclaredParameter;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// The options for the parameters of an agent, as a picocli mixin.
public final class ParameterOptions {
  @Option(
      names = "--with",
      paramLabel = "KEY=VALUE",
      description = {
        "Tell the agent something; may be repeated. 'agent list' shows what an agent takes. Each"
            + " value is checked against the agent's own record."
      })
  private List<String> given = new ArrayList<>();

  /// Creates the mixin, for picocli.
  public ParameterOptions() {}

  /// {@return whether a parameter was given}
  public boolean isGiven() {
    return !given.isEmpty();
  }

  /// {@return the code with the parameters of its agent}
  ///
  /// @param code the code
  /// @throws CommandException if a parameter is unknown, missing, or of another type
  public AgentCode of(AgentCode code) {
    return new AgentCode(
        code.entryClass(), code.jar(), check(code.jar().toArray(), code.entryClass()));
  }

  /// {@return the values in canonical form, with the defaults}
  ///
  /// @param jar the code
  /// @param entryClass the agent's class
  /// @throws CommandException if a parameter is unknown, missing, or of another type
  public Map<String, String> check(byte[] jar, String entryClass) {
    var texts = texts();
    try {
      var parameters = AgentParameters.ofJar(jar, entryClass);
      try {
        return parameters.check(texts);
      } catch (UnfitParameterException e) {
        var known = parameters.declared().stream().map(DeclaredParameter::name).toList();
        var near =
            texts.keySet().stream()
                .filter(name -> !known.contains(name))
                .map(name -> Suggestion.suffix(name, known))
                .filter(suffix -> !suffix.isEmpty())
                .findFirst()
                .orElse("");
        throw unfit(e, near);
      }
    } catch (UnfitParameterException e) {
      if (given.isEmpty()) {
        // Code that cannot be read gets no parameters. The sandbox reports its faults.
        return Map.of();
      }
      throw unfit(e, "");
    }
  }

  private static CommandException unfit(UnfitParameterException e, String near) {
    return new CommandException(
        ExitCode.USAGE,
        Stream.concat(
                (e.getMessage() + near).lines(),
                Stream.of("Give each as --with KEY=VALUE; 'agent list' shows what an agent takes."))
            .toList());
  }

  private Map<String, String> texts() {
    var texts = new LinkedHashMap<String, String>();
    for (var text : given) {
      int equals = text.indexOf('=');
      if (equals <= 0) {
        throw new CommandException(
            ExitCode.USAGE, "--with: " + Messages.typed(text) + " (expected: KEY=VALUE)");
      }
      var key = text.substring(0, equals);
      if (texts.putIfAbsent(key, text.substring(equals + 1)) != null) {
        throw new CommandException(
            ExitCode.USAGE, "--with: " + Messages.typed(key) + " twice (expected: each key once)");
      }
    }
    return texts;
  }
}

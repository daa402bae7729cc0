package dev.sojourn.lab.experiment;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.Suggestion;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.cli.option.ParameterOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;

/// The check of `crawl.agent`. It finds the agent and reads its parameters in the same way as
/// `sojourn crawl`. Not thread-safe.
final class AgentCheck {
  private static final Pattern FAULT =
      Pattern.compile("(.*?):? \\(expected: (.*?)\\)( \\(did you mean .*\\))?");

  private final AgentCatalog catalog;
  private final Map<List<String>, List<Mistake>> known = new HashMap<>();

  /// Prepares the check.
  ///
  /// @param catalog the agents that crawls will find; if it is empty, nothing is checked
  AgentCheck(AgentCatalog catalog) {
    this.catalog = catalog;
  }

  /// A mistake.
  ///
  /// @param found the wrong text
  /// @param expected the expected text
  record Mistake(String found, String expected) {
    private static final Pattern PARAMETER =
        Pattern.compile("parameter ([^ :]+).*", Pattern.DOTALL);

    /// {@return the parameter of the mistake; empty if the mistake is not about a parameter}
    String parameter() {
      var matcher = PARAMETER.matcher(found);
      return matcher.matches() ? matcher.group(1) : "";
    }
  }

  /// {@return the mistakes in a text}
  ///
  /// @param words the name of an agent, and its parameters as `key=value`
  List<Mistake> mistakes(List<String> words) {
    return known.computeIfAbsent(words, this::find);
  }

  private List<Mistake> find(List<String> words) {
    var names = catalog.names();
    if (names.isEmpty()) {
      return List.of();
    }
    var name = words.getFirst();
    if (name.isEmpty()) {
      return List.of(
          new Mistake("no name", "an agent of this program: " + String.join(", ", names)));
    }
    // Each run has its own folder, so a relative path would not be found there.
    if (!names.contains(name) && !name.startsWith("/")) {
      return List.of(
          new Mistake(
              "\"" + name + "\"" + Suggestion.suffix(name, names),
              "an agent of this program: " + String.join(", ", names)));
    }
    return switch (catalog.find(name)) {
      case AgentReading.Unusable(var sentence, _) ->
          List.of(new Mistake("\"" + name + "\"", "an agent that can be sent. " + sentence));
      case AgentReading.Read(var code) -> {
        try {
          var given = words.stream().skip(1).flatMap(word -> List.of("--with", word).stream());
          var _ =
              CommandLine.populateCommand(new ParameterOptions(), given.toArray(String[]::new))
                  .of(code);
          yield List.of();
        } catch (CommandException e) {
          yield mistakes(String.join(" ", words), e.sentence());
        } catch (CommandLine.ParameterException e) {
          yield List.of(
              new Mistake(
                  "\"" + String.join(" ", words) + "\"", "an agent, and parameters as key=value"));
        }
      }
    };
  }

  private static List<Mistake> mistakes(String agent, String sentence) {
    var noted = sentence.lines().flatMap(line -> mistake(line).stream()).toList();
    return noted.isEmpty()
        ? List.of(new Mistake("\"" + agent + "\"", "one that the agent accepts. " + sentence))
        : noted;
  }

  /// Reads the mistake in a line; none if the line only suggests a next step.
  private static List<Mistake> mistake(String line) {
    var matcher = FAULT.matcher(line);
    if (!matcher.matches()) {
      return List.of();
    }
    var near = matcher.group(3) == null ? "" : matcher.group(3);
    return List.of(new Mistake(matcher.group(1) + near, matcher.group(2)));
  }
}

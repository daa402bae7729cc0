package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.cli.CommandRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// The help of each command, in this process; `LauncherIT` starts the program itself.
final class CommandHelpTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"demo", "crawl", "plan", "search", "key", "agent", "robots", "host", "lab"})
  void everyCommandHasHelp(String command) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        CommandRun.commandLine(Main.class, "sojourn", command, "--help")
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(command, "--help");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).contains("sojourn " + command);
    assertThat(err.toString()).isEmpty();
  }

  /// A script that misspells a command must not go on as if it had run.
  @ParameterizedTest
  @MethodSource("everyGroupOfCommands")
  void anUnknownCommandWithHelpBehindItIsWrongEverywhere(String group) {
    var out = new StringWriter();
    var err = new StringWriter();
    var words = new ArrayList<>(List.of(group.split(" ")));
    words.removeIf(String::isEmpty);
    words.addAll(List.of("frobnicate", "--help"));
    int exitCode =
        CommandRun.commandLine(Main.class, "sojourn", words.toArray(String[]::new))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words.toArray(String[]::new));

    assertThat(exitCode).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("sojourn: There is no command 'frobnicate'; there are ")
        .endsWith("Try '" + ("sojourn " + group).strip() + " --help'.\n");
  }

  /// Words that name a command read its definition alone.
  @ParameterizedTest
  @MethodSource("everyCommand")
  void eachCommandAloneIsAsAmongAllOthers(String command) {
    var words = command.split(" ");
    var alone = CommandRun.commandLine(Main.class, "sojourn", words);
    var among = Main.line();
    for (var word : words) {
      assertThat(new HashSet<>(alone.getSubcommands().values())).as(word).hasSize(1);
      alone = alone.getSubcommands().get(word);
      among = among.getSubcommands().get(word);
    }

    assertThat(alone.getUsageMessage()).isEqualTo(among.getUsageMessage());
    assertThat(alone.getSubcommands()).containsOnlyKeys(among.getSubcommands().keySet());
  }

  static Stream<String> everyCommand() {
    return commands(Main.line(), "");
  }

  /// The names of all commands that do something, without aliases.
  private static Stream<String> commands(CommandLine line, String name) {
    if (line.getSubcommands().isEmpty() || line.getCommand() instanceof Callable) {
      return Stream.of(name);
    }
    return line.getSubcommands().values().stream()
        .distinct()
        .filter(sub -> !sub.getCommandSpec().helpCommand())
        .flatMap(sub -> commands(sub, (name + " " + sub.getCommandName()).strip()));
  }

  static Stream<String> everyGroupOfCommands() {
    return groups(Main.line(), "");
  }

  private static Stream<String> groups(CommandLine line, String name) {
    // A command that runs by itself takes words; its subcommands are forms, as crawl --resume.
    if (line.getSubcommands().isEmpty() || line.getCommand() instanceof Callable) {
      return Stream.empty();
    }
    return Stream.concat(
        Stream.of(name),
        line.getSubcommands().entrySet().stream()
            .flatMap(sub -> groups(sub.getValue(), (name + " " + sub.getKey()).strip())));
  }
}

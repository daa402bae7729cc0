package dev.sojourn.base.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

class CommandRunTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Command(
      name = "top",
      subcommands = {Work.class, HelpCommand.class, Kept.class, Shown.class},
      mixinStandardHelpOptions = true)
  static final class Top {}

  @Command(name = "work", mixinStandardHelpOptions = true, description = "Does the work.")
  static final class Work implements Runnable {
    @Option(names = "--config", required = true, paramLabel = "FILE", description = "A file.")
    private String config = "";

    @Override
    public void run() {
      var failure = FAILURES.get(config);
      if (failure != null) {
        throw failure.get();
      }
    }
  }

  @Command(name = "kept", hidden = true)
  static final class Kept implements Runnable {
    @Override
    public void run() {}
  }

  /// Prints what a stranger wrote, in each way that there is.
  @Command(name = "shown", hidden = true)
  static final class Shown implements Runnable {
    private static final String ATTACK = "a\nb\u001b[2J\u009b\u202e\rc";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      var out = spec.commandLine().getOut();
      out.println(ATTACK);
      out.println((Object) ATTACK);
      out.printf("%s%n", ATTACK);
      out.printf(Locale.ROOT, "%d %s%n", 1_000, List.of(ATTACK));
      out.append(ATTACK.substring(3)).append('\u202e').println();
      out.write("\u001b[2J".toCharArray());
      out.write('\u001b');
      out.println(ATTACK.toCharArray());
      throw new CommandException(ExitCode.FAILED, "It says " + ATTACK + ".");
    }
  }

  private static final Map<String, Supplier<RuntimeException>> FAILURES =
      Map.of(
          "refused", () -> new CommandException(ExitCode.REFUSED, "The host h refuses it."),
          "io", () -> new UncheckedIOException(new IOException("connection reset")),
          "missing", () -> new UncheckedIOException(new NoSuchFileException("/no/such")),
          "denied", () -> new UncheckedIOException(new AccessDeniedException("/root/x")),
          "bug", () -> new IllegalStateException("impossible"));

  @Test
  void anUnknownCommandGetsASuggestionAndExitCode2() {
    assertThat(run("wrok")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            "sojourn: There is no command 'wrok' (did you mean 'work'?).\nTry 'sojourn --help'.\n");
  }

  @Test
  void anUnknownOptionGetsASuggestionAndExitCode2() {
    assertThat(run("work", "--confg=x", "--config=y")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("sojourn: There is no option '--confg' (did you mean '--config'?).");
  }

  /// Picocli itself takes such a line for a wish for help.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wrok --help | There is no command 'wrok' (did you mean 'work'?).",
        "--help wrok | There is no command 'wrok' (did you mean 'work'?).",
        "wrok --version | There is no command 'wrok' (did you mean 'work'?).",
        "wrok work --help | There is no command 'wrok' (did you mean 'work'?).",
        "frobnicate --help | There is no command 'frobnicate'; there are work, help.",
        "help wrok | There is no command 'wrok' (did you mean 'work'?).",
        "help work more | There is one word too many: 'more'.",
        "help work --hlp | There is no option '--hlp' (did you mean '--help'?).",
        "work more --help | There is one word too many: 'more'.",
        "work --help --confg | There is no option '--confg' (did you mean '--config'?).",
        "--hlep --help | There is no option '--hlep' (did you mean '--help'?).",
        "-x --help | There is no option '-x'",
      })
  void anUnknownWordIsWrongWhateverStandsBesideIt(String words, String sentence) {
    assertThat(run(words.split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith("sojourn: " + sentence);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theHelpOfACommandIsFoundByItsWords() {
    assertThat(run("help", "work")).isZero();
    assertThat(out.toString()).startsWith("Usage: sojourn work");
    assertThat(run("help")).isZero();
    assertThat(out.toString()).contains("Usage: sojourn [");
    assertThat(err.toString()).isEmpty();
  }

  @Command(name = "count")
  static final class Count implements Runnable {
    @Option(names = "-n")
    private long number;

    @Parameters(arity = "1..*")
    private List<String> words = List.of();

    @Override
    public void run() {
      assertThat(words).hasSize((int) number);
    }
  }

  private int count(String... args) {
    return CommandRun.commandLine(new Count(), "count")
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Test
  void aWordThatBeginsWithAHyphenIsTakenAfterTwoOfThem() {
    assertThat(count("-n2", "--", "a", "-b")).isZero();
    assertThat(count("-n1", "-only")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(
            "count: There is no option '-only'; if it is no option, put -- before the first word"
                + " that begins with a hyphen.");
  }

  @Test
  void aMissingWordAndANumberThatIsNoneAreNamed() {
    assertThat(count("-n2")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required parameter").doesNotContain("no option");
    assertThat(count("-n", "two", "a")).isEqualTo(2);
    assertThat(err.toString()).contains("'two' is not a whole number.");
  }

  @Test
  void aMissingOptionIsNamedWithExitCode2() {
    assertThat(run("work")).isEqualTo(2);
    assertThat(err.toString()).contains("--config").contains("Try 'sojourn work --help'.");
  }

  @Test
  void aWordTooManyIsNamed() {
    assertThat(run("work", "--config=x", "more")).isEqualTo(2);
    assertThat(err.toString()).startsWith("sojourn: There is one word too many: 'more'.");
  }

  @Test
  void aCommandWithoutItsSubcommandShowsWhichThereAre() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("work").contains("Does the work.");
  }

  @Test
  void helpGoesToStandardOutput() {
    assertThat(run("work", "--help")).isZero();
    assertThat(out.toString()).contains("Usage: sojourn work").contains("--config=FILE");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anEndOfACommandIsItsSentenceAndItsExitCode() {
    assertThat(run("work", "--config=refused")).isEqualTo(3);
    assertThat(err.toString()).isEqualToNormalizingNewlines("sojourn: The host h refuses it.\n");
  }

  @Test
  void failuresOfFilesAreSentencesThatNameThem() {
    assertThat(run("work", "--config=missing")).isEqualTo(1);
    assertThat(run("work", "--config=denied")).isEqualTo(1);
    assertThat(run("work", "--config=io")).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            """
            sojourn: There is no file /no/such.
            sojourn: There is no permission for /root/x.
            sojourn: It failed: connection reset.
            """);
  }

  @Test
  void aFaultOfTheProgramShowsNoStackTrace() {
    assertThat(run("work", "--config=bug")).isEqualTo(1);
    assertThat(err.toString()).contains("please report it").doesNotContain("\tat ");
  }

  @Test
  void jsonIsOneLine() {
    var text = new StringWriter();
    JsonOption.print(new PrintWriter(text), Map.of("pages", 3));
    assertThat(text.toString()).isEqualToNormalizingNewlines("{\"pages\":3}\n");
  }

  private int run(String... args) {
    return CommandRun.commandLine(new Top(), "sojourn")
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .execute(args);
  }

  @Test
  void noTextOfAStrangerForgesALineOfACommandOrSteersItsTerminal() {
    assertThat(run("shown")).isEqualTo(1);
    var line = "a b\ufffd[2J\ufffd\ufffd c";
    assertThat(out.toString().lines())
        .containsExactly(
            line,
            line,
            line,
            "1000 [" + line + "]",
            "\ufffd[2J\ufffd\ufffd\ufffdc\ufffd",
            "\ufffd[2J\ufffda",
            "b\ufffd[2J\ufffd\ufffd\ufffdc");
    assertThat(err.toString()).isEqualToIgnoringNewLines("sojourn: It says " + line + ".");
  }
}

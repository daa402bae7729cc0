package dev.sojourn.base.cli;

import dev.sojourn.base.text.Messages;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/// The common set-up of the picocli commands of all programs. An unknown word gets a suggestion and
/// exit code 2. A failure prints one sentence without a stack trace. A command that needs a
/// subcommand lists its subcommands.
public final class CommandRun {
  private CommandRun() {}

  /// A group between the program and the named command, without any other subcommands.
  @Command(mixinStandardHelpOptions = true, versionProvider = ProgramVersion.class)
  private static final class Group {}

  /// Runs a command line on the streams of this process.
  ///
  /// @param command an object annotated as picocli's `@Command`
  /// @param name of the program, such as `sojourn`
  /// @param args the words after the name
  /// @return the exit code of the process
  public static int run(Object command, String name, String... args) {
    return commandLine(command, name).execute(args);
  }

  /// Makes the command line that [#run] executes, for a caller that sets other streams or adds
  /// subcommands. Objects that are added later get the same set-up.
  ///
  /// @param command an object annotated as picocli's `@Command`
  /// @param name of the program
  /// @return the command line, ready to be executed
  public static CommandLine commandLine(Object command, String name) {
    return setUp(new CommandLine(command), name);
  }

  /// Makes only the part of a program's command line that the words need. For words that name a
  /// command, it reads only the definition of this command, since reading all definitions takes
  /// longer than a short command. For other words, such as a misspelt command or `--help`, it makes
  /// the whole tree.
  ///
  /// @param program a class annotated as picocli's `@Command`, with the classes of its subcommands
  /// @param name of the program
  /// @param words the words after the name
  /// @return the command line, to be executed with these words
  public static CommandLine commandLine(Class<?> program, String name, String... words) {
    boolean asksVersion = List.of(words).equals(List.of("--version"));
    var spec = asksVersion ? CommandSpec.forAnnotatedObject(new Group()) : named(program, words, 0);
    return setUp(new CommandLine(spec), name);
  }

  private static CommandSpec named(Class<?> type, String[] words, int index) {
    var next = index < words.length ? subcommand(type, words[index]) : Optional.<Class<?>>empty();
    if (next.isEmpty()) {
      return CommandSpec.forAnnotatedObject(type);
    }
    return CommandSpec.forAnnotatedObject(new Group())
        .name(type.getAnnotation(Command.class).name())
        .addSubcommand(words[index], named(next.get(), words, index + 1));
  }

  /// The subcommand with a name. Empty for `help`, which needs the whole tree, and for an
  /// executable `type`, since it has its own options.
  private static Optional<Class<?>> subcommand(Class<?> type, String name) {
    if (Runnable.class.isAssignableFrom(type) || Callable.class.isAssignableFrom(type)) {
      return Optional.empty();
    }
    for (var next : type.getAnnotation(Command.class).subcommands()) {
      var command = next.getAnnotation(Command.class);
      if (command.name().equals(name) && !command.helpCommand()) {
        return Optional.of(next);
      }
    }
    return Optional.empty();
  }

  private static CommandLine setUp(CommandLine all, String name) {
    return all.setCommandName(name)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(30)
        .setExecutionStrategy(CommandRun::execute)
        .setParameterExceptionHandler(CommandRun::wrongWords)
        .setExecutionExceptionHandler((e, line, _) -> failed(e, line))
        .setExitCodeExceptionMapper(e -> exitCode(e).code());
  }

  /// Runs the command that the words name. With `--help` or `--version`, picocli accepts any word:
  /// a misspelt command would print the help of its parent, which a script would take for success.
  private static int execute(ParseResult words) {
    for (var part = words; ; part = part.subcommand()) {
      if (!part.unmatched().isEmpty()) {
        throw new UnmatchedArgumentException(part.commandSpec().commandLine(), part.unmatched());
      }
      if (!part.hasSubcommand()) {
        var help = CommandLine.executeHelpRequest(words);
        if (help != null) {
          return help;
        }
        var line = words.commandSpec().commandLine();
        line.setOut(TerminalWriter.of(line.getOut())).setErr(TerminalWriter.of(line.getErr()));
        return new RunLast().execute(words);
      }
    }
  }

  private static int wrongWords(ParameterException e, String[] args) {
    var line = e.getCommandLine();
    var err = line.getErr();
    if (!(e instanceof UnmatchedArgumentException) && needsSubcommand(line)) {
      line.usage(TerminalWriter.styled(err));
      return ExitCode.USAGE.code();
    }
    var sentence = TerminalWriter.oneLine(usageSentence(e, List.of(args)));
    TerminalWriter.styled(err)
        .println(line.getColorScheme().errorText(program(line) + ": " + sentence));
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.USAGE.code();
  }

  /// Whether the command cannot be executed itself, so that it lists its subcommands.
  private static boolean needsSubcommand(CommandLine line) {
    var command = line.getCommandSpec().userObject();
    return !(command instanceof Runnable)
        && !(command instanceof Callable<?>)
        && !line.getSubcommands().isEmpty();
  }

  private static String usageSentence(ParameterException e, List<String> args) {
    var spec = e.getCommandLine().getCommandSpec();
    if (e instanceof MissingParameterException) {
      // A word that looks like an option is not taken as a parameter. The message should name it.
      var options = args.contains("--") ? args.subList(0, args.indexOf("--")) : args;
      var stray =
          options.stream()
              .filter(word -> word.length() > 1 && word.startsWith("-"))
              .map(CommandRun::optionName)
              .filter(name -> !isOption(name, spec))
              .findFirst();
      if (stray.isPresent() && !spec.positionalParameters().isEmpty()) {
        return noOption(stray.get(), spec);
      }
    }
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      var message =
          String.valueOf(e.getMessage())
              .replaceFirst("is not an? (int|long)$", "is not a whole number");
      return message.endsWith(".") ? message : message + ".";
    }
    var word = unmatched.getUnmatched().getFirst();
    if (word.startsWith("-")) {
      return noOption(optionName(word), spec);
    }
    if (spec.subcommands().isEmpty()) {
      return "There is one word too many: '" + word + "'.";
    }
    var meant = Suggestion.suffix(word, spec.subcommands().keySet());
    return "There is no command '"
        + word
        + "'"
        + (meant.isEmpty() ? "; there are " + String.join(", ", commands(spec)) : meant)
        + ".";
  }

  private static List<String> commands(CommandSpec spec) {
    return spec.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden())
        .map(CommandSpec::name)
        .distinct()
        .toList();
  }

  /// An option with one hyphen may have its value attached, such as `-n3`.
  private static boolean isOption(String name, CommandSpec spec) {
    return spec.findOption(name) != null
        || (!name.startsWith("--") && spec.findOption(name.substring(0, 2)) != null);
  }

  private static String optionName(String word) {
    return word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
  }

  /// A form is a subcommand that is written as an option, such as `--resume`.
  private static boolean isForm(CommandSpec spec) {
    return spec.name().startsWith("-");
  }

  /// Another form of the same command that has this option, if any.
  private static Optional<CommandSpec> otherForm(String name, CommandSpec spec) {
    var whole = isForm(spec) ? spec.parent() : spec;
    return Stream.concat(
            Stream.of(whole),
            whole.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(CommandRun::isForm))
        .filter(form -> form.findOption(name) != null)
        .findFirst();
  }

  private static String noOption(String name, CommandSpec spec) {
    var other = otherForm(name, spec);
    if (other.isPresent()) {
      return "There is no option '%s' of '%s'; '%s' takes it."
          .formatted(name, spec.qualifiedName(), other.get().qualifiedName());
    }
    var meant = Suggestion.suffix(name, options(spec));
    boolean mayBeAWord = meant.isEmpty() && !spec.positionalParameters().isEmpty();
    return "There is no option '"
        + name
        + "'"
        + meant
        + (mayBeAWord
            ? "; if it is no option, put -- before the first word that begins with a hyphen."
            : ".");
  }

  private static List<String> options(CommandSpec spec) {
    var names = new ArrayList<String>();
    for (var option : spec.options()) {
      if (!option.hidden()) {
        names.addAll(List.of(option.names()));
      }
    }
    spec.subcommands().keySet().stream().filter(form -> form.startsWith("-")).forEach(names::add);
    return names;
  }

  private static int failed(Exception e, CommandLine line) {
    if (e instanceof ParameterException wrong) {
      return wrongWords(wrong, new String[0]);
    }
    PrintWriter err = line.getErr();
    line.getOut().flush();
    TerminalWriter.styled(err)
        .println(line.getColorScheme().errorText(program(line) + ": " + sentence(e)));
    err.flush();
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return exitCode(e).code();
  }

  private static ExitCode exitCode(Throwable e) {
    return e instanceof CommandException end ? end.exitCode() : ExitCode.FAILED;
  }

  private static String sentence(Exception e) {
    return switch (e) {
      case CommandException end -> end.sentence();
      case UncheckedIOException wrapped when wrapped.getCause() != null ->
          sentence(wrapped.getCause());
      case IOException io -> sentence(io);
      case InterruptedException _ -> "It was interrupted.";
      default -> {
        // The log is started only here, since starting it takes longer than most commands.
        System.getLogger(CommandRun.class.getName())
            .log(System.Logger.Level.ERROR, "A command failed by a fault of this program", e);
        yield "This is a fault of the program, please report it: "
            + TerminalWriter.oneLine(e.toString())
            + ".";
      }
    };
  }

  /// {@return one sentence for a failure of a file or socket}
  ///
  /// @param e the exception of the JDK
  public static String sentence(IOException e) {
    var clause = TerminalWriter.oneLine(Messages.clause(e));
    if (!(e instanceof FileSystemException)) {
      return "It failed: " + clause + ".";
    }
    // Any other clause begins with the name of a file, which must not change.
    return (clause.startsWith("there ") ? "T" + clause.substring(1) : clause) + ".";
  }

  private static String program(CommandLine line) {
    return line.getCommandSpec().root().name();
  }
}

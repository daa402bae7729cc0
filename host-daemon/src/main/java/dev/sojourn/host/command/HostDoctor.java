package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.cli.TerminalWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.daemon.HostDaemon;
import dev.sojourn.host.doctor.Corpus;
import dev.sojourn.host.doctor.Doctor;
import dev.sojourn.host.doctor.DoctorReport;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.SandboxWalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host doctor`: runs the corpus of attacks on this machine.
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Prove the sandbox on this machine: try every attack that came with this program, in workers"
          + " as the daemon would start them.",
      "",
      "It reports what it tried, what each wall holds here and what is missing, and each attack"
          + " with a wrong end. Decoys (files, sockets, processes, secrets) show whether an attack"
          + " got out. The visits have small limits of their own, so that limits run out soon."
    },
    footer = {
      "",
      "Exit code 0 if nothing got out and each attack was stopped as it must be, 1 otherwise.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml --json"
    })
final class HostDoctor implements Callable<Integer> {
  /// The attacks need no larger heap, which would only take longer to fill.
  private static final int LARGEST_HEAP_MIB = 256;

  private static final int MAX_NAME_CHARS = 100;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The daemon's configuration, for workers, heap and confinement (default: the defaults of"
              + " a daemon).")
  private Optional<Path> config = Optional.empty();

  @Option(
      names = "--family",
      paramLabel = "NAME",
      description = "Try the attacks of this family only; may be repeated.")
  private List<String> families = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    var corpus = corpus();
    var report =
        new Doctor(settings(), corpus, progress(corpus.attacks().size()), InstantSource.system())
            .examine(families.isEmpty() || families.contains(Corpus.PACKAGES));
    clearProgress();
    if (json.isGiven()) {
      JsonOption.print(spec.commandLine().getOut(), report.json());
    } else {
      print(report);
    }
    return (report.isSound() ? ExitCode.DONE : ExitCode.FAILED).code();
  }

  private Corpus corpus() {
    try {
      var all = Corpus.open(Corpus.ofThisProgram());
      var known = all.families();
      var unknown = families.stream().filter(name -> !known.contains(name)).findFirst();
      if (unknown.isPresent()) {
        throw new CommandException(
            ExitCode.USAGE,
            "--family: found %s (expected one of: %s)"
                .formatted(
                    ForeignText.of(unknown.get()).line(MAX_NAME_CHARS), String.join(", ", known)));
      }
      return families.isEmpty() ? all : all.only(families);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED, "The attacks cannot be read. " + CommandRun.sentence(e));
    }
  }

  private SandboxSettings settings() throws IOException {
    if (config.isEmpty()) {
      return HostDaemon.sandboxSettings(ConfigReader.usualLimits());
    }
    var settings = HostDaemon.sandboxSettings(ConfigOption.of(config.get()).read());
    return settings.withBounds(
        settings.pool().workers(),
        settings.pool().visitsPerWorker(),
        Math.min(LARGEST_HEAP_MIB, settings.heapMiB()));
  }

  private void print(DoctorReport report) {
    var out = spec.commandLine().getOut();
    for (var wall : report.walls()) {
      out.printf(
          "%-10s %-9s %s%n",
          wall.name(),
          switch (wall.state()) {
            case IN_FORCE -> "in force";
            case PARTIAL -> "partial";
            case ABSENT -> "absent";
          },
          wall.detail());
    }
    report.failures().forEach((name, end) -> out.printf("FAILED %s: %s%n", name, end));
    out.printf(
        Locale.ROOT,
        "%s of %s in %d s: %d denied, %d stopped, %d killed, %d ended by"
            + " themselves, %d escaped, %d not as they must.%n",
        Messages.count(report.attempts(), "attack"),
        families(report.families().size()),
        report.took().toSeconds(),
        report.count("denied"),
        report.count("stopped"),
        report.count("killed"),
        report.count("failed") + report.count("finished"),
        report.escaped(),
        report.failures().size());
    out.println(report.neighbourLine());
    boolean whole = report.walls().stream().allMatch(w -> w.state() == SandboxWalls.State.IN_FORCE);
    out.println(
        report.isSound()
            ? whole
                ? "Nothing got out."
                : "Nothing got out, but not all walls are whole here: see above."
            : "Take no agents in on this machine until you understand why.");
    out.flush();
  }

  private static String families(int number) {
    return number == 1 ? "1 family" : number + " families";
  }

  private java.util.function.IntConsumer progress(int all) {
    if (!isTerminal()) {
      return _ -> {};
    }
    var err = TerminalWriter.styled(spec.commandLine().getErr());
    return done -> {
      err.printf(Locale.ROOT, "\r\033[K%d of about %d attacks", done, all);
      err.flush();
    };
  }

  private void clearProgress() {
    if (isTerminal()) {
      var err = TerminalWriter.styled(spec.commandLine().getErr());
      err.print("\r\033[K");
      err.flush();
    }
  }

  /// Only the launcher knows whether the streams are connected to a terminal.
  private static boolean isTerminal() {
    return Boolean.getBoolean("sojourn.terminal");
  }
}

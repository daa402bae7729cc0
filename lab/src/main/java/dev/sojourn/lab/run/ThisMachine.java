package dev.sojourn.lab.run;

import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.PeerCrawler;
import dev.sojourn.lab.process.BuiltCommit;
import dev.sojourn.lab.process.InstalledVersion;
import dev.sojourn.lab.result.CrawlerVersion;
import dev.sojourn.lab.result.Machine;
import dev.sojourn.lab.result.Setting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Describes this machine.
final class ThisMachine {
  private static final long BYTES_PER_KIB = 1_024;

  /// The variables that the start scripts, the virtual machine and the program `java` read.
  private static final List<String> OPTIONS =
      List.of("SOJOURN_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  private ThisMachine() {}

  static Machine describe(String command, Experiment experiment, Instant now) {
    var version = ProgramVersion.class.getPackage().getImplementationVersion();
    var commit = BuiltCommit.ofThisProgram();
    return new Machine(
        now.truncatedTo(ChronoUnit.SECONDS).toString(),
        command,
        version == null ? "not packaged" : version,
        commit.id(),
        commit.isChanged(),
        Runtime.version() + " " + System.getProperty("java.vendor"),
        String.join(
            " ",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch")),
        field("/proc/cpuinfo", "model name").orElse(""),
        Runtime.getRuntime().availableProcessors(),
        field("/proc/meminfo", "MemTotal")
            .map(text -> Long.parseLong(text.replaceAll("[^0-9]", "")) * BYTES_PER_KIB)
            .orElse(0L),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        javaOptions(System.getenv()),
        experiment.found(),
        experiment.peers().stream().map(ThisMachine::crawler).toList(),
        settings(experiment));
  }

  private static CrawlerVersion crawler(PeerCrawler peer) {
    return new CrawlerVersion(
        peer.name(),
        InstalledVersion.of(peer.version()),
        peer.command().stream().map(Messages::typed).collect(Collectors.joining(" ")));
  }

  private static List<Setting> settings(Experiment experiment) {
    var settings = new ArrayList<Setting>();
    settings.add(number("repetitions", experiment.repetitions()));
    settings.add(number("seed", experiment.seed()));
    var limit = experiment.timeLimit();
    settings.add(new Setting("time-limit", Quantity.of(limit), (double) limit.toMillis(), "ms"));
    settings.addAll(experiment.allConstants());
    return settings;
  }

  private static Setting number(String key, long number) {
    return new Setting(key, Long.toString(number), (double) number, "1");
  }

  /// {@return the options that the environment adds to the programs of a run}
  static String javaOptions(Map<String, String> environment) {
    return OPTIONS.stream()
        .filter(name -> !environment.getOrDefault(name, "").isBlank())
        .map(name -> name + "=" + Messages.typed(environment.getOrDefault(name, "").strip()))
        .collect(Collectors.joining(" "));
  }

  private static Optional<String> field(String file, String name) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}

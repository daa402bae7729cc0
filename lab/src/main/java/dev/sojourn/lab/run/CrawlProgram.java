package dev.sojourn.lab.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.host.config.Quantity;
import dev.sojourn.lab.experiment.CrawlDescription;
import dev.sojourn.lab.process.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A dispatcher in a process of its own: `sojourn crawl`, as a person would start it.
final class CrawlProgram implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChildProcess child;
  private final Path output;
  private final Path log;

  private CrawlProgram(ChildProcess child, Path output, Path log) {
    this.child = child;
    this.output = output;
    this.log = log;
  }

  /// The command line, program first.
  static List<String> command(CrawlDescription crawl, String start, Path key, Path out) {
    var home = System.getProperty("sojourn.home");
    if (home == null) {
      throw new CommandException(
          ExitCode.FAILED,
          "Experiments run from a built distribution; start them with ./sojourn lab run.");
    }
    var command = new ArrayList<>(List.of(home + "/bin/sojourn", "crawl", start));
    command.addAll(List.of("--key", key.toString(), "--out", out.toString()));
    command.addAll(List.of("--agent", crawl.agent(), "--json"));
    crawl
        .pause()
        .ifPresent(
            pause -> command.addAll(List.of("--delay", Quantity.of(pause).replace(" ", ""))));
    return command;
  }

  /// The command line as one may type it.
  static String typed(List<String> command) {
    return command.stream()
        .skip(1)
        .map(Messages::typed)
        .collect(Collectors.joining(" ", "sojourn ", ""));
  }

  /// Starts it; what it says goes to files of a folder.
  static CrawlProgram start(List<String> command, Path folder) throws IOException {
    var output = folder.resolve("crawl.json");
    var log = folder.resolve("crawl.log");
    var builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(log.toFile());
    return new CrawlProgram(ChildProcess.start(builder), output, log);
  }

  long pid() {
    return child.process().pid();
  }

  /// Waits for its end.
  ///
  /// @return whether it ended in time
  boolean waitFor(Duration atMost) throws InterruptedException {
    return child.process().waitFor(atMost);
  }

  int exitCode() {
    return child.process().exitValue();
  }

  /// The summary that it printed; a missing node where it printed none.
  JsonNode summary() throws IOException {
    try {
      var text = Files.readString(output);
      return text.isBlank() ? MissingNode.getInstance() : JSON.readTree(text);
    } catch (JsonProcessingException _) {
      return MissingNode.getInstance();
    }
  }

  /// The last line that it complained in; a plain sentence where there is none.
  String complaint() throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .reduce((_, last) -> last.strip())
        .orElse("It gave no reason.");
  }

  @Override
  public void close() {
    child.close();
  }
}

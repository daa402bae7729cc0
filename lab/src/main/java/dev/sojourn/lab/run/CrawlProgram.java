package dev.sojourn.lab.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sojourn.lab.process.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A crawling program in a process of its own, as a person would start it.
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

  /// Starts it; what it says goes to two files.
  ///
  /// @param name of the files, without their endings
  static CrawlProgram start(List<String> command, Path folder, String name) throws IOException {
    var output = folder.resolve(name + ".json");
    var log = folder.resolve(name + ".log");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(log.toFile());
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

  /// Ends it by force, as a crash would.
  void kill() throws InterruptedException {
    child.process().descendants().forEach(ProcessHandle::destroyForcibly);
    child.process().destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    child.close();
  }
}

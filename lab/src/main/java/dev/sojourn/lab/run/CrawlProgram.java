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
import java.util.stream.Collectors;

/// A crawling program in its own process, started as from a command line.
final class CrawlProgram implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The prefix of each message of this program.
  private static final String PREFIX = "sojourn: ";

  private static final int MAX_LINES = 10;

  /// The largest part of a program's messages that is read, from the end of its log.
  private static final int MAX_COMPLAINT_BYTES = 64 << 10;

  /// The limit exists because another crawler may print any text instead of a summary.
  private static final int MAX_SUMMARY_BYTES = 16 << 20;

  private final ChildProcess child;
  private final Path output;
  private final Path log;

  private CrawlProgram(ChildProcess child, Path output, Path log) {
    this.child = child;
    this.output = output;
    this.log = log;
  }

  /// Starts the program. Its output goes to two files.
  ///
  /// @param name of the files, without their extensions
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

  /// Waits for the end of the program.
  ///
  /// @return whether it ended in time
  boolean waitFor(Duration atMost) throws InterruptedException {
    return child.process().waitFor(atMost);
  }

  int exitCode() {
    return child.process().exitValue();
  }

  boolean isAlive() {
    return child.process().isAlive();
  }

  /// Ends the program like Ctrl-C.
  ///
  /// @return whether it ended in time
  boolean interrupt(Duration atMost) throws InterruptedException {
    child.process().destroy();
    return waitFor(atMost);
  }

  /// The lines that the program has printed so far. The last line may be incomplete.
  List<String> outputLines() throws IOException {
    return Files.readAllLines(output);
  }

  /// The summary: the last JSON object that the program printed; a missing node if it printed none.
  JsonNode summary() throws IOException {
    return summary(output);
  }

  /// {@return the last object in a file; a missing node if there is none, or the file is larger
  /// than 16 MiB}
  ///
  /// @param output the printed output of a program
  static JsonNode summary(Path output) throws IOException {
    if (Files.size(output) > MAX_SUMMARY_BYTES) {
      return MissingNode.getInstance();
    }
    try (var objects = JSON.readerFor(JsonNode.class).<JsonNode>readValues(output.toFile())) {
      JsonNode last = MissingNode.getInstance();
      while (objects.hasNextValue()) {
        last = objects.nextValue();
      }
      return last;
    } catch (JsonProcessingException _) {
      return MissingNode.getInstance();
    }
  }

  /// The program's error message, as in [#complaint(String)].
  String complaint() throws IOException {
    return complaint(log);
  }

  /// {@return a program's error message from the last 64 KiB of a file, as in [#complaint(String)]}
  ///
  /// @param log the file of the standard error
  static String complaint(Path log) throws IOException {
    try (var in = Files.newInputStream(log)) {
      in.skipNBytes(Math.max(0, Files.size(log) - MAX_COMPLAINT_BYTES));
      return complaint(new String(in.readNBytes(MAX_COMPLAINT_BYTES), StandardCharsets.UTF_8));
    }
  }

  /// {@return the error message of a program, on one line} For this program, it is the last message
  /// with all its lines. For another program, it is the last line. If there is none, it is a
  /// general sentence.
  ///
  /// @param log the standard error
  static String complaint(String log) {
    var lines = log.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    if (lines.isEmpty()) {
      return "It gave no reason.";
    }
    int begin = lines.size() - 1;
    for (int i = begin; i >= 0; i--) {
      if (lines.get(i).startsWith(PREFIX)) {
        begin = i;
        break;
      }
    }
    var message = lines.stream().skip(begin).limit(MAX_LINES).collect(Collectors.joining(" "));
    return message.startsWith(PREFIX) ? message.substring(PREFIX.length()) : message;
  }

  /// Kills the program, to simulate a crash.
  void kill() throws InterruptedException {
    child.process().descendants().forEach(ProcessHandle::destroyForcibly);
    child.process().destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    child.close();
  }
}

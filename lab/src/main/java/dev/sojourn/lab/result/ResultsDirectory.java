package dev.sojourn.lab.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The directory with the results of an experiment. Only one program at a time may write it.
public final class ResultsDirectory {
  /// The largest size of a results file. A run takes a few kilobytes.
  private static final int MAX_BYTES = 256 << 20;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          // Later versions only add members, and an older report can ignore them.
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private final Path directory;

  /// Creates the object; no file is created or read yet.
  ///
  /// @param directory of the results
  public ResultsDirectory(Path directory) {
    this.directory = directory;
  }

  /// {@return the copy of the experiment file}
  public Path experiment() {
    return directory.resolve("experiment.toml");
  }

  /// {@return the file that describes the machine}
  public Path machine() {
    return directory.resolve("machine.json");
  }

  /// The file of a later session whose machine differs. The first such file has number 2.
  private Path machine(int session) {
    return directory.resolve("machine-" + session + ".json");
  }

  /// {@return the file of the runs, one JSON object on each line}
  public Path runs() {
    return directory.resolve("runs.jsonl");
  }

  /// {@return the file of failed runs that were to be repeated, one JSON object on each line}
  public Path failed() {
    return directory.resolve("failed.jsonl");
  }

  /// {@return the runs as a table}
  public Path table() {
    return directory.resolve("runs.csv");
  }

  /// {@return the rounds of runs that have several, as a table}
  public Path roundsTable() {
    return directory.resolve("rounds.csv");
  }

  /// Locks the directory for this program, and creates it if it is missing.
  ///
  /// @return the lock, which lasts until it is closed or this program ends
  /// @throws IOException if another program has the lock, or the lock file cannot be created
  public FileChannel lock() throws IOException {
    Files.createDirectories(directory);
    var file = directory.resolve("lock");
    RegularFile.requireIfThere(file);
    var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // Another thread of this program has the lock.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new IOException("another lab run works in " + directory + "; wait for its end");
  }

  /// Begins results. Creates the directory, and writes what is known before the first run. The file
  /// of the runs is written last, so a directory without it has no results and is begun again.
  ///
  /// @param experiment the text of the experiment file
  /// @param machine the machine and the programs
  /// @throws IOException if a file cannot be written, or results exist; the message names the file
  public void begin(String experiment, Machine machine) throws IOException {
    Files.createDirectories(directory);
    if (Files.exists(runs(), LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(runs().toString());
    }
    ResultFile.write(experiment(), experiment);
    ResultFile.write(machine(), JSON.writeValueAsString(machine) + "\n");
    // These files may be left from earlier results whose runs were deleted.
    Files.deleteIfExists(failed());
    Files.deleteIfExists(roundsTable());
    for (int session = 2; Files.deleteIfExists(machine(session)); session++) {}
    ResultFile.write(runs(), "");
  }

  /// Continues existing results. Removes an incomplete last line.
  ///
  /// @throws IOException if the file of the runs cannot be read or written
  public void resume() throws IOException {
    try (var file = FileChannel.open(runs(), StandardOpenOption.WRITE)) {
      file.truncate(lengthOfLines(RegularFile.read(runs(), MAX_BYTES)));
    }
  }

  /// Moves failed runs to their own file, so that they are repeated. Each run is always in at least
  /// one of the two files, even if the program ends meanwhile.
  ///
  /// @throws IOException if files cannot be read or written; the message names the file
  public void setAsideFailed() throws IOException {
    var keptLines = new ArrayList<String>();
    var failedLines = new LinkedHashSet<String>();
    if (Files.exists(failed())) {
      failedLines.addAll(wholeLines(failed()));
    }
    for (var line : wholeLines(runs())) {
      var run = parse(line, RunResult.class, runs().toString());
      if (run.outcome() == RunOutcome.FAILED) {
        // A line that an earlier attempt already moved is in the set only once.
        failedLines.add(line);
      } else {
        keptLines.add(line);
      }
    }
    ResultFile.write(failed(), joined(failedLines));
    ResultFile.write(runs(), joined(keptLines));
  }

  private static String joined(Collection<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /// Adds a run.
  ///
  /// @param run its result
  /// @throws IOException if the file cannot be written
  public void add(RunResult run) throws IOException {
    Files.writeString(runs(), JSON.writeValueAsString(run) + "\n", StandardOpenOption.APPEND);
  }

  /// Rewrites the table of runs, and the table of rounds if a run has rounds.
  ///
  /// @param runs the rows, in order
  /// @param constants the constant settings of a run, by its varied settings
  /// @throws IOException if a file cannot be written; the message names it
  public void writeTables(List<RunResult> runs, Map<List<Setting>, List<Setting>> constants)
      throws IOException {
    var settings = SettingColumns.of(runs, constants);
    ResultFile.write(table(), RunTable.runs(runs, settings));
    if (runs.stream().anyMatch(run -> !run.rounds().isEmpty())) {
      ResultFile.write(roundsTable(), RunTable.rounds(runs, settings));
    }
  }

  /// Writes the machine of a session that continues results under other conditions.
  ///
  /// @param machine the machine and the programs
  /// @throws IOException if the file cannot be written; the message names it
  public void addMachine(Machine machine) throws IOException {
    int session = 2;
    while (Files.exists(machine(session))) {
      session++;
    }
    ResultFile.write(machine(session), JSON.writeValueAsString(machine) + "\n");
  }

  /// {@return the machine of the first session}
  ///
  /// @throws IOException if the file cannot be read; the message names it
  public Machine readMachine() throws IOException {
    return readMachine(machine());
  }

  /// {@return the machine of the first session, and those of later sessions that differ from it}
  ///
  /// @throws IOException if a file cannot be read; the message names it
  public List<Machine> readMachines() throws IOException {
    var machines = new ArrayList<>(List.of(readMachine()));
    for (int session = 2; Files.exists(machine(session)); session++) {
      machines.add(readMachine(machine(session)));
    }
    return machines;
  }

  private static Machine readMachine(Path file) throws IOException {
    return parse(RegularFile.readText(file, MAX_BYTES), Machine.class, file.toString());
  }

  /// {@return the runs in their order, without an incomplete last line}
  ///
  /// @throws IOException if the file cannot be read; the message names file and line
  public List<RunResult> readRuns() throws IOException {
    var read = new ArrayList<RunResult>();
    int number = 0;
    for (var line : wholeLines(runs())) {
      number++;
      read.add(parse(line, RunResult.class, runs() + ":" + number));
    }
    return read;
  }

  private static List<String> wholeLines(Path file) throws IOException {
    var bytes = RegularFile.read(file, MAX_BYTES);
    return new String(bytes, 0, lengthOfLines(bytes), StandardCharsets.UTF_8).lines().toList();
  }

  /// The length of all complete lines.
  private static int lengthOfLines(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] != '\n') {
      length--;
    }
    return length;
  }

  private static <T> T parse(String json, Class<T> type, String place) throws IOException {
    try {
      return Optional.ofNullable(JSON.readValue(json, type))
          .orElseThrow(() -> new IOException(place + ": null (expected: the JSON of docs/lab.md)"));
    } catch (JsonProcessingException e) {
      throw new IOException(
          place + ": " + e.getOriginalMessage() + " (expected: the JSON of docs/lab.md)", e);
    }
  }
}

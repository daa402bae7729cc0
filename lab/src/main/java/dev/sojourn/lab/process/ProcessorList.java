package dev.sojourn.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The processors that a program may use, by their numbers in Linux. `taskset` of util-linux starts
/// the program with this affinity, and its descendants inherit it. A virtual machine sees only
/// these processors.
///
/// @param numbers from 0 to 4,095, sorted, each once; empty for no restriction
public record ProcessorList(List<Integer> numbers) {
  /// The word for no restriction.
  public static final String ALL_WORD = "all";

  /// No restriction.
  public static final ProcessorList ALL = new ProcessorList(List.of());

  /// The program that sets the affinity.
  public static final String PROGRAM = "taskset";

  private static final Pattern RANGE = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");
  private static final int MOST_CHARACTERS = 1_024;
  private static final int LARGEST = 4_095;

  /// The field of proc_pid_status(5).
  private static final String ALLOWED = "Cpus_allowed_list:";

  /// Sorts the numbers, and removes repeated ones.
  public ProcessorList {
    numbers = List.copyOf(new TreeSet<>(numbers));
  }

  /// Reads a list in the form of `taskset --cpu-list`, for example `0-3,5`, or the word `all`.
  ///
  /// @param text the list
  /// @return the processors; empty if the text has another form
  public static Optional<ProcessorList> parse(String text) {
    if (text.equals(ALL_WORD)) {
      return Optional.of(ALL);
    }
    if (text.length() > MOST_CHARACTERS) {
      return Optional.empty();
    }
    var numbers = new ArrayList<Integer>();
    for (var range : text.split(",", -1)) {
      var matcher = RANGE.matcher(range);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (last > LARGEST || last < first) {
        return Optional.empty();
      }
      for (int number = first; number <= last; number++) {
        numbers.add(number);
      }
    }
    return Optional.of(new ProcessorList(numbers));
  }

  /// {@return the processors that a process may use; empty if the process has ended, or the system
  /// does not report them}
  ///
  /// @param pid its process id
  public static Optional<ProcessorList> of(long pid) {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(ALLOWED))
          .findFirst()
          .flatMap(line -> parse(line.substring(ALLOWED.length()).strip()));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// {@return the processors of this list that another list lacks}
  ///
  /// @param others any list
  public ProcessorList without(ProcessorList others) {
    return new ProcessorList(
        numbers.stream().filter(number -> !others.numbers.contains(number)).toList());
  }

  /// {@return the command line that starts a program on these processors}
  ///
  /// @param command the program and its arguments
  public List<String> started(List<String> command) {
    if (numbers.isEmpty()) {
      return List.copyOf(command);
    }
    var all = new ArrayList<>(List.of(PROGRAM, "--cpu-list", toString()));
    all.addAll(command);
    return all;
  }

  /// {@return the numbers, separated by commas, or `all`}
  @Override
  public String toString() {
    return numbers.isEmpty()
        ? ALL_WORD
        : numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}

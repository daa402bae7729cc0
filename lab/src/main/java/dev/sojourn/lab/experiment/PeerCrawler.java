package dev.sojourn.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Another crawler to compare with: a program that follows the links of a site and ends without
/// help.
///
/// @param name its name in `crawl.kind`
/// @param command program and arguments, with placeholders in braces
/// @param version program and arguments that print its version; empty if the experiment has none
/// @param exitCodes the exit codes that mean success
public record PeerCrawler(
    String name, List<String> command, List<String> version, Set<Integer> exitCodes) {
  /// The placeholder of the start URL.
  static final String START = "start";

  /// The placeholder of the number of connections.
  static final String CONNECTIONS = "connections";

  /// The placeholder of the crawler's output folder.
  static final String OUT = "out";

  /// The placeholder of the folder of the experiment file; replaced when the file is read.
  static final String EXPERIMENT = "experiment";

  /// The placeholder of the Java that runs this program; replaced when the file is read.
  static final String JAVA = "java";

  static final List<String> PLACEHOLDERS = List.of(START, OUT, CONNECTIONS, EXPERIMENT, JAVA);

  static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");

  /// Copies lists and set.
  public PeerCrawler {
    command = List.copyOf(command);
    version = List.copyOf(version);
    exitCodes = Set.copyOf(exitCodes);
  }

  boolean has(String placeholder) {
    return command.stream().anyMatch(word -> word.contains("{" + placeholder + "}"));
  }

  /// {@return the command line with all placeholders replaced; the program comes first}
  ///
  /// @param start the start URL
  /// @param out output folder of the crawler
  /// @param connections limit of connections at once
  public List<String> command(String start, Path out, int connections) {
    var values =
        Map.of(START, start, OUT, out.toString(), CONNECTIONS, Integer.toString(connections));
    return command.stream().map(word -> filled(word, values)).toList();
  }

  /// {@return a word in which known placeholders are replaced}
  static String filled(String word, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(word)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }
}

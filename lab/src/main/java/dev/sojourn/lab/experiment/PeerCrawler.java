package dev.sojourn.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Another crawler to which an experiment is compared: a program that follows the links of a site
/// and ends by itself.
///
/// @param name by which `crawl.kind` names it
/// @param command program and arguments, with placeholders in braces
/// @param version program and arguments that print its version; empty if the experiment has none
/// @param exitCodes with which it ends if all went well
public record PeerCrawler(
    String name, List<String> command, List<String> version, Set<Integer> exitCodes) {
  /// The placeholder of the URL at which the crawl begins.
  static final String START = "start";

  /// The placeholder of the number of connections.
  static final String CONNECTIONS = "connections";

  /// The placeholder of the folder for what the crawler writes.
  static final String OUT = "out";

  /// The placeholder of the folder of the experiment file; filled when the file is read.
  static final String EXPERIMENT = "experiment";

  /// The placeholder of the Java that this program runs on; filled when the file is read.
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

  /// {@return the command line without placeholders, program first}
  ///
  /// @param start the URL at which the crawl begins
  /// @param out folder for what the crawler writes
  /// @param connections how many it may have at once
  public List<String> command(String start, Path out, int connections) {
    var values =
        Map.of(START, start, OUT, out.toString(), CONNECTIONS, Integer.toString(connections));
    return command.stream().map(word -> filled(word, values)).toList();
  }

  /// {@return a word with the values of some placeholders}
  static String filled(String word, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(word)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }
}

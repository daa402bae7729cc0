package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.lab.process.InstalledProgram;
import dev.sojourn.lab.process.JavaProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads the other crawlers: the tables `[[crawler]]`.
final class PeerReader {
  private static final List<String> OWN = List.of("mobile", "classic");
  private static final int MOST_EXIT_CODE = 255;

  private PeerReader() {}

  /// Reads all tables.
  ///
  /// @param file the experiment file
  /// @param isToRun whether the programs must be installed
  /// @return the crawlers by name, in the order of the file
  static Map<String, PeerCrawler> read(TomlSection top, Path file, boolean isToRun) {
    var folder = file.toAbsolutePath().normalize().resolveSibling("").toString();
    var peers = new LinkedHashMap<String, PeerCrawler>();
    for (var table : top.tables("crawler")) {
      var name = table.requiredText("name", "letters, digits and hyphens, at most 64");
      if (table.hasText("name") && !name.matches("[A-Za-z0-9-]{1,64}")) {
        table.error("name", "\"" + name + "\"", "letters, digits and hyphens, at most 64");
      } else if (OWN.contains(name) || peers.containsKey(name)) {
        table.error("name", "\"" + name + "\"", "a name that no other crawler has");
      }
      var peer =
          new PeerCrawler(name, command(table, folder), version(table, folder), exitCodes(table));
      if (table.has("command") && !peer.command().isEmpty() && !peer.has(PeerCrawler.START)) {
        table.error("command", "no {start}", "{start}, the URL where the crawl begins");
      }
      if (isToRun && !isThere(peer.command())) {
        table.error(
            "command",
            "\"%s\", which is not here".formatted(peer.command().getFirst()),
            "a program on PATH, or the absolute path of a file that can be run");
      }
      table.finish();
      peers.putIfAbsent(name, peer);
    }
    return peers;
  }

  private static Set<Integer> exitCodes(TomlSection table) {
    var expected = "a list of whole numbers from 0 to " + MOST_EXIT_CODE;
    var codes = table.list("exit-codes", expected, Long.class);
    for (int i = 0; i < codes.size(); i++) {
      if (codes.get(i) < 0 || codes.get(i) > MOST_EXIT_CODE) {
        table.error("exit-codes", i, codes.get(i).toString(), expected);
      }
    }
    if (table.has("exit-codes") && table.isNothing("exit-codes")) {
      table.error("exit-codes", "an empty list", expected);
    }
    return codes.isEmpty()
        ? Set.of(0)
        : codes.stream().map(Long::intValue).collect(Collectors.toUnmodifiableSet());
  }

  private static List<String> command(TomlSection table, String folder) {
    var expected = "a list of words, as [\"wget2\", \"{start}\"]";
    var command = table.texts("command", expected);
    if (table.isNothing("command") || (!command.isEmpty() && command.getFirst().isEmpty())) {
      table.error("command", table.has("command") ? "no program" : "nothing", expected);
    }
    for (int i = 0; i < command.size(); i++) {
      for (var unknown : unknown(command.get(i), PeerCrawler.PLACEHOLDERS)) {
        table.error(
            "command", i, unknown, "{" + String.join("}, {", PeerCrawler.PLACEHOLDERS) + "}");
      }
    }
    return filled(command, folder);
  }

  private static List<String> version(TomlSection table, String folder) {
    var version = table.texts("version", "a list of words, as [\"wget2\", \"--version\"]");
    var known = List.of(PeerCrawler.EXPERIMENT, PeerCrawler.JAVA);
    for (var word : version) {
      unknown(word, known)
          .forEach(of -> table.error("version", of, "{" + String.join("}, {", known) + "}"));
    }
    return filled(version, folder);
  }

  private static List<String> filled(List<String> command, String folder) {
    var values = Map.of(PeerCrawler.EXPERIMENT, folder, PeerCrawler.JAVA, JavaProgram.executable());
    return command.stream().map(word -> PeerCrawler.filled(word, values)).toList();
  }

  /// Whether the program of a command is installed; true if only the run can show that.
  private static boolean isThere(List<String> command) {
    return command.isEmpty()
        || command.getFirst().isEmpty()
        || PeerCrawler.PLACEHOLDER.matcher(command.getFirst()).find()
        || InstalledProgram.isThere(command.getFirst());
  }

  private static List<String> unknown(String word, List<String> known) {
    var unknown = new ArrayList<String>();
    var matcher = PeerCrawler.PLACEHOLDER.matcher(word);
    while (matcher.find()) {
      if (!known.contains(matcher.group(1))) {
        unknown.add(matcher.group());
      }
    }
    return unknown;
  }
}

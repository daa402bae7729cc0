package dev.sojourn.app.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The listings of a document in Markdown.
///
/// @param blocks in their order
record DocumentCommands(List<Block> blocks) {
  /// A listing.
  ///
  /// @param kind the word behind its fence, as `sh`; empty if there is none
  /// @param lines without the indentation of the fence
  record Block(String kind, List<String> lines) {
    String text() {
      return String.join("\n", lines) + "\n";
    }
  }

  static DocumentCommands of(Path document) throws IOException {
    return of(Files.readAllLines(document));
  }

  /// The listings of one section alone.
  ///
  /// @param heading the whole line, as `## Limits`
  static DocumentCommands ofSection(Path document, String heading) throws IOException {
    var lines = Files.readAllLines(document);
    var section = lines.subList(lines.indexOf(heading) + 1, lines.size());
    return of(section.stream().takeWhile(line -> !line.startsWith("## ")).toList());
  }

  private static DocumentCommands of(List<String> document) {
    var blocks = new ArrayList<Block>();
    var lines = new ArrayList<String>();
    int indentation = -1;
    var kind = "";
    for (var line : document) {
      boolean isFence = line.strip().startsWith("```");
      if (isFence && indentation < 0) {
        indentation = line.indexOf('`');
        kind = line.strip().substring(3);
      } else if (isFence) {
        blocks.add(new Block(kind, List.copyOf(lines)));
        lines.clear();
        indentation = -1;
      } else if (indentation >= 0) {
        lines.add(line.substring(Math.min(indentation, line.length())));
      }
    }
    return new DocumentCommands(List.copyOf(blocks));
  }

  /// The commands of all listings of the kind `sh`, without the remarks behind them.
  List<String> commands() {
    var commands = new ArrayList<String>();
    for (var block : blocks) {
      if (block.kind().equals("sh")) {
        block
            .text()
            .replace("\\\n", " ")
            .lines()
            .map(line -> line.replaceFirst("\\s+#\\s.*$", "").strip())
            .filter(line -> !line.isEmpty())
            .forEach(commands::add);
      }
    }
    return commands;
  }

  /// The first listing of a kind.
  String first(String kind) {
    return blocks.stream()
        .filter(block -> block.kind().equals(kind))
        .findFirst()
        .orElseThrow()
        .text();
  }
}

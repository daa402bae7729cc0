package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The language of comments, messages and documents: a sentence names its subject first, and a text
/// *reports*, *says* or *lists* instead of telling.
final class PlainEnglishTest {
  private static final Pattern BEGIN =
      Pattern.compile("(?:Of|Who|Whoever|Nobody|That of|Nor) [a-z].*", Pattern.DOTALL);
  private static final Pattern WORD =
      Pattern.compile("\\b(?:told|tells|of which|so many|to be had)\\b");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");
  private static final Pattern COMMENT = Pattern.compile("^\\s*///? ?(.*)$", Pattern.MULTILINE);
  private static final Pattern LITERAL = Pattern.compile("\"((?:\\\\.|[^\"\\\\\\n])*)\"");

  /// Names of code: `told`, [#told], names of parameters, and blocks of code.
  private static final Pattern CODE =
      Pattern.compile(
          "```.*?```|`[^`\n]*`|\\[[^\\]\\s]*#[^\\]\\s]*\\]|@param \\w+", Pattern.DOTALL);

  @Test
  void commentsArePlain() throws IOException {
    var faults = new ArrayList<String>();
    for (var file : files("/src/main/", ".java")) {
      var comments =
          COMMENT
              .matcher(Files.readString(file))
              .results()
              .map(found -> found.group(1))
              .collect(Collectors.joining("\n"));
      collect(file, comments, faults);
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void messagesArePlain() throws IOException {
    var faults = new ArrayList<String>();
    for (var file : files("/src/main/", ".java")) {
      LITERAL
          .matcher(Files.readString(file))
          .results()
          .forEach(found -> collect(file, found.group(1), faults));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void documentsArePlain() throws IOException {
    var faults = new ArrayList<String>();
    for (var file : files("", ".md")) {
      // A heading and an item of a list are no part of the sentence around them.
      for (var part : Files.readString(file).split("\n(?=#|\\* |\\|)|\n\n")) {
        collect(file, part, faults);
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void theAccentIsFound() throws IOException {
    var faults = new ArrayList<String>();
    collect(
        SourceNames.ROOT,
        "A host tells it. Of two the first counts. It says `told`. Nobody is there.",
        faults);
    assertThat(faults).hasSize(3);
  }

  private static void collect(Path file, String text, List<String> faults) {
    var plain = CODE.matcher(text).replaceAll("CODE");
    for (var sentence : SENTENCE_END.split(plain)) {
      var line = sentence.strip();
      if (BEGIN.matcher(line).matches() || WORD.matcher(line).find()) {
        faults.add(SourceNames.ROOT.relativize(file) + ": " + line.replaceAll("\\s+", " "));
      }
    }
  }

  private static List<Path> files(String part, String end) throws IOException {
    try (var files = Files.walk(SourceNames.ROOT)) {
      return files
          .filter(file -> file.toString().contains(part) && file.toString().endsWith(end))
          .filter(file -> !SourceNames.ROOT.relativize(file).toString().contains("target/"))
          .toList();
    }
  }
}

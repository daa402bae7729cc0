package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The nouns that types are named by, and docs/vocabulary.md, which has them all.
final class VocabularyTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");
  private static final Pattern LAST_OF_NAME = Pattern.compile("([A-Z]+|[A-Z][a-z0-9]*)$");

  @Test
  void everyNounThatATypeIsNamedByIsInTheVocabulary() throws IOException {
    var words = words(Files.readString(ROOT.resolve("docs/vocabulary.md")));
    var missing = new TreeSet<String>();
    for (var name : typeNames()) {
      var noun = noun(name);
      var singular = noun.endsWith("s") ? noun.substring(0, noun.length() - 1) : noun;
      if (!words.contains(noun) && !words.contains(singular)) {
        missing.add(noun + " (" + name + ")");
      }
    }
    assertThat(missing).as("add them to docs/vocabulary.md, or use a word that is there").isEmpty();
  }

  private static Set<String> words(String text) {
    return WORD.matcher(text.toLowerCase(Locale.ROOT))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private static Set<String> typeNames() throws IOException {
    try (var files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/main/java/"))
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".java") && !file.equals("package-info.java"))
          .map(file -> file.substring(0, file.length() - ".java".length()))
          .collect(Collectors.toSet());
    }
  }

  private static String noun(String name) {
    var last = LAST_OF_NAME.matcher(name);
    assertThat(last.find()).as(name).isTrue();
    return last.group().toLowerCase(Locale.ROOT);
  }
}

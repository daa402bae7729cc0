package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sojourn.app.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The commands of the pages for crawl users and authors, each as its program reads it.
/// `CrawlGuideIT` and `WriteAnAgentIT` run those of the quick starts.
final class GuideCommandsTest {
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]|\"[^\"]*\")+");
  private static final String REDIRECTION = " [<>] \\S+";

  @ParameterizedTest
  @CsvSource({
    "README.md, 12",
    "docs/crawl.md, 12",
    "docs/robots.md, 3",
    "docs/write-an-agent.md, 16"
  })
  void everyCommandOfThisProgramIsOneThatItKnows(String document, int atLeast) throws IOException {
    int known = 0;
    for (var command : DocumentCommands.of(Path.of("..").resolve(document)).commands()) {
      var words = words(command);
      if (words.length > 0) {
        assertThatCode(() -> Main.line().parseArgs(words)).as(command).doesNotThrowAnyException();
        known++;
      }
    }
    assertThat(known).isGreaterThanOrEqualTo(atLeast);
  }

  /// The words behind the name of the program; none if it is another one.
  static String[] words(String command) {
    var words =
        WORD.matcher(command.replaceAll(REDIRECTION, ""))
            .results()
            .map(word -> word.group().replace("\"", ""))
            .toList();
    return words.getFirst().matches("(\\./)?sojourn")
        ? words.subList(1, words.size()).toArray(String[]::new)
        : new String[0];
  }
}

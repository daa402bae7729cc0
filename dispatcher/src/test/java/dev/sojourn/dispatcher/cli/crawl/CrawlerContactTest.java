package dev.sojourn.dispatcher.cli.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.cli.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlerContactTest {
  @TempDir Path directory;
  private final StringWriter noted = new StringWriter();

  private Path file() {
    return directory.resolve("config/sojourn/contact");
  }

  private Optional<String> ask(String typed) {
    return CrawlerContact.ask(
        new BufferedReader(new StringReader(typed)), new PrintWriter(noted, true), file());
  }

  @Test
  void aContactIsAPageOrAMailAddress() {
    assertThat(CrawlerContact.checked(" https://example.org/bot "))
        .isEqualTo("https://example.org/bot");
    assertThat(CrawlerContact.checked("bot@example.org")).isEqualTo("mailto:bot@example.org");
    assertThat(CrawlerContact.checked("MAILTO:bot@example.org"))
        .isEqualTo("mailto:bot@example.org");
    for (var wrong :
        List.of(
            "",
            "me",
            "ftp://example.org/",
            "a b@example.org",
            "https://example.org/(x)",
            "https://example.org/\r\nX: y",
            "me@example",
            "https://example.org/" + "a".repeat(300))) {
      assertThatThrownBy(() -> CrawlerContact.checked(wrong))
          .as(wrong)
          .isInstanceOf(CommandException.class)
          .hasMessageContaining("is no contact");
    }
  }

  @Test
  void theAnswerIsKeptAndNobodyIsAskedTwice() {
    assertThat(ask("nonsense\nbot@example.org\n")).contains("mailto:bot@example.org");
    assertThat(noted.toString()).contains("That is no contact", file().toString());
    assertThat(CrawlerContact.kept(file())).contains("mailto:bot@example.org");
  }

  @Test
  void whoGivesNoneIsNotAskedAgain() throws IOException {
    assertThat(ask("\n")).isEmpty();
    assertThat(file()).exists();
    assertThat(CrawlerContact.kept(file())).isEmpty();

    Files.delete(file());
    assertThat(ask("")).isEmpty();
    assertThat(ask("a\nb\nc\nd\n")).isEmpty();
    assertThat(file()).doesNotExist();
  }
}

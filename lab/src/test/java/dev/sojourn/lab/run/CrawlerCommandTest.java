package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.local.store.CrawlStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrawlerCommandTest {
  @Test
  void theParametersOfAnAgentFollowItsName() {
    assertThat(CrawlerCommand.agentOptions(List.of("search", "words=socket", "best=5")))
        .containsExactly("--agent", "search", "--with", "words=socket", "--with", "best=5");
  }

  @Test
  void anAgentWithoutParametersGetsNone() {
    assertThat(CrawlerCommand.agentOptions(List.of("links"))).containsExactly("--agent", "links");
  }

  /// A crawl that was killed while it read robots.txt has tables, but no crawl to resume.
  @Test
  void aCrawlThatWasKilledBeforeItBeganBeginsAgain(@TempDir Path out) throws IOException {
    var command = new CrawlerCommand(List.of("begin"), List.of("resume"), out);
    assertThat(command.again()).containsExactly("begin");

    var database = out.resolve("crawl.db");
    CrawlStore.open(database).close();
    assertThat(command.again()).containsExactly("begin");

    // The crawl reports that something is wrong with it.
    Files.writeString(database, "no database");
    assertThat(command.again()).containsExactly("resume");
  }
}

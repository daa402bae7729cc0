package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way of a user who has nothing: the quick start of docs/crawl.md, in its order. Filled in are
/// the site, the directories and the key. The command that follows a site has no end, so other
/// tests run it.
final class CrawlGuideIT {
  private static final Path GUIDE = Path.of("../docs/crawl.md");
  private static final List<String> DIRECTORIES = List.of("example", "missing");

  @TempDir private Path temp;

  @Test
  void everyCommandOfTheQuickStartDoesWhatItSays() throws Exception {
    var pages = Files.createDirectory(temp.resolve("pages"));
    Files.writeString(
        pages.resolve("index.html"),
        "<!doctype html><title>Home page</title><a href=two.html>2</a><a href=gone.html>3</a>");
    Files.writeString(pages.resolve("two.html"), "<!doctype html><title>Second</title>");
    Files.writeString(pages.resolve("robots.txt"), "User-agent: *\nDisallow: /closed/\n");
    Program.here("key", "new", temp.resolve("owner.key").toString()).succeeded();
    var guide = DocumentCommands.ofSection(GUIDE, "## From nothing to an index");
    var commands = guide.commands().stream().filter(each -> !each.contains("--follow")).toList();
    assertThat(commands).hasSize(9);

    try (var server = FolderServer.start(pages)) {
      for (var command : commands) {
        var words = filledIn(command.replace("https://example.org", server.origin()));
        var said = Program.here(words).succeeded();
        if (words[0].equals("search")) {
          assertThat(said.out()).contains("Home page", server.origin() + "/");
        }
      }
      var results = temp.resolve("example");
      assertThat(Files.readAllLines(results.resolve("findings.jsonl"))).hasSize(2);
      assertThat(Files.readAllLines(results.resolve("urls.jsonl"))).hasSize(3);
      assertThat(results.resolve("summary.json")).isNotEmptyFile();
      assertThat(temp.resolve("missing/findings.jsonl"))
          .content()
          .contains(server.origin() + "/gone.html")
          .hasLineCount(1);
    }
  }

  private String[] filledIn(String command) {
    var words =
        Arrays.stream(GuideCommandsTest.words(command))
            .map(word -> DIRECTORIES.contains(word) ? temp.resolve(word).toString() : word);
    var key =
        command.startsWith("sojourn crawl")
            ? Stream.of("--key", temp.resolve("owner.key").toString())
            : Stream.<String>empty();
    return Stream.concat(words, key).toArray(String[]::new);
  }
}

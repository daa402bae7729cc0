package dev.sojourn.dispatcher.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.dispatcher.crawl.UserStartCache;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The claims of the indexing agent's unit tests, as hosts run it: admitted, in a confined worker,
/// on pages that are parsed there.
class IndexingAgentIT {
  private static final String ORIGIN = "http://localhost";
  private static final Map<String, String> PAGES =
      Map.of(
          "index.html",
          """
          <html lang=en><title>Title of one</title><h1>Heading of one</h1>
          <a href=hidden.html>a</a> <a href=dead-end.html>b</a> <a href=quiet.html>c</a>
          <a href=none.html>d</a> <a href=copy.html>e</a> <a href=gone.html>f</a>
          <a href=style.css>g</a> <a href=http://elsewhere.example/x>h</a>
          <a href=unwanted.html rel=nofollow>i</a></html>
          """,
          "hidden.html",
          "<meta name=robots content=noindex><a href=behind.html>on</a>",
          "behind.html",
          "<title>Behind</title><a href=/>home</a>",
          "dead-end.html",
          "<title>Dead end</title><meta name=robots content=nofollow><a href=unread.html>on</a>",
          "unread.html",
          "<title>Unread</title>",
          "unwanted.html",
          "<title>Unwanted</title>",
          "quiet.html",
          "<title>Quiet</title><meta name=robots content=nosnippet>its text",
          "none.html",
          "<title>None</title><meta name=robots content=none><a href=unread.html>on</a>",
          "copy.html",
          "<title>Behind</title><a href=/>home</a>",
          "style.css",
          "<a href=unread.html>on</a>");

  @TempDir private Path folder;

  @BeforeAll
  static void makeStartCache() throws IOException {
    UserStartCache.ofTests();
  }

  @BeforeEach
  void makeSite() throws Exception {
    for (var page : PAGES.entrySet()) {
      Files.writeString(folder.resolve(page.getKey()), page.getValue());
    }
  }

  @Test
  void indexesWhatItMayInTheSandboxAndNothingElse() throws Exception {
    var out = new StringWriter();
    var line = CommandRun.commandLine(new AgentTry(), "try");
    line.setOut(new PrintWriter(out, true));
    var jar = IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();

    int exit =
        line.execute(jar, folder.toString(), "--main", IndexingAgent.class.getName(), "--json");

    var noted = new ObjectMapper().readTree(out.toString());
    assertThat(noted.get("outcome").asText()).as(out.toString()).isEqualTo("finished");
    assertThat(exit).isZero();
    // The copy is read before the page with the same body, and so reported in its place.
    assertThat(noted.get("reported").findValuesAsText("url"))
        .containsExactly(
            ORIGIN + "/", ORIGIN + "/dead-end.html", ORIGIN + "/quiet.html", ORIGIN + "/copy.html");
    assertThat(noted.get("referrals"))
        .singleElement()
        .extracting(JsonNode::asText)
        .isEqualTo("http://elsewhere.example/x");
    var first = reported(noted, "/");
    assertThat(first.get("title").asText()).isEqualTo("Title of one");
    assertThat(first.get("headings"))
        .extracting(JsonNode::asText)
        .containsExactly("Heading of one");
    assertThat(first.get("language").asText()).isEqualTo("en");
    assertThat(first.get("links")).hasSize(9);
    assertThat(first.get("snippet").asBoolean()).isTrue();
    assertThat(reported(noted, "/dead-end.html").get("links")).isEmpty();
    assertThat(reported(noted, "/quiet.html").get("snippet").asBoolean()).isFalse();
    assertThat(reported(noted, "/quiet.html").get("text").asText()).isEqualTo("its text");
    // All but the two to which only nofollow leads; the one that is gone is no page.
    assertThat(noted.get("pages").asInt()).isEqualTo(PAGES.size() - 2);
  }

  private static JsonNode reported(JsonNode noted, String path) {
    return StreamSupport.stream(noted.get("reported").spliterator(), false)
        .filter(page -> page.get("url").asText().equals(ORIGIN + path))
        .findFirst()
        .orElseThrow();
  }
}

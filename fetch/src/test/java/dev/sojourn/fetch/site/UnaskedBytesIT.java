package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Servers that send more than they were asked for, on a connection that they keep.
@Timeout(120)
final class UnaskedBytesIT {
  private static final int MAX = 64 * 1024;
  private static final String EMPTY_408 =
      ScriptedServer.head(408, "Connection: close", "Content-Length: 0");

  private final WireTally tally = new WireTally();
  private final HttpFetcher fetcher =
      HttpFetcher.open(
          TestSettings.of(
              Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(25), MAX, 1));

  @AfterEach
  void close() {
    fetcher.close();
  }

  @Test
  void takesNoTimeOutThatFollowsAnAnswerForTheNextPage() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> said(request, out, EMPTY_408))) {
      assertThat(page(server, "/1")).isEqualTo("page /1");
      assertThat(page(server, "/2")).isEqualTo("page /2");
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.requests).hasSize(2);
    }
  }

  @Test
  void takesNoRestOfALongerBodyForTheNextPage() throws Exception {
    try (var server =
        ScriptedServer.start((request, out) -> said(request, out, " and some more"))) {
      assertThat(page(server, "/1")).isEqualTo("page /1");
      assertThat(page(server, "/2")).isEqualTo("page /2");
      assertThat(server.requests).hasSize(2);
    }
  }

  @Test
  void goesOnWithAConnectionOnWhichNothingIsLeft() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> said(request, out, ""))) {
      for (int i = 0; i < 5; i++) {
        assertThat(page(server, "/" + i)).isEqualTo("page /" + i);
      }
      assertThat(server.connections()).isOne();
    }
  }

  private static void said(ScriptedServer.Request request, OutputStream out, String unasked)
      throws IOException {
    var body = "page " + request.target();
    ScriptedServer.say(
        out, ScriptedServer.head(200, "Content-Length: " + body.length()) + body + unasked);
  }

  private String page(ScriptedServer server, String path) throws InterruptedException {
    var url = PageUrl.parse(server.origin() + path).orElseThrow();
    var reply = fetcher.get(url, MAX, tally);
    assertThat(reply).isInstanceOf(HttpReply.Answer.class);
    return new String(((HttpReply.Answer) reply).body(), StandardCharsets.UTF_8);
  }
}

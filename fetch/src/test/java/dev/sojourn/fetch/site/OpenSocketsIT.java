package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.ScriptedServer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The connections to all sites together.
@Timeout(60)
class OpenSocketsIT {
  private static final int MAX = 1_000;

  private final WireTally tally = new WireTally();

  private static HttpSettings settings() {
    var patient = Duration.ofSeconds(20);
    return TestSettings.of(patient, patient, patient, MAX, 2);
  }

  private static ScriptedServer server() throws IOException {
    return ScriptedServer.start((_, out) -> ScriptedServer.page(out, 200, "ok"));
  }

  @Test
  void onlyTheConnectionThatIsIdleLongestMakesRoomForAnother() throws Exception {
    try (var fetcher = HttpFetcher.open(settings());
        var longest = server();
        var shorter = server();
        var another = server()) {
      for (var server : new ScriptedServer[] {longest, shorter, another, shorter, longest}) {
        var url = PageUrl.parse(server.origin() + "/").orElseThrow();
        assertThat(fetcher.get(url, MAX, tally)).isInstanceOf(HttpReply.Answer.class);
      }
      assertThat(longest.connections()).isEqualTo(2);
      assertThat(shorter.connections()).isEqualTo(1);
      assertThat(another.connections()).isEqualTo(1);
    }
  }
}

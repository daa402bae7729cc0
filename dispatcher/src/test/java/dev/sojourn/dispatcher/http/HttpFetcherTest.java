package dev.sojourn.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import org.junit.jupiter.api.Test;

class HttpFetcherTest {
  /// A crawl that is interrupted closes its fetcher while its last visits still ask for pages.
  @Test
  void anExchangeThatBeginsAfterTheEndIsNoFault() throws Exception {
    var fetcher = HttpFetcher.open(HttpSettings.standard("TestBot/1.0"));
    fetcher.close();
    var url = PageUrl.parse("http://127.0.0.1/").orElseThrow();
    assertThat(fetcher.get(url, 1_024, new WireTally()))
        .isEqualTo(new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, "this program is ending"));
  }
}

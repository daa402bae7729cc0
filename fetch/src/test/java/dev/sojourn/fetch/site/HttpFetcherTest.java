package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.SiteUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.robots.fetch.Validators;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpFetcherTest {
  /// The URL Standard knows such hosts. No client does, and a site may link to them.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://!\"$&'()*+,-.;=_`{}~/",
        "http://a'b/",
        "http://{x}/",
        "http://../",
        "http://a..b/",
        "http://127.0.0.1:0/",
        "https://xn--/",
      })
  void aHostThatNobodyCouldAskIsNotKnown(String text) throws Exception {
    var url = PageUrl.parse(text).orElseThrow();
    try (var fetcher = HttpFetcher.open(TestSettings.usual())) {
      var local = InetAddress.getLoopbackAddress();
      if (!SiteUrl.isAskable(url.origin())) {
        assertThatThrownBy(() -> fetcher.resolve(url)).isInstanceOf(UnknownHostException.class);
        assertThat(fetcher.getAt(url, local, Validators.NONE, 1_024, new WireTally()))
            .isInstanceOf(HttpReply.Failure.class);
      }
      fetcher.addSiteOfTheInternet(url);
      assertThat(fetcher.get(url, 1_024, new WireTally())).isInstanceOf(HttpReply.Failure.class);
    }
  }

  /// A crawl that is interrupted closes its fetcher while its last visits still ask for pages.
  @Test
  void anExchangeThatBeginsAfterTheEndIsNoFault() throws Exception {
    var fetcher = HttpFetcher.open(TestSettings.usual());
    fetcher.close();
    var url = PageUrl.parse("http://127.0.0.1/").orElseThrow();
    assertThat(fetcher.get(url, 1_024, new WireTally()))
        .isEqualTo(new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, "this program is ending"));
  }
}

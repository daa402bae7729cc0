package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.BotSigner;
import dev.sojourn.testing.CrawlerSignatureCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The view of a site on a crawler that says who it is, on a real server's side of the wire.
class SignedRequestsIT {
  private static final AgentUrl CRAWLER = new AgentUrl("https://crawler.example");

  private final SigningKey key = SigningKey.generate(new SecureRandom());
  private final List<Map<String, String>> signers = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    var check = new CrawlerSignatureCheck(key.verifyKey().x(), key.id());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          var uri = exchange.getRequestURI();
          var fields = exchange.getRequestHeaders();
          signers.add(
              check.signers(
                  new CrawlerSignatureCheck.Request(
                      exchange.getRequestMethod(),
                      fields.getFirst("Host"),
                      uri.getRawPath(),
                      uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery(),
                      fields),
                  Instant.now()));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void aSiteKnowsTheCrawlerByTheUrlThatItNames() throws InterruptedException {
    var settings =
        TestSettings.signing(
            TestSettings.usual(), new BotSigner(CRAWLER, key, InstantSource.system()));

    get(settings, "/");
    get(settings, "/guide/?page=2&q=a%20b");

    var both = Map.of("sig1", CRAWLER.resource().toString(), "sig2", CRAWLER.text());
    assertThat(signers).containsExactly(both, both);
  }

  @Test
  void aCrawlerThatSaysNothingIsNobody() throws InterruptedException {
    get(TestSettings.usual(), "/");

    assertThat(signers).containsExactly(Map.of());
  }

  @Test
  void aCrawlerThatClaimsAnothersUrlIsNotTaken() throws InterruptedException {
    var settings =
        TestSettings.signing(
            TestSettings.usual(),
            new BotSigner(
                CRAWLER, SigningKey.generate(new SecureRandom()), InstantSource.system()));

    get(settings, "/");

    assertThat(signers).containsExactly(Map.of());
  }

  private void get(HttpSettings settings, String target) throws InterruptedException {
    var url =
        PageUrl.parse("http://127.0.0.1:" + server.getAddress().getPort() + target).orElseThrow();
    try (var fetcher = HttpFetcher.open(settings)) {
      assertThat(fetcher.get(url, 1_000, new WireTally())).isInstanceOf(HttpReply.Answer.class);
    }
  }
}

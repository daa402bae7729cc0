package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.BotAuth;
import dev.sojourn.testing.CrawlerSignatureCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The signatures on all that a crawl asks a site for.
class SignedCrawlIT {
  private static final String ORIGIN = "https://crawler.example";
  private static final String DIRECTORY = ORIGIN + AgentUrl.WELL_KNOWN;

  @TempDir Path directory;
  private final SigningKey key = SigningKey.generate(new SecureRandom());

  /// From the path of each request to the members that a good signature covers.
  private final Map<String, Map<String, String>> signers = new ConcurrentHashMap<>();

  private final Map<String, String> files = new ConcurrentHashMap<>();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    files.put("/robots.txt", "Sitemap: " + origin() + "/sitemap.xml\n");
    files.put("/sitemap.xml", "<urlset><url><loc>" + origin() + "/orphan</loc></url></urlset>");
    files.put("/", "<title>Start</title><a href='/a?b=%7Ec'>a</a>");
    files.put("/a?b=~c", "<title>A</title>");
    files.put("/orphan", "<title>Orphan</title>");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var uri = exchange.getRequestURI();
    var fields = exchange.getRequestHeaders();
    var request =
        new CrawlerSignatureCheck.Request(
            exchange.getRequestMethod(),
            fields.getFirst("Host"),
            uri.getRawPath(),
            uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery(),
            fields);
    var check = new CrawlerSignatureCheck(key.verifyKey().x(), key.id());
    signers.put(uri.toString(), check.signers(request, Instant.now()));
    var body = files.getOrDefault(uri.toString(), "").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @ParameterizedTest
  @CsvSource({
    "BOTH, https://crawler.example",
    "DRAFT_01, https://crawler.example",
    "DRAFT_00, https://crawler.example",
    "BOTH, https://crawler.example/%6Beys/%c3%a4.json?tenant=4&x=%2F"
  })
  void robotsTxtSitemapsAndPagesAreSignedForVerifiersOfTheDraftsThatWereAskedFor(
      BotAuth drafts, String url) throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    var plain = bench.request(origin() + "/");
    var identity =
        new CrawlIdentity(AgentUrl.parse(url), Optional.of(key), drafts, Optional.empty());
    SharedSandbox.crawl(
        new CrawlRequest(
            plain.starts(),
            plain.out(),
            plain.isResumed(),
            plain.agent(),
            new CrawlRequest.Crawler(
                plain.crawler().owner(),
                plain.crawler().keyFile(),
                plain.crawler().productToken(),
                plain.crawler().userAgent(),
                identity),
            plain.settings(),
            ChangedTerms.NONE));

    var expected =
        url.equals(ORIGIN)
            ? switch (drafts) {
              case BOTH -> Map.of("sig1", DIRECTORY, "sig2", ORIGIN);
              case DRAFT_01 -> Map.of("sig1", DIRECTORY);
              case DRAFT_00 -> Map.of("sig1", ORIGIN);
            }
            : Map.of("sig1", ORIGIN + "/keys/%C3%A4.json?tenant=4&x=%2F");
    assertThat(signers.keySet())
        .containsAll(List.of("/robots.txt", "/", "/a?b=~c", "/sitemap.xml", "/orphan"));
    assertThat(signers.values()).containsOnly(expected);
  }
}

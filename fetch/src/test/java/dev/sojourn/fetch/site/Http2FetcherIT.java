package dev.sojourn.fetch.site;

import static dev.sojourn.fetch.site.FrameServer.END_HEADERS;
import static dev.sojourn.fetch.site.FrameServer.END_STREAM;
import static dev.sojourn.fetch.site.FrameServer.GOAWAY;
import static dev.sojourn.fetch.site.FrameServer.HEADERS;
import static dev.sojourn.fetch.site.FrameServer.OK;
import static dev.sojourn.fetch.site.FrameServer.block;
import static dev.sojourn.fetch.site.FrameServer.octets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.HttpVersion;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.BotSigner;
import dev.sojourn.robots.fetch.Validators;
import dev.sojourn.testing.CrawlerSignatureCheck;
import dev.sojourn.testing.HttpsTestServer;
import dev.sojourn.testing.Nginx;
import dev.sojourn.testing.ScriptedServer;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Fetching over HTTP/2: from nginx, and from a server of literal frames.
@Timeout(120)
class Http2FetcherIT {
  private static final int MAX = 1024 * 1024;
  private static final String TEXT = "<p>some text</p>".repeat(2_000);

  @TempDir private static Path folder;
  private static TestCertificate certificate;
  private static SSLContext server;
  private static SSLContext client;
  private static Optional<Nginx> nginx = Optional.empty();

  private final WireTally tally = new WireTally();
  private final HttpFetcher fetcher = HttpFetcher.open(TestSettings.trusting(settings(), client));

  @BeforeAll
  static void start() throws Exception {
    certificate = TestCertificate.write(folder);
    server = certificate.server();
    client = certificate.client();
    if (Nginx.isInstalled()) {
      var root = Files.createDirectories(folder.resolve("www"));
      Files.writeString(root.resolve("page.html"), TEXT);
      Files.createDirectories(root.resolve("more"));
      // After 10 requests it sends GOAWAY.
      var site =
          "ssl_certificate %1$s/host.pem; ssl_certificate_key %1$s/host.key; root %2$s;"
              + " keepalive_requests 10;";
      nginx =
          Optional.of(
              Nginx.startServers(
                  folder.resolve("nginx"), "ssl http2", List.of(site.formatted(folder, root))));
    }
  }

  @AfterAll
  static void stop() throws IOException {
    if (nginx.isPresent()) {
      nginx.get().close();
    }
  }

  @AfterEach
  void close() {
    fetcher.close();
  }

  private static HttpSettings settings() {
    var patient = Duration.ofSeconds(30);
    return TestSettings.of(patient, patient, patient, MAX, 8);
  }

  private static int nginxPort() {
    assumeTrue(nginx.isPresent(), "nginx is not installed");
    return nginx.get().ports().getFirst().number();
  }

  private static PageUrl url(int port, String path) {
    return PageUrl.parse("https://localhost:" + port + path).orElseThrow();
  }

  private HttpReply.Answer get(int port, String path) throws InterruptedException {
    return answer(fetcher.get(url(port, path), MAX, tally));
  }

  private static HttpReply.Answer answer(HttpReply reply) {
    assertThat(reply).isInstanceOf(HttpReply.Answer.class);
    return (HttpReply.Answer) reply;
  }

  /// Runs the same on several threads and gives what came of it.
  private static <T> List<T> onThreads(int threads, Callable<T> task) throws Exception {
    var results = new ArrayList<T>();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var futures = new ArrayList<Future<T>>();
      for (int i = 0; i < threads; i++) {
        futures.add(executor.submit(task));
      }
      for (var future : futures) {
        results.add(future.get());
      }
    }
    return results;
  }

  @Test
  void nginxGivesTheSameOverBothVersions() throws Exception {
    int port = nginxPort();
    var other = new WireTally();
    try (var http1 =
        HttpFetcher.open(TestSettings.trusting(TestSettings.overHttp1(settings()), client))) {
      for (var path : List.of("/page.html", "/absent.html", "/more")) {
        var over2 = get(port, path);
        var over1 = answer(http1.get(url(port, path), MAX, other));
        assertThat(over2.status()).isEqualTo(over1.status());
        assertThat(over2.body()).isEqualTo(over1.body());
        assertThat(lasting(over2)).isEqualTo(lasting(over1));
      }
      var held = new Validators(get(port, "/page.html").header("etag"), Optional.empty());
      assertThat(answer(fetcher.get(url(port, "/page.html"), held, MAX, tally)).status())
          .isEqualTo(304);
    }
    assertThat(get(port, "/page.html").body()).asString(StandardCharsets.UTF_8).isEqualTo(TEXT);
    assertThat(tally.versions()).containsExactly(HttpVersion.HTTP_2);
    assertThat(other.versions()).containsExactly(HttpVersion.HTTP_1_1);
  }

  private static Map<String, List<String>> lasting(HttpReply.Answer answer) {
    var fields = new HashMap<>(answer.headers());
    List.of("date", "connection", "transfer-encoding").forEach(fields::remove);
    return fields;
  }

  @Test
  void everyByteOfBothDirectionsIsCountedForOneOfThoseThatShareAConnection() throws Exception {
    try (var relay = ByteRelay.start(nginxPort())) {
      var other = new WireTally();
      for (int i = 0; i < 4; i++) {
        get(relay.port(), "/page.html");
        fetcher.get(url(relay.port(), "/page.html"), MAX, other);
      }
      assertThat(relay.connections).hasValue(1);
      await()
          .untilAsserted(
              () -> {
                assertThat(tally.sentBytes() + other.sentBytes()).isEqualTo(relay.toServer.get());
                assertThat(tally.receivedBytes() + other.receivedBytes())
                    .isEqualTo(relay.toClient.get());
              });
      // The first of them paid for TLS.
      assertThat(other.sentBytes()).isBetween(150L, tally.sentBytes() - 500);
      assertThat(other.requests()).isEqualTo(4);
    }
  }

  @Test
  void aFrameThatNeverComesToItsEndIsCountedToo() throws Exception {
    var stopping =
        FrameServer.start(
            server,
            peer -> {
              peer.settings();
              int stream = peer.next().stream();
              var frame = FrameServer.frame(HEADERS, END_HEADERS, stream, block("200"));
              peer.raw(Arrays.copyOf(frame, frame.length - 2));
              peer.next();
            });
    var patient = Duration.ofSeconds(30);
    var silence = Duration.ofMillis(500);
    var hasty = TestSettings.of(patient, silence, patient, MAX, 8);
    try (stopping;
        var relay = ByteRelay.start(stopping.port());
        var impatient = HttpFetcher.open(TestSettings.trusting(hasty, client))) {
      var reply = impatient.get(url(relay.port(), "/"), MAX, tally);
      assertThat(((HttpReply.Failure) reply).kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
      await()
          .untilAsserted(
              () -> {
                assertThat(tally.sentBytes()).isEqualTo(relay.toServer.get());
                assertThat(tally.receivedBytes()).isEqualTo(relay.toClient.get());
              });
    }
  }

  /// Each connection serves 10 requests, and those that are under way meanwhile are sent away.
  @Test
  void whatNginxSendsAwayIsAskedAgain() throws Exception {
    try (var relay = ByteRelay.start(nginxPort())) {
      var left = new AtomicInteger(80);
      var statuses =
          onThreads(
              4,
              () -> {
                var seen = new ArrayList<Integer>();
                while (left.getAndDecrement() > 0) {
                  seen.add(get(relay.port(), "/page.html").status());
                }
                return seen;
              });
      assertThat(statuses.stream().flatMap(List::stream)).hasSize(80).containsOnly(200);
      assertThat(relay.connections.get()).isBetween(8, 40);
    }
  }

  @Test
  void aServerThatDoesNotOfferHttp2IsAskedOverHttp1() throws Exception {
    try (var plain = HttpsTestServer.start(folder, certificate)) {
      plain.answer("/", 200, Map.of(), "ok".getBytes(StandardCharsets.US_ASCII));
      var url = PageUrl.parse(plain.origin() + "/").orElseThrow();
      var statuses = onThreads(4, () -> answer(fetcher.get(url, MAX, tally)).status());
      assertThat(statuses).hasSize(4).containsOnly(200);
      assertThat(tally.versions()).containsExactly(HttpVersion.HTTP_1_1);
      assertThat(plain.asked()).isEqualTo(4);
    }
  }

  @Test
  void aSiteWithoutTlsIsAskedForNoUpgrade() throws Exception {
    try (var plain = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, "ok"))) {
      fetcher.get(PageUrl.parse(plain.origin() + "/").orElseThrow(), MAX, tally);
      assertThat(plain.requests.getFirst().fields())
          .noneMatch(field -> field.startsWith("Upgrade") || field.startsWith("HTTP2"));
    }
  }

  @Test
  void aCertificateOfAnotherNameIsNotBelieved() throws Exception {
    try (var frames = serving()) {
      var url = PageUrl.parse("https://other.example:" + frames.port() + "/").orElseThrow();
      var here = InetAddress.getLoopbackAddress();
      var reply = fetcher.getAt(url, here, Validators.NONE, MAX, tally);
      assertThat(((HttpReply.Failure) reply).reason()).startsWith("TLS was not agreed");
      assertThat(frames.requests).isEmpty();
    }
  }

  /// A further request takes another connection.
  @Test
  void noMoreRequestsAreUnderWayOnAConnectionThanTheServerAllows() throws Exception {
    var mostUnderWay = new AtomicInteger();
    var pause = new CountDownLatch(1);
    var pairs =
        FrameServer.start(
            server,
            peer -> {
              // SETTINGS_MAX_CONCURRENT_STREAMS: 2
              peer.settings(0, 3, 0, 0, 0, 2);
              var underWay = new AtomicInteger();
              while (true) {
                int stream = peer.next().stream();
                // On a new connection several may be under way before the settings come.
                boolean isSettled = peer.connection() == 1 && stream > 3;
                if (isSettled) {
                  mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                }
                Thread.ofVirtual()
                    .start(
                        new FutureTask<>(
                            () -> {
                              pause.await(30, TimeUnit.MILLISECONDS);
                              underWay.addAndGet(isSettled ? -1 : 0);
                              synchronized (peer) {
                                peer.ok(stream, "ok");
                              }
                              return stream;
                            }));
              }
            });
    try (pairs) {
      get(pairs.port(), "/first");
      var bodies = onThreads(8, () -> get(pairs.port(), "/x").body().length);
      assertThat(bodies).hasSize(8).containsOnly(2);
      assertThat(mostUnderWay).satisfies(most -> assertThat(most.get()).isBetween(1, 2));
      assertThat(pairs.connections()).isBetween(2, 8);
    }
  }

  @Test
  void theRequestIsThatOfHttp1AndItsSignatureIsGood() throws Exception {
    var key = SigningKey.generate(new SecureRandom());
    var signer =
        new BotSigner(new AgentUrl("https://crawler.example"), key, InstantSource.system());
    try (var frames = serving();
        var signing =
            HttpFetcher.open(
                TestSettings.trusting(TestSettings.signing(settings(), signer), client))) {
      for (int i = 0; i < 3; i++) {
        signing.get(url(frames.port(), "//a/[b]/%2F?q=[1]&x=%7Ey"), MAX, tally);
      }
      var check = new CrawlerSignatureCheck(key.verifyKey().x(), key.id());
      for (var request : frames.requests) {
        assertThat(request.fields())
            .startsWith(
                ":method: GET",
                ":path: //a/[b]/%2F?q=[1]&x=~y",
                ":authority: localhost:" + frames.port(),
                ":scheme: https",
                "user-agent: TestBot/1.0")
            .contains("accept-encoding: gzip")
            .noneMatch(field -> field.startsWith("cookie"));
        var seen =
            new CrawlerSignatureCheck.Request(
                "GET", "localhost:" + frames.port(), "//a/[b]/%2F", "?q=[1]&x=~y", fields(request));
        assertThat(check.signers(seen, Instant.now()))
            .hasSize(2)
            .containsEntry("sig2", "https://crawler.example");
      }
    }
  }

  private static Map<String, List<String>> fields(FrameServer.Request request) {
    var fields = new HashMap<String, List<String>>();
    for (var field : request.fields()) {
      int colon = field.indexOf(": ", 1);
      fields.put(field.substring(0, colon), List.of(field.substring(colon + 2)));
    }
    return fields;
  }

  private static FrameServer serving() throws IOException {
    return FrameServer.start(
        server,
        peer -> {
          peer.settings();
          while (true) {
            peer.ok(peer.next().stream(), "ok");
          }
        });
  }

  /// As nginx passes them on from a server behind it.
  @Test
  void fieldsOfAnotherConnectionAreLeftOutOfAnAnswer() throws Exception {
    var proxy =
        FrameServer.start(
            server,
            peer -> {
              peer.settings();
              var fields =
                  block(
                      "200",
                      "upgrade: h2,h2c",
                      "connection: Upgrade, close",
                      "keep-alive: timeout=5",
                      "proxy-connection: close",
                      "transfer-encoding: chunked",
                      "server: Apache");
              peer.send(HEADERS, END_HEADERS | END_STREAM, peer.next().stream(), fields);
              peer.next();
            });
    try (proxy) {
      var answer = get(proxy.port(), "/robots.txt");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.headers()).isEqualTo(Map.of("server", List.of("Apache")));
    }
  }

  /// A server with a table of no octets, as its settings say, could decode nothing else.
  @Test
  void theTableOfFieldsIsNoLargerThanTheServerTakes() throws Exception {
    var small =
        FrameServer.start(
            server,
            peer -> {
              // SETTINGS_HEADER_TABLE_SIZE: 0
              peer.settings(0, 1, 0, 0, 0, 0);
              peer.ok(peer.next().stream(), "ok");
              peer.forgetTable();
              while (true) {
                peer.ok(peer.next().stream(), "ok");
              }
            });
    try (small) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(small.port(), "/" + i).status()).isEqualTo(200);
      }
      assertThat(small.requests)
          .extracting(FrameServer.Request::path)
          .containsExactly("/0", "/1", "/2");
    }
  }

  @Test
  void aConnectionThatWasMadeByNameIsNoneToAnAddress() throws Exception {
    try (var frames = serving()) {
      get(frames.port(), "/");
      var here = InetAddress.getLoopbackAddress();
      var pinned = fetcher.getAt(url(frames.port(), "/"), here, Validators.NONE, MAX, tally);
      assertThat(answer(pinned).status()).isEqualTo(200);
      assertThat(frames.connections()).isEqualTo(2);
      // No server listens at that address; only a kept connection could answer.
      var other = InetAddress.getByName("127.0.0.2");
      var elsewhere = fetcher.getAt(url(frames.port(), "/"), other, Validators.NONE, MAX, tally);
      assertThat(((HttpReply.Failure) elsewhere).kind()).isEqualTo(HttpReply.Kind.UNREACHABLE);
    }
  }

  @Test
  void whoIsInterruptedLetsGoOfItsOwnAnswerOnly() throws Exception {
    var begun = new CountDownLatch(1);
    var half =
        FrameServer.start(
            server,
            peer -> {
              peer.settings();
              while (true) {
                var request = peer.next();
                if (request.path().equals("/half")) {
                  peer.send(HEADERS, END_HEADERS, request.stream(), OK);
                  begun.countDown();
                } else {
                  peer.ok(request.stream(), "ok");
                }
              }
            });
    try (half) {
      var asking =
          new FutureTask<HttpReply>(() -> fetcher.get(url(half.port(), "/half"), MAX, tally));
      var thread = Thread.ofVirtual().start(asking);
      begun.await();
      thread.interrupt();
      assertThatThrownBy(asking::get).hasCauseInstanceOf(InterruptedException.class);
      assertThat(get(half.port(), "/whole").body()).hasSize(2);
      assertThat(half.connections()).isEqualTo(1);
      // RST_STREAM with CANCEL
      assertThat(half.others).contains("3 3 00000008");
    }
  }

  /// The server processed the first of the two requests, and says so.
  @Test
  void whatWasNotProcessedBeforeGoAwayIsAskedAgainAndTheRestIsNot() throws Exception {
    var leaving =
        FrameServer.start(
            server,
            peer -> {
              peer.settings();
              if (peer.connection() > 1) {
                peer.ok(peer.next().stream(), "again");
                return;
              }
              peer.ok(peer.next().stream(), "ok");
              var processed = peer.next();
              peer.next();
              peer.send(GOAWAY, 0, 0, octets(0, 0, 0, processed.stream(), 0, 0, 0, 0));
              peer.ok(processed.stream(), "ok");
              peer.next();
            });
    try (leaving) {
      get(leaving.port(), "/");
      var lengths = onThreads(2, () -> get(leaving.port(), "/x").body().length);
      assertThat(lengths).containsExactlyInAnyOrder("ok".length(), "again".length());
      assertThat(leaving.requests).hasSize(4);
      assertThat(leaving.connections()).isEqualTo(2);
    }
  }

  /// Each connection serves two requests, so some of them are sent away time after time.
  @Test
  void noPageIsLostWhereAConnectionServesFewRequests() throws Exception {
    var brief =
        FrameServer.start(
            server,
            peer -> {
              peer.settings();
              peer.ok(peer.next().stream(), "ok");
              int last = peer.next().stream();
              peer.send(GOAWAY, 0, 0, octets(0, 0, 0, last, 0, 0, 0, 0));
              peer.ok(last, "ok");
              while (true) {
                peer.next();
              }
            });
    try (brief) {
      assertThat(onThreads(24, () -> get(brief.port(), "/x").status()))
          .hasSize(24)
          .containsOnly(200);
      assertThat(brief.connections()).isBetween(12, 24 * 5);
    }
  }

  @Test
  void aKeptConnectionThatTheSiteClosedIsReplacedOnce() throws Exception {
    var closing =
        FrameServer.start(
            server,
            peer -> {
              peer.settings();
              peer.ok(peer.next().stream(), "ok");
              peer.next();
            });
    try (closing) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(closing.port(), "/" + i).status()).isEqualTo(200);
      }
      assertThat(closing.connections()).isEqualTo(3);
    }
  }
}

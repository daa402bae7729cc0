package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.SimpleFileServer;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.robots.fetch.Validators;
import dev.sojourn.testing.HeldPort;
import dev.sojourn.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class HttpFetcherIT {
  private static final int MAX = 64 * 1024;

  private final WireTally tally = new WireTally();
  private final HttpFetcher fetcher =
      HttpFetcher.open(
          TestSettings.of(
              Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(25), MAX, 8));

  @AfterEach
  void close() {
    fetcher.close();
  }

  /// The reply of a fetcher that does not wait for the server.
  ///
  /// @param silence how long the server may say nothing
  /// @param whole how long the exchange may take
  private HttpReply getHastily(String url, Duration silence, Duration whole)
      throws InterruptedException {
    var settings = TestSettings.of(Duration.ofSeconds(10), silence, whole, MAX, 8);
    try (var hasty = HttpFetcher.open(settings)) {
      return hasty.get(url(url), MAX, tally);
    }
  }

  @Test
  void readsTheFilesOfARealServerOnOneConnection(@TempDir Path root) throws Exception {
    Files.writeString(root.resolve("page.html"), "<p>hello</p>");
    var server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            root.toRealPath(),
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    try {
      var origin = "http://127.0.0.1:" + server.getAddress().getPort();
      var found = answer(get(origin + "/page.html"));
      var missing = answer(get(origin + "/absent.html"));
      assertThat(found.status()).isEqualTo(200);
      assertThat(found.body()).asString(StandardCharsets.UTF_8).isEqualTo("<p>hello</p>");
      assertThat(found.header("content-type")).contains("text/html");
      assertThat(missing.status()).isEqualTo(404);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void sendsExactlyThePathOfThePageAndItsOwnName() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, "ok"))) {
      get(server.origin() + "//a/[b]/%2F?q=[1]&x=%7Ey");
      var request = server.requests.getFirst();
      assertThat(request.line()).isEqualTo("GET //a/[b]/%2F?q=[1]&x=~y HTTP/1.1");
      assertThat(request.fields())
          .contains("User-Agent: TestBot/1.0", "Accept-Encoding: gzip")
          .contains("Host: " + server.origin().substring("http://".length()));
      assertThat(request.fields()).noneMatch(field -> field.startsWith("Cookie"));
    }
  }

  @Test
  void asksForThePathsThatBrowsersAskFor() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, "ok"))) {
      var target = "/a|b/100%/~?q={x}|`^\\[\\]&100%";
      get(server.origin() + target);
      assertThat(server.requests.getFirst().line()).isEqualTo("GET " + target + " HTTP/1.1");
    }
  }

  /// Servers write what they have, in whatever charset that is.
  @ParameterizedTest
  @CsvSource({
    "windows-1251, /\u043c\u0438\u0440?q=\u043c, /%EC%E8%F0?q=%EC",
    "iso-8859-1, /caf\u00e9, /caf%E9",
    "utf-8, /\u043c\u0438\u0440?q=\u043c, /%D0%BC%D0%B8%D1%80?q=%D0%BC",
    "utf-8, //b\u00fccher.example/, http://xn--bcher-kva.example/",
  })
  void followsALocationInRawOctets(String charset, String location, String to) throws Exception {
    var head = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + "\r\n\r\n";
    try (var server =
        ScriptedServer.start(
            (request, out) -> out.write(head.getBytes(Charset.forName(charset))))) {
      var url = url(server.origin() + "/x");
      var target = answer(get(url.toString())).header("location").flatMap(url::resolve);
      assertThat(target).isEqualTo(url.resolve(to));
    }
  }

  @Test
  void asksAtTheGivenAddressWhateverTheNameSays() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, "ok"))) {
      var authority = server.origin().replace("http://127.0.0.1", "nowhere.invalid");
      var url = url("http://" + authority + "/x");
      var here = InetAddress.getLoopbackAddress();
      assertThat(answer(fetcher.getAt(url, here, Validators.NONE, MAX, tally)).status())
          .isEqualTo(200);
      assertThat(server.requests.getFirst().fields()).contains("Host: " + authority);
      // The connection does not serve requests by name either.
      assertThat(failure(fetcher.get(url, MAX, tally)).reason()).isEqualTo("its name is not known");
    }
  }

  @Test
  void aConnectionThatWasMadeByNameIsNoneToAnAddress() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, "ok"))) {
      var url = url(server.origin() + "/x");
      fetcher.get(url, MAX, tally);
      // No server listens at that address; only the kept connection could answer.
      var other = InetAddress.getByName("127.0.0.2");
      assertThat(failure(fetcher.getAt(url, other, Validators.NONE, MAX, tally)).kind())
          .isEqualTo(HttpReply.Kind.UNREACHABLE);
      assertThat(server.requests).hasSize(1);
    }
  }

  @Test
  void countsEveryByteOfBothDirections() throws Exception {
    var body = "x".repeat(1000);
    var answer = ScriptedServer.head(200, "Content-Length: 1000") + body;
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.say(out, answer))) {
      get(server.origin() + "/1");
      get(server.origin() + "/2");
      assertThat(tally.requests()).isEqualTo(2);
      assertThat(tally.receivedBytes()).isEqualTo(2L * answer.length());
      assertThat(tally.sentBytes()).isEqualTo(server.receivedBytes());
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void chargesASharedConnectionToWhoeverUsesIt() throws Exception {
    var answer = ScriptedServer.head(200, "Content-Length: 2") + "ok";
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.say(out, answer))) {
      var other = new WireTally();
      get(server.origin() + "/1");
      fetcher.get(url(server.origin() + "/2"), MAX, other);
      assertThat(server.connections()).isEqualTo(1);
      assertThat(other.receivedBytes()).isEqualTo(answer.length());
      assertThat(tally.receivedBytes()).isEqualTo(answer.length());
    }
  }

  @Test
  void followsNoRedirectByItself() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> ScriptedServer.page(out, 302, "", "Location: /next"))) {
      var answer = answer(get(server.origin() + "/"));
      assertThat(answer.status()).isEqualTo(302);
      assertThat(answer.header("location")).contains("/next");
      assertThat(server.requests).hasSize(1);
    }
  }

  @Test
  void decodesGzip() throws Exception {
    var encoded = gzip("<p>gr\u00fc\u00dfe</p>".getBytes(StandardCharsets.UTF_8));
    try (var server = serving(encoded, "Content-Encoding: gzip")) {
      var answer = answer(get(server.origin() + "/"));
      assertThat(answer.body())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("<p>gr\u00fc\u00dfe</p>");
      assertThat(answer.truncated()).isFalse();
    }
  }

  /// Deflate is zlib by its definition; some servers send the bare compressed data.
  @Test
  void decodesEveryCodingThatServersSend() throws Exception {
    var plain = "<p>text</p>".getBytes(StandardCharsets.UTF_8);
    try (var old = serving(gzip(plain), "Content-Encoding: X-GZip");
        var zlib = serving(deflate(plain, false), "Content-Encoding: deflate");
        var raw = serving(deflate(plain, true), "Content-Encoding: deflate");
        var both = serving(gzip(deflate(plain, true)), "Content-Encoding: deflate, x-gzip");
        var four = serving(plain, "Content-Encoding: gzip, gzip, gzip, gzip");
        var bomb =
            serving(deflate(new byte[50 * 1024 * 1024], false), "Content-Encoding: deflate")) {
      for (var server : List.of(old, zlib, raw, both)) {
        assertThat(answer(get(server.origin() + "/")).body()).isEqualTo(plain);
      }
      assertThat(failure(get(four.origin() + "/")).reason()).contains("encoding gzip, gzip");
      assertThat(answer(get(bomb.origin() + "/")).body()).hasSize(MAX);
    }
  }

  private static byte[] deflate(byte[] plain, boolean isRaw) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var deflater = new Deflater(6, isRaw);
        var out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  @Test
  void aGzipBombCostsNoMoreThanTheLimit() throws Exception {
    var bomb = gzip(new byte[50 * 1024 * 1024]);
    try (var server = serving(bomb, "Content-Encoding: gzip")) {
      var answer = answer(get(server.origin() + "/"));
      assertThat(answer.body()).hasSize(MAX);
      assertThat(answer.truncated()).isTrue();
    }
  }

  /// The limit of every crawl, which nothing sets.
  @Test
  void aBodyIsReadUpToSixteenMebibytesAndNotOneOctetFurther() throws Exception {
    int most = FetchLimits.DEFAULT.maxBodyBytes();
    assertThat(most).isEqualTo(16 << 20);
    var patient = Duration.ofSeconds(30);
    var settings = TestSettings.of(patient, patient, patient, most, 1);
    for (int length : new int[] {most - 1, most, most + 1}) {
      try (var server = serving(new byte[length], "Content-Type: text/html");
          var usual = HttpFetcher.open(settings)) {
        var answer = answer(usual.get(url(server.origin() + "/"), most, tally));
        assertThat(answer.body()).hasSize(Math.min(length, most));
        assertThat(answer.truncated()).as("%d", length).isEqualTo(length > most);
      }
    }
  }

  @Test
  void anEndlessBodyIsReadUpToTheLimit() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, ScriptedServer.head(200, "Content-Type: text/html"));
              while (true) {
                ScriptedServer.say(out, "<p>more</p>");
              }
            })) {
      var answer = answer(get(server.origin() + "/"));
      assertThat(answer.body()).hasSize(MAX);
      assertThat(answer.truncated()).isTrue();
    }
  }

  /// Closing a response of a known length reads it to its end.
  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 99999999999", "Transfer-Encoding: chunked"})
  void whatIsNotWantedOfAnEndlessBodyIsNotRead(String framing) throws Exception {
    var chunk = "1000\r\n" + "x".repeat(4096) + "\r\n";
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              if (request.target().equals("/next")) {
                ScriptedServer.page(out, 200, "ok");
                return;
              }
              ScriptedServer.say(out, ScriptedServer.head(200, framing));
              while (true) {
                ScriptedServer.say(out, chunk);
              }
            })) {
      var answer = answer(get(server.origin() + "/"));
      assertThat(answer.body()).hasSize(MAX);
      assertThat(answer.truncated()).isTrue();
      assertThat(tally.receivedBytes()).isLessThan(2 * MAX);
      assertThat(answer(get(server.origin() + "/next")).status()).isEqualTo(200);
    }
  }

  @Test
  void anEndlessBodyInAnUnknownEncodingIsNotRead() throws Exception {
    var head = ScriptedServer.head(200, "Content-Encoding: br", "Content-Length: 99999999999");
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, head);
              while (true) {
                ScriptedServer.say(out, "x".repeat(4096));
              }
            })) {
      assertThat(failure(get(server.origin() + "/")).reason()).contains("encoding br");
      assertThat(tally.receivedBytes()).isLessThan(MAX);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 000 Odd",
        "HTTP/1.1 -1 Odd",
        "HTTP/1.1 99999999999 Odd",
        "HTTP/9.9 200 Odd",
        "HTTP/1.1 200 Odd\r\nContent-Length: -5",
        "HTTP/1.1 200 Odd\r\nContent-Length: 2\r\nContent-Length: 9",
        "HTTP/1.1 200 Odd\r\nContent-Length: 99999999999999999999",
        "HTTP/1.1 200 Odd\r\nTransfer-Encoding: gzip, chunked",
        "HTTP/1.1 200 Odd\r\nTransfer-Encoding: chunked\r\n\r\n-5",
        "HTTP/1.1 200 Odd\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF"
      })
  void aMalformedHeadIsNoFaultOfOurs(String head) throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, head + "\r\n\r\nok");
              out.close();
            })) {
      assertThat(failure(get(server.origin() + "/")).kind()).isEqualTo(HttpReply.Kind.BROKEN);
    }
  }

  @Test
  void aSilentSiteIsATimeOut() throws Exception {
    var never = new CountDownLatch(1);
    try (var server = ScriptedServer.start((request, out) -> await(never))) {
      var hasty = getHastily(server.origin() + "/", Duration.ofMillis(400), Duration.ofSeconds(25));
      assertThat(failure(hasty).kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
    }
  }

  @Test
  void aBodyThatTricklesIsCutOffAtTheDeadline() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, ScriptedServer.head(200, "Content-Length: 10000"));
              trickle(out, "x");
            })) {
      var failure =
          failure(
              getHastily(server.origin() + "/", Duration.ofSeconds(20), Duration.ofMillis(900)));
      assertThat(failure.kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
      assertThat(failure.reason()).contains("took over");
    }
  }

  @Test
  void aHeadThatTricklesIsCutOffAtTheDeadline() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, "HTTP/1.1 200 OK\r\nX-Slow: ");
              trickle(out, "y");
            })) {
      var failure =
          failure(
              getHastily(server.origin() + "/", Duration.ofSeconds(20), Duration.ofMillis(900)));
      assertThat(failure.kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
    }
  }

  @Test
  void aHeadWithoutEndIsRefused() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, "HTTP/1.1 200 OK\r\n");
              while (true) {
                ScriptedServer.say(out, "X-More: of the same\r\n");
              }
            })) {
      assertThat(failure(get(server.origin() + "/")).kind()).isEqualTo(HttpReply.Kind.BROKEN);
    }
  }

  @Test
  void aBodyShorterThanAnnouncedIsNoPage() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, ScriptedServer.head(200, "Content-Length: 100") + "half");
              out.close();
            })) {
      var failure = failure(get(server.origin() + "/"));
      assertThat(failure.kind()).isEqualTo(HttpReply.Kind.BROKEN);
      assertThat(failure.reason()).isEqualTo("the answer ends early");
    }
  }

  @Test
  void whatIsNoHttpIsNoAnswer() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, "220 mail.example ESMTP\r\n\r\n");
              out.close();
            })) {
      assertThat(failure(get(server.origin() + "/")).kind()).isEqualTo(HttpReply.Kind.BROKEN);
    }
  }

  @Test
  void gzipThatEndsEarlyOrIsNoneAndUnknownEncodingsAreNoPages() throws Exception {
    var whole = gzip("some text".getBytes(StandardCharsets.UTF_8));
    var half = java.util.Arrays.copyOf(whole, whole.length - 12);
    try (var early = serving(half, "Content-Encoding: gzip");
        var none = serving("plain".getBytes(StandardCharsets.UTF_8), "Content-Encoding: gzip");
        var unknown = serving(whole, "Content-Encoding: br")) {
      assertThat(failure(get(early.origin() + "/")).reason()).contains("ends early");
      assertThat(failure(get(none.origin() + "/")).reason()).contains("not the gzip");
      assertThat(failure(get(unknown.origin() + "/")).reason()).contains("encoding br");
    }
  }

  @Test
  void aKeptConnectionThatTheSiteClosedIsReplacedOnce() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              if (request.target().equals("/2") && request.connection() == 1) {
                out.close();
              } else {
                ScriptedServer.page(out, 200, "ok");
              }
            })) {
      get(server.origin() + "/1");
      assertThat(answer(get(server.origin() + "/2")).status()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aSiteThatAlwaysClosesIsAskedTwiceAndNoMore() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> out.close())) {
      assertThat(failure(get(server.origin() + "/")).kind()).isEqualTo(HttpReply.Kind.BROKEN);
      assertThat(server.requests).hasSize(2);
    }
  }

  @Test
  void aRefusedConnectionAndAnUnknownNameAreUnreachable() throws Exception {
    try (var port = HeldPort.take()) {
      var refused = failure(get("http://127.0.0.1:" + port.number() + "/"));
      assertThat(refused.kind()).isEqualTo(HttpReply.Kind.UNREACHABLE);
      assertThat(refused.reason()).isEqualTo("it refuses connections");
    }
    var unknown = failure(get("http://no-such-name.invalid/"));
    assertThat(unknown.kind()).isEqualTo(HttpReply.Kind.UNREACHABLE);
    assertThat(unknown.reason()).isEqualTo("its name is not known");
  }

  @Test
  void aConnectionThatTakesTooLongIsNoRefusal() throws Exception {
    var settings =
        TestSettings.of(
            Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofSeconds(25), MAX, 8);
    var waiting = new ArrayList<SocketChannel>();
    try (var server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        var hasty = HttpFetcher.open(settings)) {
      // The server accepts nothing. Once its queue is full, the system ignores who connects.
      for (int i = 0; i < 8; i++) {
        var channel = SocketChannel.open();
        waiting.add(channel);
        channel.configureBlocking(false);
        channel.connect(server.getLocalSocketAddress());
      }
      var url = "http://127.0.0.1:" + server.getLocalPort() + "/";
      var late = failure(hasty.get(url(url), MAX, tally));
      assertThat(late.kind()).isEqualTo(HttpReply.Kind.UNREACHABLE);
      assertThat(late.reason()).isEqualTo("no connection within 1 s");
    } finally {
      for (var channel : waiting) {
        channel.close();
      }
    }
  }

  @Test
  void anInterruptEndsAnExchangeAtOnce() throws Exception {
    var never = new CountDownLatch(1);
    var asked = new CountDownLatch(1);
    try (var slow = HttpFetcher.open(TestSettings.usual());
        var server =
            ScriptedServer.start(
                (request, out) -> {
                  asked.countDown();
                  await(never);
                })) {
      var task = new FutureTask<>(() -> slow.get(url(server.origin() + "/"), MAX, tally));
      var thread = Thread.ofVirtual().start(task);
      asked.await();
      thread.interrupt();
      assertThatThrownBy(task::get).hasCauseInstanceOf(InterruptedException.class);
    }
  }

  private HttpReply get(String url) throws InterruptedException {
    return fetcher.get(url(url), MAX, tally);
  }

  private static PageUrl url(String text) {
    return PageUrl.parse(text).orElseThrow();
  }

  private static HttpReply.Answer answer(HttpReply reply) {
    assertThat(reply).isInstanceOf(HttpReply.Answer.class);
    return (HttpReply.Answer) reply;
  }

  private static HttpReply.Failure failure(HttpReply reply) {
    assertThat(reply).isInstanceOf(HttpReply.Failure.class);
    return (HttpReply.Failure) reply;
  }

  private static ScriptedServer serving(byte[] body, String field) throws IOException {
    return ScriptedServer.start(
        (request, out) -> {
          ScriptedServer.say(
              out, ScriptedServer.head(200, field, "Content-Length: " + body.length));
          out.write(body);
          out.flush();
        });
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private static void trickle(java.io.OutputStream out, String drop) throws IOException {
    var never = new CountDownLatch(1);
    while (true) {
      ScriptedServer.say(out, drop);
      try {
        if (never.await(50, java.util.concurrent.TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}

package dev.sojourn.fetch.site;

import static dev.sojourn.fetch.site.FrameServer.CONTINUATION;
import static dev.sojourn.fetch.site.FrameServer.DATA;
import static dev.sojourn.fetch.site.FrameServer.END_HEADERS;
import static dev.sojourn.fetch.site.FrameServer.END_STREAM;
import static dev.sojourn.fetch.site.FrameServer.GOAWAY;
import static dev.sojourn.fetch.site.FrameServer.HEADERS;
import static dev.sojourn.fetch.site.FrameServer.OK;
import static dev.sojourn.fetch.site.FrameServer.PING;
import static dev.sojourn.fetch.site.FrameServer.PRIORITY;
import static dev.sojourn.fetch.site.FrameServer.PUSH_PROMISE;
import static dev.sojourn.fetch.site.FrameServer.RST_STREAM;
import static dev.sojourn.fetch.site.FrameServer.SETTINGS;
import static dev.sojourn.fetch.site.FrameServer.WINDOW_UPDATE;
import static dev.sojourn.fetch.site.FrameServer.block;
import static dev.sojourn.fetch.site.FrameServer.frame;
import static dev.sojourn.fetch.site.FrameServer.octets;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireAllowance;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.TestCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that agree on HTTP/2 and then break or stretch its rules.
@Timeout(120)
class HostileHttp2ServerIT {
  private static final int MAX = 64 * 1024;

  /// The first stream of a connection; the client keeps 1 for the upgrade from HTTP/1.1.
  private static final int FIRST = 3;

  private static final String CALM = "it sent more than 1000 frames that bring nothing";

  @TempDir private static Path folder;
  private static SSLContext server;
  private static SSLContext client;

  private final WireTally tally = new WireTally();

  @BeforeAll
  static void makeCertificate() throws Exception {
    var certificate = TestCertificate.write(folder);
    server = certificate.server();
    client = certificate.client();
  }

  /// The act of a server once a request came.
  private interface Attack {
    void on(FrameServer.Peer peer, int stream) throws IOException;
  }

  /// A server that settles as usual and attacks at each request.
  private static FrameServer serving(Attack attack) throws IOException {
    return FrameServer.start(
        server,
        peer -> {
          peer.settings();
          while (true) {
            attack.on(peer, peer.next().stream());
          }
        });
  }

  private static HttpFetcher fetcher(Duration silence, Duration whole) {
    var connect = Duration.ofSeconds(20);
    return HttpFetcher.open(
        TestSettings.trusting(TestSettings.of(connect, silence, whole, MAX, 8), client));
  }

  private HttpReply get(HttpFetcher fetcher, FrameServer from) throws InterruptedException {
    return fetcher.get(PageUrl.parse(from.origin() + "/").orElseThrow(), MAX, tally);
  }

  private HttpReply.Failure failure(FrameServer from, Duration silence, Duration whole)
      throws Exception {
    try (from;
        var fetcher = fetcher(silence, whole)) {
      var reply = get(fetcher, from);
      assertThat(reply).isInstanceOf(HttpReply.Failure.class);
      assertThat(tally.receivedBytes()).isLessThan(WireAllowance.HEAD_BYTES + 3L * MAX);
      return (HttpReply.Failure) reply;
    }
  }

  private void isBroken(String reason, Attack attack) throws Exception {
    var failure = failure(serving(attack), Duration.ofSeconds(30), Duration.ofSeconds(50));
    assertThat(failure).isEqualTo(new HttpReply.Failure(HttpReply.Kind.BROKEN, reason));
  }

  /// Sends one thing, then another for ever.
  private static Attack endless(byte[] first, byte[] again) {
    return (peer, _) -> {
      peer.raw(first);
      while (true) {
        peer.raw(again);
      }
    };
  }

  private static byte[] times(int times, byte[] octets) {
    var all = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      all.writeBytes(octets);
    }
    return all.toByteArray();
  }

  @Test
  void endlessContinuationsAreNoAnswer() throws Exception {
    isBroken(
        "its header fields are too long or too many",
        endless(
            frame(HEADERS, 0, FIRST, OK),
            frame(
                CONTINUATION,
                0,
                FIRST,
                times(250, block("200", "x: yyyyyyyyyyyyyyyyyyyyyyyyyy")))));
  }

  @Test
  void endlessEmptyContinuationsAreNoAnswer() throws Exception {
    isBroken(
        "its header fields are too long or too many",
        endless(frame(HEADERS, 0, FIRST, OK), frame(CONTINUATION, 0, FIRST, new byte[0])));
  }

  /// One field of 4,000 octets goes into the table; each further octet stands for all of it.
  @Test
  void anHpackBombIsNoAnswer() throws Exception {
    var bomb = new ByteArrayOutputStream();
    bomb.writeBytes(OK);
    bomb.writeBytes(octets(0x40, 1, 'x', 0x7f, 0xa1, 0x1e));
    bomb.writeBytes(times(4_000, octets('y')));
    bomb.writeBytes(times(10_000, octets(0xbe)));
    isBroken(
        "its header fields are too long or too many",
        (peer, stream) -> peer.send(HEADERS, END_HEADERS | END_STREAM, stream, bomb.toByteArray()));
    assertThat(tally.receivedBytes()).isLessThan(50_000);
  }

  @Test
  void moreFieldsThanOverHttp1AreNoAnswer() throws Exception {
    var block = new ByteArrayOutputStream();
    block.writeBytes(OK);
    block.writeBytes(times(201, octets(0x00, 1, 'x', 1, 'y')));
    isBroken(
        "its header fields are too long or too many",
        (peer, stream) -> peer.send(HEADERS, END_HEADERS, stream, block.toByteArray()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"80", "ff ff ff ff ff ff ff", "40 ff", "3f ff ff ff 7f", "fe"})
  void anHpackBlockThatIsNoneIsNoAnswer(String block) throws Exception {
    var octets = HexFormat.ofDelimiter(" ").parseHex(block);
    isBroken(
        "its header fields cannot be decoded",
        (peer, stream) -> peer.send(HEADERS, END_HEADERS, stream, octets));
  }

  @Test
  void headerFieldsThatAreBrokenOffAreNoAnswer() throws Exception {
    isBroken(
        "it broke off its header fields",
        (peer, stream) -> {
          peer.send(HEADERS, 0, stream, OK);
          peer.send(PING, 0, 0, new byte[8]);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {":path: /", ":status: 404", ":Status: 404"})
  void aPseudoHeaderFieldThatAnAnswerMayNotHaveIsNoAnswer(String field) throws Exception {
    isBroken(
        "its answer has a pseudo-header field that it may not have",
        (peer, stream) ->
            peer.send(HEADERS, END_HEADERS | END_STREAM, stream, block("200", field)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"000", "-12", "999", "2xx"})
  void aStatusThatIsNoneIsNoAnswer(String status) throws Exception {
    isBroken(
        "its answer has a status that is none",
        (peer, stream) -> peer.send(HEADERS, END_HEADERS, stream, block(status)));
  }

  @Test
  void aFloodOfPingsIsNoAnswer() throws Exception {
    isBroken(CALM, endless(new byte[0], times(100, frame(PING, 0, 0, new byte[8]))));
    assertThat(tally.sentBytes()).isLessThan(200_000);
  }

  @Test
  void aFloodOfSettingsIsNoAnswer() throws Exception {
    isBroken(CALM, endless(new byte[0], times(100, frame(SETTINGS, 0, 0, new byte[0]))));
  }

  @Test
  void aFloodOfWindowUpdatesIsNoAnswer() throws Exception {
    isBroken(
        CALM, endless(new byte[0], times(100, frame(WINDOW_UPDATE, 0, 0, octets(0, 0, 0, 1)))));
  }

  @Test
  void aFloodOfPrioritiesAndUnknownFramesIsNoAnswer() throws Exception {
    isBroken(
        CALM,
        endless(
            frame(PRIORITY, 0, FIRST, new byte[5]),
            times(100, frame(0xfa, 0, FIRST, new byte[9]))));
  }

  @Test
  void aFloodOfEmptyDataIsNoAnswer() throws Exception {
    isBroken(
        CALM,
        endless(
            frame(HEADERS, END_HEADERS, FIRST, OK),
            times(100, frame(DATA, 0, FIRST, new byte[0]))));
  }

  @Test
  void aFloodOfResetsIsNoAnswer() throws Exception {
    isBroken(
        "it broke its answer off (RST_STREAM)",
        endless(new byte[0], times(100, frame(RST_STREAM, 0, FIRST, octets(0, 0, 0, 2)))));
  }

  @Test
  void endlessInterimAnswersAreNoAnswer() throws Exception {
    isBroken(
        "it sent more than 20 interim answers (status 1xx)",
        endless(new byte[0], frame(HEADERS, END_HEADERS, FIRST, block("103"))));
  }

  @Test
  void paddingWithoutEndIsNoAnswer() throws Exception {
    // One octet of body for each 255 of padding, so that the body stays small.
    var payload = new byte[257];
    payload[0] = (byte) 0xff;
    var failure =
        failure(
            serving(
                endless(
                    frame(HEADERS, END_HEADERS, FIRST, OK),
                    times(50, frame(DATA, 0x8, FIRST, payload)))),
            Duration.ofSeconds(30),
            Duration.ofSeconds(50));
    assertThat(failure.reason()).startsWith("it sent more than 1179648 bytes for one answer");
  }

  @Test
  void paddingWithoutEndEndsItsConnection() throws Exception {
    var payload = new byte[257];
    payload[0] = (byte) 0xff;
    var padding =
        FrameServer.start(
            server,
            peer -> {
              peer.settings();
              peer.ok(peer.next().stream(), "settled");
              int flooded = peer.next().stream();
              int other = peer.next().stream();
              peer.send(HEADERS, END_HEADERS, flooded, OK);
              for (int i = 0; i < 100; i++) {
                peer.raw(times(50, frame(DATA, 0x8, flooded, payload)));
              }
              peer.ok(other, "ok");
              peer.next();
            });
    try (padding;
        var fetcher = fetcher(Duration.ofSeconds(30), Duration.ofSeconds(50))) {
      get(fetcher, padding);
      var one = new FutureTask<>(() -> get(fetcher, padding));
      Thread.ofVirtual().start(one);
      var replies = List.of(get(fetcher, padding), one.get());
      assertThat(replies)
          .extracting(reply -> ((HttpReply.Failure) reply).reason())
          .allMatch(reason -> reason.startsWith("it sent more than 1179648 bytes for one answer"));
      assertThat(padding.connections()).isEqualTo(1);
    }
  }

  @Test
  void aServerThatStopsInTheMiddleIsATimeOut() throws Exception {
    var failure =
        failure(
            serving((peer, stream) -> peer.send(HEADERS, END_HEADERS, stream, OK)),
            Duration.ofMillis(300),
            Duration.ofSeconds(50));
    assertThat(failure.kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
  }

  @Test
  void aBodyOfSingleOctetsIsCutOffAtTheDeadline() throws Exception {
    var until = new CountDownLatch(1);
    var failure =
        failure(
            serving(
                (peer, stream) -> {
                  peer.send(HEADERS, END_HEADERS, stream, OK);
                  while (!elapsed(until, Duration.ofMillis(20))) {
                    peer.send(DATA, 0, stream, octets('x'));
                  }
                }),
            Duration.ofSeconds(30),
            Duration.ofMillis(900));
    assertThat(failure.kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
    assertThat(failure.reason()).contains("took over");
  }

  /// As if its machine had lost power, or a router had forgotten the connection: nothing says so.
  @ParameterizedTest
  @CsvSource({"400, 50000", "50000, 2000"})
  void aConnectionThatFellSilentIsGivenUp(long silenceMillis, long wholeMillis) throws Exception {
    var silent =
        serving(
            (peer, stream) -> {
              if (peer.connection() > 1 || stream == FIRST) {
                peer.ok(stream, "ok");
              }
            });
    try (silent;
        var fetcher = fetcher(Duration.ofMillis(silenceMillis), Duration.ofMillis(wholeMillis))) {
      assertThat(get(fetcher, silent)).isInstanceOf(HttpReply.Answer.class);
      assertThat(((HttpReply.Failure) get(fetcher, silent)).kind())
          .isEqualTo(HttpReply.Kind.TIMEOUT);
      assertThat(get(fetcher, silent)).isInstanceOf(HttpReply.Answer.class);
      assertThat(silent.connections()).isEqualTo(2);
    }
  }

  @Test
  void aPageThatNeverComesCostsNoConnectionThatServesOthers() throws Exception {
    var asked = new CountDownLatch(1);
    var choosy =
        serving(
            (peer, stream) -> {
              if (stream == FIRST) {
                asked.countDown();
              } else {
                peer.ok(stream, "ok");
              }
            });
    try (choosy;
        var fetcher = fetcher(Duration.ofMillis(1_500), Duration.ofSeconds(50))) {
      var never = new FutureTask<>(() -> get(fetcher, choosy));
      Thread.ofVirtual().start(never);
      asked.await();
      do {
        assertThat(get(fetcher, choosy)).isInstanceOf(HttpReply.Answer.class);
      } while (!never.isDone());
      assertThat(((HttpReply.Failure) never.get()).kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
      assertThat(choosy.connections()).isEqualTo(1);
    }
  }

  private static boolean elapsed(CountDownLatch latch, Duration time) {
    try {
      return latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      return true;
    }
  }

  @Test
  void aServerThatTakesNoRequestIsATimeOut() throws Exception {
    var none =
        FrameServer.start(
            server,
            peer -> {
              // SETTINGS_MAX_CONCURRENT_STREAMS: 0
              peer.settings(0, 3, 0, 0, 0, 0);
              peer.next();
              peer.next();
            });
    try (none;
        var fetcher = fetcher(Duration.ofMillis(400), Duration.ofSeconds(50))) {
      // The first request may be under way before the settings come.
      get(fetcher, none);
      var failure = (HttpReply.Failure) get(fetcher, none);
      assertThat(failure.kind()).isEqualTo(HttpReply.Kind.TIMEOUT);
      assertThat(none.requests).hasSizeLessThanOrEqualTo(none.connections());
    }
  }

  /// Its own buffers are full soon, and then those of this side: nothing can be answered any more.
  @Test
  void aServerThatReadsNothingEndsItsConnection() throws Exception {
    var failure =
        failure(
            FrameServer.start(
                server,
                peer -> {
                  peer.settings();
                  while (true) {
                    peer.raw(times(1000, frame(SETTINGS, 0, 0, new byte[0])));
                  }
                }),
            Duration.ofSeconds(30),
            Duration.ofSeconds(50));
    assertThat(failure.kind()).isEqualTo(HttpReply.Kind.BROKEN);
  }

  @Test
  void pushedPagesAreRefused() throws Exception {
    var pushing =
        serving((peer, stream) -> peer.send(PUSH_PROMISE, END_HEADERS, stream, octets(0, 0, 0, 2)));
    assertThat(failure(pushing, Duration.ofSeconds(30), Duration.ofSeconds(50)).reason())
        .isEqualTo("it sent PUSH_PROMISE, which was refused");
    // SETTINGS_ENABLE_PUSH: 0
    assertThat(pushing.others.getFirst()).startsWith("4 0 000200000000");
  }

  @Test
  void answersToWhatWasNotAskedAreNoAnswer() throws Exception {
    for (int stream : new int[] {2, 9}) {
      isBroken(
          "it answers what was not asked",
          (peer, _) -> peer.send(HEADERS, END_HEADERS | END_STREAM, stream, OK));
    }
  }

  @Test
  void aBodyThatIsLongerThanItsContentLengthIsNoPage() throws Exception {
    isBroken(
        "its body is longer than its Content-Length",
        (peer, stream) -> {
          peer.send(HEADERS, END_HEADERS, stream, block("200", "content-length: 2"));
          peer.send(DATA, END_STREAM, stream, octets('o', 'k', '!'));
        });
  }

  @Test
  void aBodyThatIsShorterThanItsContentLengthIsNoPage() throws Exception {
    isBroken(
        "the answer ends early",
        (peer, stream) -> {
          peer.send(HEADERS, END_HEADERS, stream, block("200", "content-length: 20"));
          peer.send(DATA, END_STREAM, stream, octets('o', 'k'));
        });
  }

  @Test
  void aBodyThatBreaksOffWithTheConnectionIsNoPage() throws Exception {
    isBroken(
        "the answer ends early",
        (peer, stream) -> {
          peer.send(HEADERS, END_HEADERS, stream, OK);
          peer.send(DATA, 0, stream, octets('o', 'k'));
          throw new IOException("closes");
        });
  }

  @Test
  void aSecondHeadIsNoAnswer() throws Exception {
    isBroken(
        "its answer has two heads",
        (peer, stream) -> {
          peer.send(HEADERS, END_HEADERS, stream, OK);
          peer.send(HEADERS, END_HEADERS, stream, OK);
        });
  }

  @Test
  void aFrameThatIsLongerThanAllowedIsNotRead() throws Exception {
    isBroken(
        "it sent a frame of 16385 bytes, more than 16384",
        (peer, stream) -> peer.send(DATA, 0, stream, new byte[16_385]));
  }

  @Test
  void framesOfAWrongLengthAreNoAnswer() throws Exception {
    isBroken("it sent a PING frame of a wrong length", (peer, _) -> peer.send(PING, 0, 0, OK));
    isBroken(
        "it sent a SETTINGS frame of a wrong length",
        (peer, _) -> peer.send(SETTINGS, 0, 0, octets(0, 3, 0)));
    isBroken(
        "it sent a frame with more padding than payload",
        (peer, stream) -> peer.send(DATA, 0x8, stream, octets(9, 'x')));
  }

  @Test
  void whatSpeaksHttp1AfterItAgreedOnHttp2IsNoAnswer() throws Exception {
    var failure =
        failure(
            FrameServer.start(
                server,
                peer -> {
                  // Sooner, the connection would be over before the request is on it.
                  peer.next();
                  peer.raw("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                  peer.next();
                }),
            Duration.ofSeconds(30),
            Duration.ofSeconds(50));
    assertThat(failure.reason()).isEqualTo("it agreed on HTTP/2 and speaks something else");
  }

  @Test
  void aProtocolThatWasNotOfferedIsNotSpoken() throws Exception {
    var failure =
        failure(
            FrameServer.start(server, "spdy/3", FrameServer.Peer::next),
            Duration.ofSeconds(30),
            Duration.ofSeconds(50));
    assertThat(failure.kind()).isEqualTo(HttpReply.Kind.UNREACHABLE);
    assertThat(failure.reason()).startsWith("TLS was not agreed");
  }

  @Test
  void whoRefusesEachRequestIsAskedFiveTimes() throws Exception {
    var refusing = serving((peer, stream) -> peer.send(RST_STREAM, 0, stream, octets(0, 0, 0, 7)));
    assertThat(failure(refusing, Duration.ofSeconds(30), Duration.ofSeconds(50)).reason())
        .isEqualTo("it refuses the request");
    assertThat(refusing.requests).hasSize(5);
  }

  @Test
  void whoSendsEachRequestAwayIsAskedFiveTimes() throws Exception {
    var leaving = serving((peer, _) -> peer.send(GOAWAY, 0, 0, new byte[8]));
    assertThat(failure(leaving, Duration.ofSeconds(30), Duration.ofSeconds(50)).reason())
        .isEqualTo("it refuses the request");
    assertThat(leaving.requests).hasSize(5);
    assertThat(leaving.connections()).isEqualTo(5);
  }

  @Test
  void aServerThatWantsHttp1ForAPageIsNamed() throws Exception {
    isBroken(
        "it answers only over HTTP/1.1; crawl it with --http1",
        (peer, stream) -> peer.send(RST_STREAM, 0, stream, octets(0, 0, 0, 0xd)));
  }

  @Test
  void whatIsNotWantedOfAnEndlessBodyIsNotReadAndTheConnectionServesOn() throws Exception {
    try (var endless =
            serving(
                (peer, stream) -> {
                  if (stream > FIRST) {
                    peer.ok(stream, "ok");
                    return;
                  }
                  peer.send(HEADERS, END_HEADERS, stream, OK);
                  peer.raw(times(20, frame(DATA, 0, stream, new byte[16_000])));
                });
        var fetcher = fetcher(Duration.ofSeconds(30), Duration.ofSeconds(50))) {
      var answer = (HttpReply.Answer) get(fetcher, endless);
      assertThat(answer.body()).hasSize(MAX);
      assertThat(answer.truncated()).isTrue();
      assertThat(((HttpReply.Answer) get(fetcher, endless)).body()).hasSize(2);
      assertThat(endless.connections()).isEqualTo(1);
      // RST_STREAM with CANCEL
      assertThat(endless.others).contains("3 3 00000008");
    }
  }

  @Test
  void whoGoesOnSendingAfterTheAnswerIsLeft() throws Exception {
    var left = new CountDownLatch(1);
    try (var talking =
            serving(
                (peer, stream) -> {
                  peer.ok(stream, "ok");
                  if (peer.connection() == 1) {
                    try {
                      endless(new byte[0], frame(0xfa, 0, 0, new byte[1_000])).on(peer, stream);
                    } finally {
                      left.countDown();
                    }
                  }
                });
        var fetcher = fetcher(Duration.ofSeconds(30), Duration.ofSeconds(50))) {
      assertThat(((HttpReply.Answer) get(fetcher, talking)).body()).hasSize(2);
      left.await();
      assertThat(tally.receivedBytes()).isLessThan(200_000);
      assertThat(((HttpReply.Answer) get(fetcher, talking)).body()).hasSize(2);
      assertThat(talking.connections()).isEqualTo(2);
    }
  }

  /// The client answers each of them, and the server reads nothing of that.
  @Test
  void aFloodOfDataForAStreamThatIsOverEndsTheConnection() throws Exception {
    var left = new CountDownLatch(1);
    try (var talking =
            serving(
                (peer, stream) -> {
                  peer.ok(stream, "ok");
                  try {
                    while (peer.connection() == 1) {
                      peer.raw(times(100, frame(DATA, 0, stream, octets('x'))));
                    }
                  } finally {
                    left.countDown();
                  }
                });
        var fetcher = fetcher(Duration.ofSeconds(30), Duration.ofSeconds(50))) {
      assertThat(((HttpReply.Answer) get(fetcher, talking)).body()).hasSize(2);
      left.await();
      assertThat(tally.receivedBytes()).isLessThan(1_000_000);
    }
  }

  /// No byte of a request waits for a window, since a request has no body.
  @Test
  void aWindowOfNothingHoldsNoRequest() throws Exception {
    var closed =
        FrameServer.start(
            server,
            peer -> {
              // SETTINGS_INITIAL_WINDOW_SIZE: 0
              peer.settings(0, 4, 0, 0, 0, 0);
              while (true) {
                peer.ok(peer.next().stream(), "ok");
              }
            });
    try (closed;
        var fetcher = fetcher(Duration.ofSeconds(30), Duration.ofSeconds(50))) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(fetcher, closed)).isInstanceOf(HttpReply.Answer.class);
      }
    }
  }

  @Test
  void aBodyThatGoAwayCutsOffIsNoPageAndIsNotAskedForAgain() throws Exception {
    var leaving =
        serving(
            (peer, stream) -> {
              peer.send(HEADERS, END_HEADERS, stream, OK);
              peer.send(DATA, 0, stream, octets('o', 'k'));
              peer.send(GOAWAY, 0, 0, octets(0, 0, 0, stream, 0, 0, 0, 0));
              throw new IOException("closes");
            });
    assertThat(failure(leaving, Duration.ofSeconds(30), Duration.ofSeconds(50)).reason())
        .isEqualTo("the answer ends early");
    assertThat(leaving.requests).hasSize(1);
  }

  /// The server may have processed it.
  @Test
  void anAnswerThatIsBrokenOffBeforeItsHeadIsNotAskedForAgain() throws Exception {
    var breaking = serving((peer, stream) -> peer.send(RST_STREAM, 0, stream, octets(0, 0, 0, 2)));
    assertThat(failure(breaking, Duration.ofSeconds(30), Duration.ofSeconds(50)).reason())
        .isEqualTo("it broke its answer off (RST_STREAM)");
    assertThat(breaking.requests).hasSize(1);
  }

  /// The client would ask once more by itself.
  @Test
  void anAnswerThatInvitesARepetitionIsTakenAsItIs() throws Exception {
    var busy =
        serving(
            (peer, stream) ->
                peer.send(
                    HEADERS, END_HEADERS | END_STREAM, stream, block("503", "retry-after: 0")));
    try (busy;
        var fetcher = fetcher(Duration.ofSeconds(30), Duration.ofSeconds(50))) {
      assertThat(((HttpReply.Answer) get(fetcher, busy)).status()).isEqualTo(503);
      assertThat(busy.requests).hasSize(1);
    }
  }

  @Test
  void aSwollenBodyCostsNoMoreThanTheLimit() throws Exception {
    var bomb = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bomb)) {
      gzip.write(new byte[50 * 1024 * 1024]);
    }
    var octets = bomb.toByteArray();
    var swelling =
        serving(
            (peer, stream) -> {
              peer.send(HEADERS, END_HEADERS, stream, block("200", "content-encoding: gzip"));
              for (int from = 0; from < octets.length; from += 16_000) {
                peer.send(
                    DATA,
                    0,
                    stream,
                    Arrays.copyOfRange(octets, from, Math.min(octets.length, from + 16_000)));
              }
              peer.send(DATA, END_STREAM, stream, new byte[0]);
            });
    try (swelling;
        var fetcher = fetcher(Duration.ofSeconds(30), Duration.ofSeconds(50))) {
      var answer = (HttpReply.Answer) get(fetcher, swelling);
      assertThat(answer.body()).hasSize(MAX);
      assertThat(answer.truncated()).isTrue();
    }
  }
}

package dev.sojourn.fetch.site;

import static dev.sojourn.fetch.site.FrameServer.DATA;
import static dev.sojourn.fetch.site.FrameServer.END_HEADERS;
import static dev.sojourn.fetch.site.FrameServer.END_STREAM;
import static dev.sojourn.fetch.site.FrameServer.HEADERS;
import static dev.sojourn.fetch.site.FrameServer.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.body.BodyRoom;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.ScriptedServer;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many sites that send large pages at once. Most of them stop in the middle.
@Timeout(120)
class StalledBodiesIT {
  private static final int SITES = 30;
  private static final int HALF = 200_000;
  private static final int MEMORY = 64 * 1024;

  @TempDir private Path folder;

  private static String half(String letter) {
    return letter.repeat(HALF);
  }

  private static HttpReply get(HttpFetcher fetcher, String url) throws InterruptedException {
    return fetcher.get(PageUrl.parse(url).orElseThrow(), 1_000_000, new WireTally());
  }

  private static void assertWhole(HttpReply reply) {
    assertThat(reply).isInstanceOf(HttpReply.Answer.class);
    assertThat(new String(((HttpReply.Answer) reply).body(), StandardCharsets.US_ASCII))
        .isEqualTo(half("a") + half("b"));
  }

  /// Asks for pages that stall, and for one that does not.
  private void assertThatNobodyIsHeldBack(
      String origin, CountDownLatch goOn, SSLContext tls, int stalled) throws Exception {
    var room = new BodyRoom(MEMORY, 1 << 30, folder);
    var settings = TestSettings.usual();
    try (var fetcher = HttpFetcher.open(TestSettings.trusting(settings, tls), room);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpReply>> replies = new ArrayList<>();
      for (int i = 0; i < stalled; i++) {
        var page = origin + "/stalled" + i;
        replies.add(threads.submit(() -> get(fetcher, page)));
      }
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> room.memoryTaken() + room.filesTaken() >= stalled * (HALF - 32_768L));
      assertThat(room.memoryTaken()).isLessThanOrEqualTo(MEMORY);
      assertWhole(get(fetcher, origin + "/fast"));
      assertThat(replies).noneMatch(Future::isDone);
      goOn.countDown();
      for (var reply : replies) {
        assertWhole(reply.get());
      }
      assertThat(room.memoryTaken()).isZero();
      assertThat(room.filesTaken()).isZero();
    } finally {
      goOn.countDown();
    }
  }

  private static void awaitUnlessFast(String target, CountDownLatch goOn) throws IOException {
    try {
      if (!target.equals("/fast")) {
        goOn.await();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void bodiesThatStallTakeBoundedMemoryAndHoldNoOtherBack() throws Exception {
    var goOn = new CountDownLatch(1);
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(
                  out, ScriptedServer.head(200, "Content-Length: " + 2 * HALF) + half("a"));
              awaitUnlessFast(request.target(), goOn);
              ScriptedServer.say(out, half("b"));
            })) {
      assertThatNobodyIsHeldBack(server.origin(), goOn, SSLContext.getDefault(), SITES);
    }
  }

  /// Each of the streams of one connection stalls, until the one that was asked for last is there.
  @Test
  void theyDoNotOverHttp2Either() throws Exception {
    var certificate = TestCertificate.write(folder);
    int stalled = 5;
    try (var server =
        FrameServer.start(
            certificate.server(),
            peer -> {
              peer.settings();
              var streams = new ArrayList<Integer>();
              for (int i = 0; i < stalled; i++) {
                streams.add(peer.next().stream());
                peer.send(HEADERS, END_HEADERS, streams.getLast(), block("200"));
                send(peer, streams.getLast(), "a", false);
              }
              streams.addFirst(peer.next().stream());
              peer.send(HEADERS, END_HEADERS, streams.getFirst(), block("200"));
              send(peer, streams.getFirst(), "a", false);
              for (int stream : streams) {
                send(peer, stream, "b", true);
              }
              peer.next();
            })) {
      var room = new BodyRoom(MEMORY, 1 << 30, folder);
      var settings = TestSettings.usual();
      try (var fetcher =
              HttpFetcher.open(TestSettings.trusting(settings, certificate.client()), room);
          var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<HttpReply>> replies = new ArrayList<>();
        for (int i = 0; i < stalled; i++) {
          replies.add(threads.submit(() -> get(fetcher, server.origin() + "/stalled")));
        }
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> room.memoryTaken() + room.filesTaken() >= stalled * (HALF - 32_768L));
        assertThat(room.memoryTaken()).isLessThanOrEqualTo(MEMORY);
        assertWhole(get(fetcher, server.origin() + "/fast"));
        for (var reply : replies) {
          assertWhole(reply.get());
        }
        await().until(() -> room.memoryTaken() == 0 && room.filesTaken() == 0);
      }
    }
  }

  private static void send(FrameServer.Peer peer, int stream, String letter, boolean isLast)
      throws IOException {
    var octets = half(letter).getBytes(StandardCharsets.US_ASCII);
    for (int from = 0; from < octets.length; from += 10_000) {
      var part = Arrays.copyOfRange(octets, from, from + 10_000);
      boolean isEnd = isLast && from + 10_000 == octets.length;
      peer.send(DATA, isEnd ? END_STREAM : 0, stream, part);
    }
  }
}

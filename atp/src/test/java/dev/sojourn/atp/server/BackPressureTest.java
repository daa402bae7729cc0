package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The most that one connection may have under way at once.
final class BackPressureTest {

  private static final String REQUEST = "STATUS /#%s ATP/0.1\r\nConnection: keep-alive\r\n\r\n";

  private final Later threads = new Later();
  private final PipelineHarness server =
      PipelineHarness.open(
          PipelineHarness.config(
              WireLimits.DEFAULT, new ServerCapacity(8, 8, 8, 3, TestServers.bodies(100_000))),
          (request, _) ->
              AtpResponse.okay("text/plain", Bytes.utf8(request.agentId().orElseThrow())),
          threads);

  @Test
  void startsNoMoreRequestsThanItMay() {
    var requests = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      requests.append(REQUEST.formatted("a" + i));
    }
    server.send(requests.toString());

    assertThat(threads.tasks).hasSize(3);
    assertThat(server.isReading()).isFalse();
    for (int i = 0; i < 10; i++) {
      threads.runNext();
      server.run();
      assertThat(threads.tasks.size()).isLessThanOrEqualTo(3);
    }
    assertThat(server.received().split("ATP/0.1 100", -1)).hasSize(11);
    assertThat(server.isReading()).isTrue();
  }

  @Test
  void startsSixteenOfOneConnectionWhereNothingElseIsSaid() {
    var usual =
        PipelineHarness.open(
            PipelineHarness.config(WireLimits.DEFAULT, ServerCapacity.DEFAULT),
            (_, _) -> AtpResponse.okay(),
            threads);
    for (int i = 1; i <= 15; i++) {
      usual.send(REQUEST.formatted("a" + i));
    }
    assertThat(usual.isReading()).isTrue();
    usual.send(REQUEST.formatted("a16") + REQUEST.formatted("a17"));
    assertThat(threads.tasks).hasSize(16);
    assertThat(usual.isReading()).isFalse();

    threads.runNext();
    usual.run();
    assertThat(threads.tasks).hasSize(16);
  }

  @Test
  void holdsBackAnAnswerUntilItIsItsTurn() {
    server.send(REQUEST.formatted("a1") + REQUEST.formatted("a2"));
    var first = threads.tasks.remove();
    threads.runNext();
    server.run();
    assertThat(server.received()).isEmpty();

    first.run();
    server.run();
    assertThat(server.received()).matches("(?s).*\r\n\r\na1ATP.*\r\n\r\na2");
  }

  @Test
  void doesNotBlameThePeerForTimeThatItSpendsItself() {
    server.send(
        REQUEST.formatted("a1")
            + REQUEST.formatted("a2")
            + REQUEST.formatted("a3")
            + "STATUS / ATP/0.1\r\nFrom: ");
    server.pass(Duration.ofMinutes(5));

    assertThat(server.isOpen()).isTrue();
    threads.runNext();
    server.run();
    server.pass(Duration.ofSeconds(9));
    assertThat(server.isOpen()).isTrue();
    server.pass(Duration.ofSeconds(2));
    threads.runNext();
    threads.runNext();
    server.run();
    assertThat(server.received()).contains("head-timeout");
  }

  @Test
  void keepsAConnectionWhoseRequestTakesLong() {
    server.send(REQUEST.formatted("a1"));
    server.pass(Duration.ofMinutes(10));
    assertThat(server.isOpen()).isTrue();

    threads.runNext();
    server.run();
    assertThat(server.received()).startsWith("ATP/0.1 100");
    server.pass(Duration.ofSeconds(61));
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void answersWhatItTookInBeforeGarbageCame() {
    server.send(REQUEST.formatted("a1") + "garbage\r\n\r\n" + REQUEST.formatted("a2"));
    threads.runNext();
    server.run();

    assertThat(threads.tasks).isEmpty();
    assertThat(server.received())
        .startsWith("ATP/0.1 100 OKAY")
        .contains("ATP/0.1 300 BAD REQUEST")
        .doesNotContain("a2");
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void readsNoMoreRequestsOfAPeerThatDoesNotReadItsAnswers() {
    var socket = new FullSocket();
    server.channel().pipeline().addFirst(socket);
    server.send(REQUEST.formatted("a1") + REQUEST.formatted("a2") + REQUEST.formatted("a3"));
    for (int i = 0; i < 3; i++) {
      threads.runNext();
    }
    server.run();
    server.send(REQUEST.formatted("a4"));

    assertThat(server.received()).isEmpty();
    assertThat(server.isReading()).isFalse();
    assertThat(threads.tasks).isEmpty();

    socket.takeAll();
    server.run();
    assertThat(server.received().split("ATP/0.1 100", -1)).hasSize(4);
    assertThat(server.isReading()).isTrue();
    assertThat(threads.tasks).hasSize(1);
  }

  @Test
  void answersThatNobodyReadsTakeNoMoreMemoryThanBodiesMay() {
    var large = "x".repeat(60_000);
    var generous =
        PipelineHarness.open(
            PipelineHarness.config(
                WireLimits.DEFAULT, new ServerCapacity(8, 8, 8, 3, TestServers.bodies(100_000))),
            (_, _) -> AtpResponse.okay("text/plain", Bytes.utf8(large)));
    var socket = new FullSocket();
    generous.channel().pipeline().addFirst(socket);
    generous.send(REQUEST.formatted("a1") + REQUEST.formatted("a2"));

    assertThat(generous.reservedBytes()).isEqualTo(60_000);
    socket.takeAll();
    generous.run();
    assertThat(generous.received())
        .startsWith("ATP/0.1 100")
        .contains(large + "ATP/0.1 403")
        .contains("too-busy");
    assertThat(generous.reservedBytes()).isZero();

    generous.channel().pipeline().remove(socket);
    generous.send(REQUEST.formatted("a3"));
    assertThat(generous.received()).startsWith("ATP/0.1 100").endsWith(large);
  }

  @Test
  void aPeerThatTakesNothingOfAnAnswerForAMinuteIsGivenUp() {
    var socket = new FullSocket();
    server.channel().pipeline().addFirst(socket);
    // However long the connection was silent before.
    server.pass(Duration.ofSeconds(59)).send(REQUEST.formatted("a1") + REQUEST.formatted("a2"));
    threads.runNext();
    server.run();
    server.pass(Duration.ofSeconds(59));
    assertThat(server.isOpen()).isTrue();

    socket.takeOne();
    threads.runNext();
    server.run();
    server.pass(Duration.ofMillis(59_999));
    assertThat(server.isOpen()).isTrue();
    server.pass(Duration.ofMinutes(1).plusMillis(1));
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void aLastAnswerOfWhichNothingIsTakenForAMinuteIsGivenUpToo() {
    server.channel().pipeline().addFirst(new FullSocket());
    server.send("STATUS /#a1 ATP/0.1\r\n\r\n");
    threads.runNext();
    server.run();
    server.pass(Duration.ofMillis(59_999));
    assertThat(server.isOpen()).isTrue();
    server.pass(Duration.ofMillis(1));
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void aPeerThatTakesItsAnswersSlowlyGetsThemAll() {
    var socket = new FullSocket();
    server.channel().pipeline().addFirst(socket);
    server.send(REQUEST.formatted("a1") + REQUEST.formatted("a2") + "STATUS /#a3 ATP/0.1\r\n\r\n");
    for (int i = 0; i < 3; i++) {
      threads.runNext();
    }
    server.run();
    while (!socket.held.isEmpty()) {
      server.pass(Duration.ofSeconds(59));
      socket.takeOne();
      server.run();
    }
    assertThat(server.received()).matches("(?s)ATP/0.1 100.*\r\n\r\na1ATP.*\r\n\r\na2ATP.*a3");
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void aPeerThatHangsUpWhileItsRequestIsHeldKeepsItsPlaceAndItsBodyCounts() {
    server.send(
        "MESSAGE /#a1 ATP/0.1\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello"
            + REQUEST.formatted("a2")
            + "DISPATCH / ATP/0.1\r\nContent-Length: 9\r\n\r\nhalf");
    var held = threads.tasks.remove();
    threads.runNext();
    var _ = server.channel().close();
    server.run();

    assertThat(server.places().now().open()).isOne();
    assertThat(server.reservedBytes()).isEqualTo(5);
    held.run();
    server.run();
    assertThat(server.places().now().open()).isZero();
    assertThat(server.reservedBytes()).isZero();
  }

  @Test
  void answersThatWaitBehindOneThatIsHeldTakeNoMoreMemoryThanBodiesMay() {
    var generous =
        PipelineHarness.open(
            PipelineHarness.config(
                WireLimits.DEFAULT, new ServerCapacity(8, 8, 8, 3, TestServers.bodies(100_000))),
            (_, _) -> AtpResponse.okay("text/plain", Bytes.utf8("x".repeat(60_000))),
            threads);
    generous.send(REQUEST.formatted("a1") + REQUEST.formatted("a2") + REQUEST.formatted("a3"));
    var held = threads.tasks.remove();
    threads.runNext();
    threads.runNext();
    generous.run();
    assertThat(generous.received()).isEmpty();
    assertThat(generous.reservedBytes()).isEqualTo(60_000);

    held.run();
    generous.run();
    assertThat(generous.received().split("ATP/0.1 100", -1)).hasSize(2);
    assertThat(generous.reservedBytes()).isZero();
  }

  /// As with new keys of TLS, which a peer may ask for again and again.
  @Test
  void aPeerThatCausesWritesBesideItsAnswersAndTakesNoneIsClosed() {
    server.channel().pipeline().addFirst(new FullSocket());
    var tls = server.channel().pipeline().context("pieces");
    for (int i = 0; i < WriteStallHandler.MAX_WAITING; i++) {
      var _ = tls.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {1}));
    }
    assertThat(server.isOpen()).isTrue();
    var _ = tls.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {1}));
    assertThat(server.isOpen()).isFalse();
  }

  /// A socket whose peer does not read until the test says so.
  private static final class FullSocket extends ChannelOutboundHandlerAdapter {
    private final ArrayDeque<Runnable> held = new ArrayDeque<>();

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      held.add(
          () -> {
            var _ = context.writeAndFlush(message, promise);
          });
    }

    void takeOne() {
      held.remove().run();
    }

    void takeAll() {
      held.forEach(Runnable::run);
      held.clear();
    }
  }

  /// Keeps tasks until the test runs them.
  private static final class Later extends AbstractExecutorService {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    void runNext() {
      tasks.remove().run();
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    @Override
    public void shutdown() {
      tasks.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
      return List.copyOf(tasks);
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}

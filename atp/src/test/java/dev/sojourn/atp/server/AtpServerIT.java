package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The server, tried with bare sockets.
@Timeout(30)
final class AtpServerIT {

  private static final String KEEP = "Connection: keep-alive\r\n";

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (var resource : open.reversed()) {
      resource.close();
    }
  }

  @Test
  void answersAPeerThatHasShutItsSendingSide() throws Exception {
    var server = start((_, _) -> AtpResponse.okay("text/plain", Bytes.utf8("fine")));
    try (var socket = connect(server)) {
      write(socket, "STATUS /#a1 ATP/0.1\r\n" + KEEP + "\r\n");
      socket.shutdownOutput();

      assertThat(readAll(socket)).startsWith("ATP/0.1 100 OKAY").endsWith("fine");
    }
  }

  @Test
  void answersAllPipelinedRequestsOfAPeerThatHasShutItsSendingSide() throws Exception {
    var server =
        start(
            config(
                new ServerCapacity(8, 8, 8, 2, TestServers.bodies(1_000_000)),
                ServerTimeouts.DEFAULT),
            (request, _) ->
                AtpResponse.okay("text/plain", Bytes.utf8(request.agentId().orElseThrow())));
    var requests = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      requests.append("STATUS /#a").append(i).append(" ATP/0.1\r\n").append(KEEP).append("\r\n");
    }
    try (var socket = connect(server)) {
      write(socket, requests.toString());
      socket.shutdownOutput();
      var answers = readAll(socket).split("ATP/0.1 100 OKAY", -1);

      assertThat(answers).hasSize(51);
      for (int i = 0; i < 50; i++) {
        assertThat(answers[i + 1]).endsWith("\r\n\r\na" + i);
      }
    }
  }

  @Test
  void handlesPipelinedRequestsAtTheSameTimeAndAnswersInOrder() throws Exception {
    var together = new CyclicBarrier(3);
    var server =
        start(
            (request, _) -> {
              try {
                together.await(10, TimeUnit.SECONDS);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              return AtpResponse.okay("text/plain", Bytes.utf8(request.agentId().orElseThrow()));
            });
    try (var socket = connect(server)) {
      write(
          socket,
          "STATUS /#a1 ATP/0.1\r\n"
              + KEEP
              + "\r\nSTATUS /#a2 ATP/0.1\r\n"
              + KEEP
              + "\r\nSTATUS /#a3 ATP/0.1\r\n\r\n");

      assertThat(readAll(socket)).matches("(?s).*\r\n\r\na1ATP.*\r\n\r\na2ATP.*\r\n\r\na3");
    }
  }

  @Test
  void reportsARefusedPeerWhyThoughItKeepsSending() throws Exception {
    var server = start((_, _) -> AtpResponse.okay());
    try (var socket = connect(server)) {
      write(socket, "NONSENSE\r\n" + "x".repeat(500_000));

      assertThat(readAll(socket)).startsWith("ATP/0.1 300 BAD REQUEST");
    }
  }

  @Test
  void refusesMoreConnectionsThanItBearsAndTakesThemAgainLater() throws Exception {
    var server =
        start(
            config(
                new ServerCapacity(10, 2, 2, 8, TestServers.bodies(1_000_000)),
                ServerTimeouts.DEFAULT),
            (_, peer) -> {
              peer.prove();
              return AtpResponse.okay();
            });
    var first = connect(server);
    var second = connect(server);
    assertThat(ask(first)).startsWith("ATP/0.1 100");
    assertThat(ask(second)).startsWith("ATP/0.1 100");
    try (var third = connect(server)) {
      assertThat(readAll(third))
          .startsWith("ATP/0.1 403 SERVICE UNAVAILABLE")
          .contains("Retry-After: 5", "too-many-connections");
    }
    first.close();

    String answer;
    do {
      // The server hears of the close a moment later.
      try (var fourth = connect(server)) {
        answer = ask(fourth);
      }
    } while (answer.startsWith("ATP/0.1 403"));
    assertThat(answer).startsWith("ATP/0.1 100");
  }

  @Test
  void aPeerThatHasItsAnswerAndIsGoneHoldsNoPlace() throws Exception {
    var server =
        start(
            config(
                new ServerCapacity(10, 1, 1, 8, TestServers.bodies(1_000_000)),
                ServerTimeouts.DEFAULT),
            (_, _) -> AtpResponse.okay());
    // Two seconds each, as for a peer that goes on sending, would be more time than there is.
    for (int i = 0; i < 20; i++) {
      String answer;
      do {
        try (var socket = connect(server)) {
          write(socket, "STATUS /#a1 ATP/0.1\r\n\r\n");
          answer = readAll(socket);
        }
      } while (answer.startsWith("ATP/0.1 403"));
      assertThat(answer).startsWith("ATP/0.1 100");
    }
  }

  @Test
  void closesAConnectionWhosePeerTakesNoAnswers() throws Exception {
    var timeouts =
        new ServerTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofMillis(300),
            Duration.ZERO);
    var big = Bytes.wrap(new byte[12 * 1024 * 1024]);
    var server =
        start(
            config(new ServerCapacity(10, 10, 10, 16, TestServers.bodies(200_000_000)), timeouts),
            (_, _) -> AtpResponse.okay("application/octet-stream", big));
    try (var socket = connect(server)) {
      write(socket, ("STATUS /#a1 ATP/0.1\r\n" + KEEP + "\r\n").repeat(8));
      // The connection is not read until the peer is gone.
      await().until(() -> isGone(socket));
    }
  }

  @Test
  void largeAnswersThatNobodyTakesLeaveTheMemoryOfSocketsToOthers() throws Exception {
    var memory = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    var made = new CountDownLatch(16);
    var big = Bytes.wrap(new byte[12 * 1024 * 1024]);
    var server =
        start(
            config(
                new ServerCapacity(10, 10, 10, 16, TestServers.bodies(200_000_000)),
                ServerTimeouts.DEFAULT),
            (_, _) -> {
              made.countDown();
              return AtpResponse.okay("application/octet-stream", big);
            });
    try (var socket = connect(server)) {
      long before = memory.usedDirectMemory();
      write(socket, ("STATUS /#a1 ATP/0.1\r\n" + KEEP + "\r\n").repeat(16));
      assertThat(made.await(10, TimeUnit.SECONDS)).isTrue();
      // More than the system's own buffers hold: by then the server has the other answers, too.
      assertThat(socket.getInputStream().readNBytes(10_000_000)).hasSize(10_000_000);

      assertThat(memory.usedDirectMemory() - before).isLessThan(16_000_000);
    }
  }

  private static boolean isGone(Socket socket) {
    try {
      write(socket, "\r\n");
      return false;
    } catch (IOException _) {
      return true;
    }
  }

  @Test
  void letsRequestsEndWhenItCloses() throws Exception {
    var arrived = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var server =
        start(
            (_, _) -> {
              arrived.countDown();
              mayEnd.await();
              return AtpResponse.okay("text/plain", Bytes.utf8("done"));
            });
    try (var socket = connect(server);
        var idle = connect(server)) {
      write(socket, "STATUS /#a1 ATP/0.1\r\n" + KEEP + "\r\n");
      arrived.await();
      var closing = Thread.ofVirtual().start(server::close);
      assertThat(readAll(idle)).isEmpty();
      // It answers one connection after the other, and then waits for their last answers.
      await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
      mayEnd.countDown();

      assertThat(readAll(socket))
          .startsWith("ATP/0.1 100 OKAY")
          .doesNotContain("keep-alive")
          .endsWith("done");
      closing.join();
      assertThatThrownBy(() -> connect(server)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void interruptsRequestsThatDoNotEndWithinTheGrace() throws Exception {
    var arrived = new CountDownLatch(1);
    var interrupted = new AtomicReference<Boolean>();
    var timeouts =
        new ServerTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofMillis(50));
    var server =
        start(
            config(ServerCapacity.DEFAULT, timeouts),
            (_, _) -> {
              arrived.countDown();
              try {
                new CountDownLatch(1).await();
                return AtpResponse.okay();
              } catch (InterruptedException e) {
                interrupted.set(true);
                throw e;
              }
            });
    try (var socket = connect(server)) {
      write(socket, "STATUS /#a1 ATP/0.1\r\n" + KEEP + "\r\n");
      arrived.await();
      server.close();

      assertThat(interrupted.get()).isTrue();
      assertThat(readAll(socket)).startsWith("ATP/0.1 403").contains("host-closing");
    }
  }

  @Test
  void saysWhichAddressIsTaken() throws Exception {
    var server = start((_, _) -> AtpResponse.okay());

    assertThatThrownBy(() -> TestServers.start(server.address(), (_, _) -> AtpResponse.okay()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(String.valueOf(server.address().getPort()))
        .hasMessageContaining("in use");
  }

  @Test
  void listensAtAllOfItsAddressesOrAtNone() throws Exception {
    var usual = config(ServerCapacity.DEFAULT, ServerTimeouts.DEFAULT);
    var free = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    var server =
        start(at(usual, free, new InetSocketAddress("127.0.0.2", 0)), (_, _) -> AtpResponse.okay());
    assertThat(server.addresses()).hasSize(2);
    for (var address : server.addresses()) {
      try (var socket = new Socket(address.getAddress(), address.getPort())) {
        assertThat(ask(socket)).startsWith("ATP/0.1 100");
      }
    }
    int port;
    try (var holder = new ServerSocket(0)) {
      port = holder.getLocalPort();
    }
    var first = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.3"), port);
    assertThatThrownBy(
            () -> start(at(usual, first, server.address()), (_, _) -> AtpResponse.okay()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(server.address() + ": ");
    start(at(usual, first), (_, _) -> AtpResponse.okay());
  }

  private static AtpServerConfig at(AtpServerConfig usual, InetSocketAddress... addresses) {
    return new AtpServerConfig(
        List.of(addresses),
        usual.tls(),
        usual.limits(),
        usual.timeouts(),
        usual.capacity(),
        usual.peers());
  }

  @Test
  void staysResponsiveWhileSlowHeadsHang() throws Exception {
    var server =
        start(
            config(
                new ServerCapacity(600, 600, 600, 8, TestServers.bodies(1_000_000)),
                ServerTimeouts.DEFAULT),
            (_, _) -> AtpResponse.okay());
    for (int i = 0; i < 300; i++) {
      write(connect(server), "DISPATCH / ATP/0.1\r\nFrom: sl");
    }
    try (var honest = connect(server)) {
      long start = System.nanoTime();
      assertThat(ask(honest)).startsWith("ATP/0.1 100");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void aPeerAtAnAddressThatIsDeniedGetsNothingAndIsCounted() throws IOException {
    var loopback = AddressBlock.parse("127.0.0.0/8").orElseThrow();
    var usual = config(ServerCapacity.DEFAULT, ServerTimeouts.DEFAULT);
    var server =
        start(
            new AtpServerConfig(
                usual.bind(),
                usual.tls(),
                usual.limits(),
                usual.timeouts(),
                usual.capacity(),
                new AddressFilter(List.of(), List.of(loopback), List.of())),
            (_, _) -> AtpResponse.okay());
    var socket = connect(server);
    socket.setSoTimeout(30_000);
    assertThat(socket.getInputStream().read()).isEqualTo(-1);
    assertThat(server.counts().denied()).isEqualTo(1);
    assertThat(server.counts().connections().accepted()).isZero();
  }

  private AtpServer start(AtpHandler handler) throws IOException {
    return start(config(ServerCapacity.DEFAULT, ServerTimeouts.DEFAULT), handler);
  }

  private AtpServer start(AtpServerConfig config, AtpHandler handler) throws IOException {
    var server = AtpServer.start(config, handler, (_, _) -> {}, InstantSource.system());
    open.add(server);
    return server;
  }

  private static AtpServerConfig config(ServerCapacity capacity, ServerTimeouts timeouts) {
    return new AtpServerConfig(
        List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
        Optional.empty(),
        WireLimits.DEFAULT,
        timeouts,
        capacity,
        AddressFilter.NONE);
  }

  private Socket connect(AtpServer server) throws IOException {
    var socket = new Socket(server.address().getAddress(), server.address().getPort());
    open.add(socket);
    return socket;
  }

  private static void write(Socket socket, String latin1) throws IOException {
    socket.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String readAll(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /// Asks, and reads the head of the answer. A server that refuses the connection may have closed
  /// it before the question was sent.
  private static String ask(Socket socket) throws IOException {
    write(socket, "STATUS /#a1 ATP/0.1\r\n" + KEEP + "\r\n");
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int octet = socket.getInputStream().read();
      if (octet < 0) {
        break;
      }
      head.append((char) octet);
    }
    return head.toString();
  }
}

package dev.sojourn.lab.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The link emulator with real sockets at both ends. Times are only ever checked from below, and
/// rates from above: a slow machine makes a link slower, never faster.
@Timeout(60)
final class LinkEmulatorIT {
  private static final Duration DELAY = Duration.ofMillis(40);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private LinkEmulator emulator;
  private ServerSocket server;

  @BeforeEach
  void start() throws IOException {
    emulator = LinkEmulator.start();
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws IOException {
    emulator.close();
    server.close();
    threads.shutdownNow();
  }

  @Test
  void bytesArriveUnchangedAndInOrderHoweverTheyAreCut() throws Exception {
    var link = open(new LinkSettings(Duration.ofMillis(3), 200_000_000, List.of()));
    for (int i = 0; i < 4; i++) {
      var _ = threads.submit(this::echo);
    }
    var clients = new ArrayList<Future<byte[]>>();
    for (int i = 0; i < 4; i++) {
      int seed = i;
      clients.add(threads.submit(() -> exchange(link, bytes(seed), new Random(seed))));
    }

    long sent = 0;
    for (int i = 0; i < 4; i++) {
      assertThat(clients.get(i).get()).isEqualTo(bytes(i));
      sent += bytes(i).length;
    }
    var totals = link.totals();
    assertThat(totals.connections()).isEqualTo(4);
    assertThat(totals.bytesToServer()).isEqualTo(sent);
    assertThat(totals.bytesFromServer()).isEqualTo(sent);
  }

  @Test
  void aProbeFindsTheDelayAndARoundTripForAConnection() throws Exception {
    var free = LinkProbe.measure(open(LinkSettings.FREE));
    var far = LinkProbe.measure(open(new LinkSettings(DELAY, 0, List.of())));

    assertThat(far.delayMillis()).isGreaterThanOrEqualTo(DELAY.toNanos() / 1e6);
    assertThat(far.connectMillis()).isGreaterThanOrEqualTo(DELAY.toNanos() / 1e6);
    assertThat(free.delayMillis()).isGreaterThanOrEqualTo(0);
    assertThat(free.bitsPerSecond()).isPositive();
  }

  @Test
  void aProbeFindsTheRate() throws Exception {
    long rate = 20_000_000;
    var found = LinkProbe.measure(open(new LinkSettings(Duration.ZERO, rate, List.of())));

    assertThat(found.bitsPerSecond()).isPositive().isLessThanOrEqualTo(rate * 1.1);
  }

  @Test
  void linksThatWereMeasuredLeadToTheirServersAgainAndHaveCountedNothing() throws Exception {
    var free = open(LinkSettings.FREE);
    var slow = open(new LinkSettings(Duration.ofMillis(5), 8_000_000, List.of()));
    var measured = LinkProbe.measureAll(List.of(free, slow));
    free.begin();
    slow.begin();
    await().until(() -> slow.totals().bytesFromServer() == 0);
    var _ = threads.submit(this::echo);
    try (var client = connect(slow)) {
      client.getOutputStream().write(3);
      assertThat(client.getInputStream().read()).isEqualTo(3);
    }

    assertThat(measured.getLast().delayMillis()).isGreaterThanOrEqualTo(5);
    assertThat(measured.getLast().bitsPerSecond()).isLessThanOrEqualTo(8_000_000 * 1.1);
    assertThat(free.totals().connections()).isZero();
    assertThat(slow.totals().connections()).isEqualTo(1);
    assertThat(slow.totals().bytesToServer()).isEqualTo(1);
  }

  @Test
  void theFirstByteOfAConnectionTakesTwoRoundTrips() throws Exception {
    var link = open(new LinkSettings(DELAY, 0, List.of()));
    var _ = threads.submit(this::echo);
    long begun = System.nanoTime();
    try (var client = connect(link)) {
      client.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
    }

    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isGreaterThanOrEqualTo(DELAY.multipliedBy(4));
  }

  @Test
  void anOutageHoldsBytesUntilItsEndAndTheConnectionSurvives() throws Exception {
    var outage = new Outage(Duration.ZERO, Duration.ofMillis(700));
    var link = open(new LinkSettings(Duration.ZERO, 0, List.of(outage)));
    var _ = threads.submit(this::echo);
    try (var client = connect(link)) {
      client.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
      long begun = System.nanoTime();
      link.begin();
      client.getOutputStream().write(2);
      assertThat(client.getInputStream().read()).isEqualTo(2);

      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isGreaterThanOrEqualTo(outage.length());
    }
  }

  @Test
  void aLinkThatIsClosedKeepsNothingThatAnOutageHolds() throws Exception {
    var anHour = new Outage(Duration.ZERO, Duration.ofHours(1));
    var link = open(new LinkSettings(Duration.ZERO, 0, List.of(anHour)));
    var _ = threads.submit(this::echo);
    try (var client = connect(link)) {
      client.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
      link.begin();
      client.getOutputStream().write(2);
      await().until(() -> link.totals().bytesToServer() == 1);
      assertThat(link.isIdle()).isFalse();
      link.close();

      assertThat(endOf(client)).isTrue();
    }
    await().until(link::isIdle);
  }

  @Test
  void aHalfClosedConnectionStillGetsItsAnswer() throws Exception {
    var link = open(new LinkSettings(Duration.ofMillis(5), 0, List.of()));
    var asked =
        threads.submit(
            () -> {
              try (var socket = server.accept()) {
                var question = socket.getInputStream().readAllBytes();
                socket.getOutputStream().write(bytes(9));
                return question;
              }
            });
    try (var client = connect(link)) {
      client.getOutputStream().write(bytes(8));
      client.shutdownOutput();

      assertThat(asked.get()).isEqualTo(bytes(8));
      assertThat(client.getInputStream().readAllBytes()).isEqualTo(bytes(9));
    }
  }

  @Test
  void aClientThatLeavesEndsTheConnectionOfTheServer() throws Exception {
    var link = open(LinkSettings.FREE);
    Callable<Integer> untilEnd =
        () -> {
          try (var socket = server.accept()) {
            return socket.getInputStream().readAllBytes().length;
          }
        };
    var got = threads.submit(untilEnd);
    try (var client = connect(link)) {
      client.getOutputStream().write(new byte[100]);
    }

    assertThat(got.get()).isEqualTo(100);
  }

  @Test
  void aServerThatIsGoneEndsTheConnectionOfTheClient() throws Exception {
    var link = open(LinkSettings.FREE);
    server.close();
    try (var client = connect(link)) {
      assertThat(endOf(client)).isTrue();
    }
  }

  @Test
  void aLinkWhoseFarEndTakesNothingReadsNoMoreThanItsWindow() throws Exception {
    var anHour = new Outage(Duration.ZERO, Duration.ofHours(1));
    var link = open(new LinkSettings(Duration.ZERO, 0, List.of(anHour)));
    var accepted = threads.submit(server::accept);
    try (var client =
            SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), link.port()));
        var socket = accepted.get()) {
      // The sender's own window grows as far as that of the receiver.
      var warm = new byte[4 * LinkMemory.WINDOW_BYTES];
      var read = threads.submit(() -> socket.getInputStream().readNBytes(warm.length).length);
      client.write(ByteBuffer.wrap(warm));
      assertThat(read.get()).isEqualTo(warm.length);
      link.begin();
      client.configureBlocking(false);
      await()
          .during(Duration.ofMillis(200))
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  takesNothing(client)
                      && link.totals().bytesToServer() >= LinkMemory.WINDOW_BYTES * 9L / 10);

      assertThat(link.totals().bytesToServer()).isLessThan(2L * LinkMemory.WINDOW_BYTES);
    }
  }

  @Test
  void aConnectionMovesAtMostItsWindowInARoundTrip() throws Exception {
    int windows = 8;
    var link = open(new LinkSettings(DELAY, 0, List.of()));
    // Each window but the first waits for the answer to the one before it.
    var atLeast = DELAY.multipliedBy(2L * (windows - 1));

    var there = threads.submit(this::received);
    long begun = System.nanoTime();
    try (var client = connect(link)) {
      client.getOutputStream().write(new byte[windows * LinkMemory.WINDOW_BYTES]);
      client.shutdownOutput();
      assertThat(there.get()).isEqualTo(windows * LinkMemory.WINDOW_BYTES);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(atLeast);

    var _ =
        threads.submit(
            () -> {
              try (var socket = server.accept()) {
                socket.getOutputStream().write(new byte[windows * LinkMemory.WINDOW_BYTES]);
              }
              return true;
            });
    begun = System.nanoTime();
    try (var client = connect(link)) {
      assertThat(client.getInputStream().readAllBytes()).hasSize(windows * LinkMemory.WINDOW_BYTES);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(atLeast);
  }

  private int received() throws IOException {
    try (var socket = server.accept()) {
      return socket.getInputStream().readAllBytes().length;
    }
  }

  /// Whether a connection takes no bytes; otherwise this fills it.
  private static boolean takesNothing(SocketChannel client) throws IOException {
    var bytes = ByteBuffer.allocate(64 << 10);
    boolean isFull = client.write(bytes) == 0;
    for (int taken = bytes.position(); taken > 0; ) {
      taken = client.write(bytes.clear());
    }
    return isFull;
  }

  @Test
  void aServerThatSendsToAClientThatIsGoneSeesTheEnd() throws Exception {
    var link = open(new LinkSettings(Duration.ofMillis(5), 20_000_000, List.of()));
    Callable<Boolean> untilEnd =
        () -> {
          try (var socket = server.accept()) {
            while (true) {
              socket.getOutputStream().write(new byte[1 << 16]);
            }
          } catch (IOException _) {
            return true;
          }
        };
    var ended = threads.submit(untilEnd);
    try (var client = connect(link)) {
      assertThat(client.getInputStream().readNBytes(1 << 16)).hasSize(1 << 16);
    }

    assertThat(ended.get()).isTrue();
    long passed = link.totals().bytesFromServer();
    await()
        .during(Duration.ofMillis(300))
        .atMost(Duration.ofSeconds(30))
        .until(() -> link.totals().bytesFromServer() == passed);
  }

  @Test
  void moreConnectionsThanALinkTakesAreRefusedAndCounted() throws Exception {
    var link = open(LinkSettings.FREE);
    var _ = threads.submit(this::echoAll);
    var clients = new ArrayList<Socket>();
    try {
      for (int i = 0; i < EmulatedLink.MOST_CONNECTIONS; i++) {
        clients.add(connect(link));
      }
      for (var client : clients) {
        client.getOutputStream().write(7);
        assertThat(client.getInputStream().read()).isEqualTo(7);
      }
      try (var oneMore = connect(link)) {
        assertThat(endOf(oneMore)).isTrue();
      }

      assertThat(link.totals().connections()).isEqualTo(EmulatedLink.MOST_CONNECTIONS);
      assertThat(link.totals().refused()).isEqualTo(1);
    } finally {
      for (var client : clients) {
        client.close();
      }
    }
  }

  @Test
  void bytesArriveUnchangedThroughLossAndAFullQueue() throws Exception {
    var queue = Optional.of(Duration.ofMillis(1));
    var delay = Duration.ofMillis(2);
    var link = open(new LinkSettings(delay, 50_000_000, 0.01, queue, List.of()));
    for (int i = 0; i < 4; i++) {
      var _ = threads.submit(this::echo);
    }
    var clients = new ArrayList<Future<byte[]>>();
    for (int i = 0; i < 4; i++) {
      int seed = i;
      clients.add(threads.submit(() -> exchange(link, bytes(seed), new Random(seed))));
    }

    for (int i = 0; i < 4; i++) {
      assertThat(clients.get(i).get()).isEqualTo(bytes(i));
    }
    assertThat(link.totals().lostPackets()).isPositive();
  }

  @Test
  void aServerThatReadsLateGetsEverything() throws Exception {
    var link = open(LinkSettings.FREE);
    var large = new byte[24 << 20];
    new Random(3).nextBytes(large);
    var sent =
        threads.submit(
            () -> {
              try (var client = connect(link)) {
                client.getOutputStream().write(large);
                return true;
              }
            });
    try (var socket = server.accept()) {
      await().until(() -> link.totals().bytesToServer() >= LinkMemory.WINDOW_BYTES);
      assertThat(socket.getInputStream().readAllBytes()).isEqualTo(large);
    }
    assertThat(sent.get()).isTrue();
  }

  private EmulatedLink open(LinkSettings settings) throws IOException, InterruptedException {
    var link = emulator.open(settings);
    link.connectTo(server.getLocalPort());
    return link;
  }

  private static Socket connect(EmulatedLink link) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
    socket.setTcpNoDelay(true);
    return socket;
  }

  private static boolean endOf(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException _) {
      return true;
    }
  }

  private Void echoAll() throws IOException {
    while (true) {
      var socket = server.accept();
      var _ = threads.submit(() -> socket.getInputStream().transferTo(socket.getOutputStream()));
    }
  }

  private Void echo() throws IOException {
    try (var socket = server.accept()) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    }
    return null;
  }

  private static byte[] bytes(int seed) {
    var random = new Random(seed);
    var bytes = new byte[random.nextInt(300_000, 900_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] exchange(EmulatedLink link, byte[] bytes, Random random)
      throws IOException, InterruptedException, ExecutionException {
    try (var client = connect(link)) {
      var got = threads.submit(() -> client.getInputStream().readAllBytes());
      for (int at = 0; at < bytes.length; ) {
        int size = Math.min(bytes.length - at, random.nextInt(1, 40_000));
        client.getOutputStream().write(bytes, at, size);
        at += size;
      }
      client.shutdownOutput();
      return got.get();
    }
  }
}

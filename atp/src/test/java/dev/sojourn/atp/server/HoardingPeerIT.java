package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Peers that ask for much and take it a byte at a time, so that it is neither written nor given
/// up. Each address of 127.0.0.0/8 is one peer, and 127.0.0 and 127.0.1 are two networks.
@Timeout(60)
final class HoardingPeerIT {

  private static final int ANSWER_BYTES = 12 << 20;
  private static final String REQUEST = "STATUS /#a1 ATP/0.1\r\nConnection: keep-alive\r\n\r\n";

  private AtpServer server;

  @BeforeEach
  void start() throws IOException {
    var answer = Bytes.wrap(new byte[ANSWER_BYTES]);
    // For ten answers; five of an address, eight of a network.
    var bodies = new BodyCapacity(10L * ANSWER_BYTES, 5L * ANSWER_BYTES, 8L * ANSWER_BYTES, 16);
    server =
        AtpServer.start(
            new AtpServerConfig(
                List.of(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0)),
                Optional.empty(),
                WireLimits.DEFAULT,
                ServerTimeouts.DEFAULT,
                new ServerCapacity(20, 20, 20, 16, bodies),
                AddressFilter.NONE),
            (_, _) -> AtpResponse.okay("application/octet-stream", answer),
            (_, _) -> {},
            InstantSource.system());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whoReadsAByteAtATimeCannotHoldTheMemoryThatOthersNeed() throws Exception {
    try (var hoarder = connect("127.0.0.1");
        var again = connect("127.0.0.1")) {
      write(hoarder, REQUEST.repeat(16));
      assertThat(hoarder.getInputStream().read()).isEqualTo('A');
      // Its share is taken, and each connection on which it asks answers so.
      await().until(() -> head(again).startsWith("ATP/0.1 403"));
      assertThat(hoarder.getInputStream().read()).isEqualTo('T');

      assertServed("127.0.0.2");
      assertServed("127.0.1.1");
    }
    await().until(() -> isServed("127.0.0.1"));
  }

  @Test
  void whoHasManyAddressesOfANetworkCannotEither() throws Exception {
    try (var one = connect("127.0.0.1");
        var two = connect("127.0.0.2");
        var three = connect("127.0.0.3")) {
      write(one, REQUEST.repeat(16));
      write(two, REQUEST.repeat(16));
      assertThat(one.getInputStream().read()).isEqualTo('A');
      assertThat(two.getInputStream().read()).isEqualTo('A');
      await().until(() -> head(three).startsWith("ATP/0.1 403"));

      assertServed("127.0.1.1");
    }
  }

  private void assertServed(String address) throws IOException {
    assertThat(isServed(address)).as(address).isTrue();
  }

  private boolean isServed(String address) throws IOException {
    try (var socket = connect(address)) {
      return head(socket).startsWith("ATP/0.1 100")
          && socket.getInputStream().readNBytes(ANSWER_BYTES).length == ANSWER_BYTES;
    }
  }

  private Socket connect(String from) throws IOException {
    var socket = new Socket();
    // Octets that the system takes in for a peer count as taken.
    socket.setReceiveBufferSize(64 * 1024);
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
    socket.connect(server.address());
    return socket;
  }

  private static void write(Socket socket, String latin1) throws IOException {
    socket.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Asks, and reads the head of the answer; the body of a short one, too.
  private static String head(Socket socket) throws IOException {
    write(socket, REQUEST);
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) socket.getInputStream().read());
    }
    if (head.indexOf("ATP/0.1 403") == 0) {
      int begin = head.indexOf("Content-Length: ") + "Content-Length: ".length();
      int length = Integer.parseInt(head.substring(begin, head.indexOf("\r\n", begin)));
      assertThat(new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8))
          .contains("too-busy");
    }
    return head.toString();
  }
}

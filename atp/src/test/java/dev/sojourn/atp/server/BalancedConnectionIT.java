package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.tls.TlsFiles;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.testing.HaProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Connections that a load balancer forwards, with octets of the PROXY protocol and with HAProxy.
@Timeout(60)
class BalancedConnectionIT {
  private static final String REQUEST = "STATUS /#a1 ATP/0.1\r\nFrom: a@b\r\n\r\n";
  private static final byte[] SIGNATURE = HexFormat.of().parseHex("0d0a0d0a000d0a515549540a");

  private final BlockingQueue<InetSocketAddress> peers = new LinkedBlockingQueue<>();
  private AtpServer server;

  @TempDir Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  private void start(List<String> balancers, List<String> deny, Duration handshake)
      throws IOException {
    var usual = ServerTimeouts.DEFAULT;
    server =
        AtpServer.start(
            new AtpServerConfig(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Optional.<TlsFiles>empty(),
                WireLimits.DEFAULT,
                new ServerTimeouts(
                    handshake,
                    usual.head(),
                    usual.body(),
                    usual.idle(),
                    usual.write(),
                    Duration.ZERO),
                ServerCapacity.DEFAULT,
                new AddressFilter(List.of(), blocks(deny), blocks(balancers))),
            (_, peer) -> {
              peers.add(peer.address());
              return AtpResponse.okay();
            },
            (_, _) -> {},
            InstantSource.system());
  }

  private void start() throws IOException {
    start(List.of("127.0.0.1"), List.of(), ServerTimeouts.DEFAULT.handshake());
  }

  private static List<AddressBlock> blocks(List<String> texts) {
    return texts.stream().map(text -> AddressBlock.parse(text).orElseThrow()).toList();
  }

  private Socket connect(InetSocketAddress to, String from) throws IOException {
    var socket = new Socket(to.getAddress(), to.getPort(), InetAddress.ofLiteral(from), 0);
    socket.setSoTimeout(30_000);
    return socket;
  }

  private static void send(Socket socket, byte[] octets) throws IOException {
    socket.getOutputStream().write(octets);
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// A header of version 2.
  private static byte[] binary(String commandAndFamily, String addresses) {
    var rest = HexFormat.of().parseHex(addresses);
    var header = HexFormat.of().parseHex(commandAndFamily + "%04x".formatted(rest.length));
    var all = new byte[SIGNATURE.length + header.length + rest.length];
    System.arraycopy(SIGNATURE, 0, all, 0, SIGNATURE.length);
    System.arraycopy(header, 0, all, SIGNATURE.length, header.length);
    System.arraycopy(rest, 0, all, SIGNATURE.length + header.length, rest.length);
    return all;
  }

  private String answered(byte[] header) throws IOException {
    try (var socket = connect(server.address(), "127.0.0.1")) {
      send(socket, header);
      send(socket, latin1(REQUEST));
      return firstLine(socket);
    }
  }

  private static String firstLine(Socket socket) throws IOException {
    var line = new StringBuilder();
    for (int octet = socket.getInputStream().read();
        octet >= 0 && octet != '\r';
        octet = socket.getInputStream().read()) {
      line.append((char) octet);
    }
    return line.toString();
  }

  private InetSocketAddress peer() throws InterruptedException {
    return peers.poll(30, TimeUnit.SECONDS);
  }

  @Test
  void bothVersionsNameThePeer() throws Exception {
    start();
    assertThat(answered(latin1("PROXY TCP4 192.0.2.7 198.51.100.1 56324 10434\r\n")))
        .startsWith("ATP/0.1 100");
    assertThat(peer()).isEqualTo(new InetSocketAddress("192.0.2.7", 56_324));

    assertThat(answered(latin1("PROXY TCP6 2001:db8::7 2001:db8::1 1 10434\r\n")))
        .startsWith("ATP/0.1 100");
    assertThat(peer().getAddress()).isEqualTo(InetAddress.ofLiteral("2001:db8::7"));

    // TCP over IPv4, with an addition (ALPN "a"), which is not read.
    try (var socket = connect(server.address(), "127.0.0.1")) {
      send(socket, binary("2111", "c0000207c6336401dc0428c201000161"));
      send(socket, latin1(REQUEST));
      assertThat(firstLine(socket)).startsWith("ATP/0.1 100");
      assertThat(peer()).isEqualTo(new InetSocketAddress("192.0.2.7", 56_324));
      await()
          .untilAsserted(
              () ->
                  assertThat(server.counts().connections().largest())
                      .hasValueSatisfying(most -> assertThat(most.connections()).isOne()));
    }
  }

  @Test
  void aHeaderMayComeInPieces() throws Exception {
    start();
    try (var socket = connect(server.address(), "127.0.0.1")) {
      socket.setTcpNoDelay(true);
      for (byte octet : binary("2111", "c0000207c6336401dc0428c2")) {
        send(socket, new byte[] {octet});
      }
      send(socket, latin1(REQUEST));
      assertThat(firstLine(socket)).startsWith("ATP/0.1 100");
    }
    assertThat(peer()).isEqualTo(new InetSocketAddress("192.0.2.7", 56_324));
  }

  @Test
  void aBalancerThatSpeaksForNobodyIsThePeer() throws Exception {
    start();
    for (var header : List.of(binary("2000", ""), latin1("PROXY UNKNOWN\r\n"))) {
      assertThat(answered(header)).startsWith("ATP/0.1 100");
      assertThat(peer().getAddress()).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
    }
    connect(server.address(), "127.0.0.1").close();
    assertThat(server.counts().malformed()).containsEntry("balancer-header", 0L);
  }

  @Test
  void aDeniedPeerIsDeniedBehindABalancerToo() throws Exception {
    start(List.of("127.0.0.1"), List.of("192.0.2.0/24"), ServerTimeouts.DEFAULT.handshake());
    assertThat(answered(latin1("PROXY TCP4 192.0.2.7 198.51.100.1 56324 10434\r\n"))).isEmpty();
    assertThat(server.counts().denied()).isOne();
    assertThat(answered(latin1("PROXY TCP4 198.51.100.7 198.51.100.1 1 10434\r\n")))
        .startsWith("ATP/0.1 100");
  }

  @Test
  void aPeerThatIsNoBalancerCannotChooseItsAddress() throws Exception {
    start();
    try (var socket = connect(server.address(), "127.0.0.2")) {
      send(socket, latin1("PROXY TCP4 192.0.2.7 198.51.100.1 56324 10434\r\n" + REQUEST));
      assertThat(firstLine(socket)).startsWith("ATP/0.1 300");
    }
    assertThat(peers).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        REQUEST,
        "PROXY TCP4 192.0.2.7 198.51.100.1 56324 65536\r\n",
        "PROXY TCP4 localhost localhost 1 2\r\n",
        "PROXY TCP6 fe80::1%nowhere ::1 1 2\r\n",
        "PROXY TCP4 192.0.2.7 198.51.100.1 1 2 and so on and so on and so on and so on and so on"
            + " and so on and so on and so on and so on",
        "\r\n\r\n\0\r\nQUIT\n\u0031\u0011\0\0",
        // Datagrams.
        "\r\n\r\n\0\r\nQUIT\n\u0021\u0012\0\014aaaabbbbccdd"
      })
  void whatIsNoHeaderEndsAConnectionAndIsCountedForNobody(String octets) throws Exception {
    start();
    try (var socket = connect(server.address(), "127.0.0.1")) {
      send(socket, latin1(octets));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (IOException e) {
      // Octets that were not read turn the end into a reset.
      assertThat(e).hasMessageContaining("reset");
    }
    await()
        .untilAsserted(
            () -> assertThat(server.counts().malformed()).containsEntry("balancer-header", 1L));
    assertThat(server.takeMalformedBySender()).isEmpty();
    assertThat(peers).isEmpty();
    assertThat(server.counts().connections().accepted()).isZero();
  }

  @Test
  void aHeaderThatNeverComesHoldsNoConnection() throws Exception {
    start(List.of("127.0.0.1"), List.of(), Duration.ofMillis(300));
    try (var silent = connect(server.address(), "127.0.0.1");
        var half = connect(server.address(), "127.0.0.1")) {
      send(half, latin1("PROXY TCP4 192"));
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
      assertThat(half.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void aHeaderOf65535OctetsIsNotWaitedFor() throws Exception {
    start();
    try (var socket = connect(server.address(), "127.0.0.1")) {
      var part = new byte[16 << 10];
      System.arraycopy(latin1("\r\n\r\n\0\r\nQUIT\n\u0021\u0011\u00ff\u00ff"), 0, part, 0, 16);
      send(socket, part);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("reset");
    }
    assertThat(peers).isEmpty();
  }

  @Test
  void connectionsThatWaitForAHeaderAreClosedWithTheServer() throws Exception {
    start();
    try (var silent = connect(server.address(), "127.0.0.1")) {
      // The server has taken it in when it answers a later one.
      assertThat(answered(binary("2000", ""))).startsWith("ATP/0.1 100");
      server.close();
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"send-proxy", "send-proxy-v2"})
  void haProxyNamesItsPeers(String version) throws Exception {
    assumeTrue(HaProxy.isInstalled(), "haproxy is not installed");
    start();
    try (var balancer = HaProxy.start(folder, server.address(), version);
        var socket = connect(balancer.address(), "127.0.0.9")) {
      send(socket, latin1(REQUEST));
      assertThat(firstLine(socket)).startsWith("ATP/0.1 100");
      assertThat(peer().getAddress()).isEqualTo(InetAddress.ofLiteral("127.0.0.9"));

      // A peer's own header is a malformed request.
      try (var forger = connect(balancer.address(), "127.0.0.8")) {
        send(forger, latin1("PROXY TCP4 192.0.2.7 198.51.100.1 56324 10434\r\n" + REQUEST));
        assertThat(firstLine(forger)).startsWith("ATP/0.1 300");
      }
      await().until(() -> server.takeMalformedBySender().containsKey("127.0.0.8"));
      assertThat(peers).isEmpty();
    }
  }
}

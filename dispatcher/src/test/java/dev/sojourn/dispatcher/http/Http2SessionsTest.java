package dev.sojourn.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sojourn.dispatcher.body.BodyRoom;
import dev.sojourn.dispatcher.http2.Http2Connection;
import dev.sojourn.dispatcher.http2.WireCount;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The connections of many sites, without TLS below them.
@Timeout(30)
class Http2SessionsTest {
  private static final HttpReply NONE = new HttpReply.Failure(HttpReply.Kind.BROKEN, "none");
  private static final byte[] SETTINGS = FrameServer.frame(FrameServer.SETTINGS, 0, 0, new byte[0]);

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final WireTally tally = new WireTally();
  private final WireAllowance payer = new WireAllowance(tally, 1_000);
  private final Http2Sessions sessions = new Http2Sessions(settings(), timer);
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    sessions.close();
    timer.shutdownNow();
    server.close();
  }

  private static HttpSettings settings() {
    var patient = Duration.ofSeconds(20);
    return new HttpSettings("TestBot/1.0", patient, patient, patient, 1_000, 2);
  }

  /// As TLS whose records bring nothing: empty ones, session tickets, changes of keys.
  private static final class EmptyRecords extends Socket {
    private final Socket below;

    EmptyRecords(Socket below) {
      this.below = below;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(below.getInputStream()) {
        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
          int read;
          do {
            read = in.read(buffer, offset, length);
          } while (read >= 0);
          return read;
        }
      };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return below.getOutputStream();
    }
  }

  @Test
  void aFloodOfRecordsWithoutAFrameEndsTheConnectionAndIsCounted() throws Exception {
    try (var raw = new CountingSocket(Proxy.NO_PROXY);
        var tls = new EmptyRecords(raw)) {
      raw.connect(server.getLocalSocketAddress());
      var agreed = new Http2Connection.Agreed(tls, raw, raw.share(), "test");
      try (var connection =
              Http2Connection.open(agreed, settings().silenceTimeout(), timer, payer);
          var exchange = connection.begin(payer, BodyRoom.in(Path.of("none")).body(1_000));
          var accepted = server.accept()) {
        exchange.send(List.of(new BasicHeader(":method", "GET")));
        var flood = accepted.getOutputStream();
        Thread.ofVirtual().start(new FutureTask<>(() -> flooded(flood)));
        assertThatThrownBy(exchange::head)
            .hasMessage("it sent more than 1048576 bytes that bring no frame");
        assertThat(tally.receivedBytes()).isBetween(1L << 20, (1L << 20) + 16_384);
      }
    }
  }

  private static int flooded(OutputStream out) throws IOException {
    for (int i = 0; i < 4_096; i++) {
      out.write(new byte[1_024]);
    }
    return 0;
  }

  private Http2Connection.Agreed agreed() throws IOException {
    var socket = new Socket(server.getInetAddress(), server.getLocalPort());
    return new Http2Connection.Agreed(socket, socket, new WireCount(), "test");
  }

  private static HttpHost site(String name) {
    return new HttpHost("https", name);
  }

  private Http2Connection connect(String name) throws Exception {
    var made = new AtomicReference<Http2Connection>();
    try (var route = sessions.route(site(name))) {
      sessions.ask(
          route,
          payer,
          _ -> {
            throw new Http2AgreedException(agreed());
          },
          connection -> {
            made.set(connection);
            return NONE;
          });
    }
    return made.get();
  }

  /// Accepts a connection; it counts as idle once the settings came.
  private Socket settle(Http2Connection connection) throws IOException {
    var accepted = server.accept();
    accepted.getOutputStream().write(SETTINGS);
    await().until(() -> connection.idleNanos() > 0);
    return accepted;
  }

  @Test
  void nothingIsKeptOfASiteWhoseConnectionEnded() throws Exception {
    var connection = connect("a.example");
    try (var accepted = settle(connection)) {
      assertThat(sessions.routes()).isEqualTo(1);
      accepted.shutdownOutput();
      await().until(() -> sessions.routes() == 0);
    }
  }

  @Test
  void nothingIsKeptOfASiteThatIsNotReached() throws Exception {
    try (var route = sessions.route(site("a.example"))) {
      assertThatThrownBy(
              () ->
                  sessions.ask(
                      route,
                      payer,
                      _ -> {
                        throw new ConnectException();
                      },
                      _ -> NONE))
          .isInstanceOf(ConnectException.class);
    }
    assertThat(sessions.routes()).isZero();
  }

  @Test
  void onlyTheConnectionThatIsIdleLongestMakesRoomForAnother() throws Exception {
    var longest = connect("a.example");
    try (var _ = settle(longest)) {
      var shorter = connect("b.example");
      try (var _ = settle(shorter)) {
        var another = connect("c.example");
        assertThat(longest.isUsable()).isFalse();
        assertThat(shorter.isUsable()).isTrue();
        assertThat(another.isUsable()).isTrue();
      }
    }
  }

  @Test
  void aConnectionThatIsMadeAfterTheEndIsClosed() throws Exception {
    sessions.close();
    assertThatThrownBy(() -> connect("a.example")).isInstanceOf(SocketException.class);
    try (var accepted = server.accept()) {
      assertThat(accepted.getInputStream().readAllBytes()).isNotEmpty();
    }
    assertThat(sessions.routes()).isZero();
  }
}

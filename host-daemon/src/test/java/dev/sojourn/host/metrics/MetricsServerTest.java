package dev.sojourn.host.metrics;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.server.ConnectionCounts;
import dev.sojourn.atp.server.ConnectionLimit;
import dev.sojourn.atp.server.ServerCounts;
import dev.sojourn.host.count.IntakeCounts;
import dev.sojourn.host.count.VisitCounts;
import dev.sojourn.host.store.Store;
import dev.sojourn.sandbox.WorkerCounts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsServerTest {
  @TempDir Path data;
  private Store store;
  private MetricsServer server;
  private static final ServerCounts WIRE =
      new ServerCounts(
          new ConnectionCounts(
              3,
              1,
              1_024,
              7,
              Map.of(ConnectionLimit.TOTAL, 4L),
              Map.of(ConnectionLimit.NETWORK, 2L),
              Optional.empty()),
          Map.of("head-timeout", 5L),
          6);

  private final AtomicReference<Health> health =
      new AtomicReference<>(new Health(Optional.empty(), List.of()));

  @BeforeEach
  void start() throws IOException {
    store = Store.open(data);
    var metrics =
        new HostMetrics(
            store,
            data,
            () -> WIRE,
            () -> Optional.of(Instant.ofEpochSecond(1_800_000_000)),
            () -> Map.of("http://a.example", 1L),
            () -> true,
            () -> new WorkerCounts(2, 1, 0, true),
            new IntakeCounts(),
            new VisitCounts(_ -> true));
    server =
        MetricsServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), metrics, health::get);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    store.close();
  }

  @Test
  void aDaemonThatTakesNoAgentsIsAliveAndSaysWhyItIsNotReady() throws IOException {
    assertThat(ask("GET /readyz")).startsWith("HTTP/1.1 200").endsWith("ready\n");
    health.set(new Health(Optional.of("no worker can be started"), List.of("Look.", "And here.")));

    assertThat(ask("GET /readyz"))
        .startsWith("HTTP/1.1 503")
        .endsWith("not ready: no worker can be started\nLook.\nAnd here.\n");
    assertThat(ask("GET /livez")).startsWith("HTTP/1.1 200").endsWith("alive\n");
    health.set(new Health(Optional.empty(), List.of("Look.")));
    assertThat(ask("GET /readyz")).startsWith("HTTP/1.1 200").endsWith("ready\nLook.\n");
  }

  @Test
  void connectionsAreShownByStateAndByTheLimitThatWasReached() throws IOException {
    assertThat(ask("GET /metrics"))
        .contains(
            "sojourn_connections{state=\"authenticated\"} 1\n",
            "sojourn_connections{state=\"unauthenticated\"} 2\n",
            "sojourn_connections_limit 1024\n",
            "sojourn_connections_accepted_total 7\n",
            "sojourn_connections_refused_total{limit=\"total\"} 4\n",
            "sojourn_connections_displaced_total{limit=\"network\"} 2\n",
            "sojourn_connections_denied_total 6\n",
            "sojourn_malformed_requests_total{reason=\"head-timeout\"} 5\n");
  }

  @Test
  void theEndOfTheCertificateIsShown() throws IOException {
    assertThat(ask("GET /metrics"))
        .contains("sojourn_config_last_reload_successful 0\n")
        .contains("sojourn_certificate_expiry_timestamp_seconds 1800000000\n");
  }

  @Test
  void headHasTheHeadOfGetAndNoBody() throws IOException {
    assertThat(ask("HEAD /metrics"))
        .startsWith("HTTP/1.1 200")
        .contains("text/plain; version=0.0.4")
        .endsWith("\r\n\r\n");
  }

  @Test
  void otherMethodsAndPathsAreRefused() throws IOException {
    assertThat(ask("POST /metrics")).startsWith("HTTP/1.1 405").contains("Allow: GET, HEAD");
    assertThat(ask("DELETE /livez")).startsWith("HTTP/1.1 405");
    assertThat(ask("GET /")).startsWith("HTTP/1.1 404");
    assertThat(ask("GET /metrics/../host.toml")).startsWith("HTTP/1.1 404");
  }

  @Test
  void aHeadWithoutEndIsNotRead() throws IOException {
    var endless = "GET /livez HTTP/1.1\r\nX: " + "x".repeat(1 << 20);

    assertThat(sent(endless)).doesNotContain("alive");
  }

  @Test
  void theWorkersAreToldByState() throws IOException {
    assertThat(ask("GET /metrics"))
        .contains("sojourn_workers{state=\"leased\"} 2\n")
        .contains("sojourn_workers{state=\"spare\"} 1\n")
        .contains("sojourn_worker_start_failing 1\n");
  }

  private String ask(String line) throws IOException {
    return sent(line + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  }

  private String sent(String octets) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(octets.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (SocketException e) {
      return "closed: " + e.getMessage();
    }
  }
}

package dev.sojourn.host.metrics;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.server.ConnectionCounts;
import dev.sojourn.atp.server.ConnectionLimit;
import dev.sojourn.atp.server.ServerCounts;
import dev.sojourn.host.page.PageStoreCounts;
import dev.sojourn.host.store.Store;
import dev.sojourn.sandbox.WorkerCounts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
            () -> new PageStoreCounts(0, 0, 0, 0, 0, 0, 0),
            new IntakeCounts(),
            new VisitCounts(() -> Set.of("crawler.example")));
    server =
        MetricsServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Set.of("Host.Example"),
            metrics,
            health::get);
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
    for (var odd : List.of("//", "///", "//metrics", "//evil.example/", "/?", "//?a", "/%2f")) {
      assertThat(ask("GET " + odd))
          .startsWith("HTTP/1.1 404 Not Found")
          .endsWith("Here are /livez, /readyz and /metrics.\n");
    }
    assertThat(ask("GET /metrics/../host.toml")).startsWith("HTTP/1.1 404");
  }

  @Test
  void aHeadWithoutEndIsNotRead() throws IOException {
    var endless = "GET /livez HTTP/1.1\r\nX: " + "x".repeat(1 << 20);

    assertThat(sent(endless)).doesNotContain("alive");
  }

  /// A page of a hostile site lets its name lead to this machine, and reads what a browser there
  /// may read.
  @Test
  void aPageInABrowserReadsNothingByANameThatItsOwnerLetsLeadHere() throws IOException {
    for (var foreign : List.of("evil.example", "evil.example:9434", "localhost.evil.example", "")) {
      assertThat(sent(get(foreign))).startsWith("HTTP/1.1 421").doesNotContain("alive");
    }
    for (var own :
        List.of(
            "127.0.0.1:9434",
            "[::1]:9434",
            "10.1.2.3",
            "LOCALHOST",
            "a.localhost:1",
            "host.example:9434")) {
      assertThat(sent(get(own))).startsWith("HTTP/1.1 200").endsWith("alive\n");
    }
    assertThat(sent("GET /livez HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    for (var odd :
        List.of(
            "GET http://evil.example/livez HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /livez HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n",
            "nonsense\r\n\r\n")) {
      assertThat(sent(odd)).startsWith("HTTP/1.1 400");
    }
  }

  private static String get(String host) {
    return "GET /livez HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
  }

  /// A peer that may connect holds each connection with half a request.
  @Test
  void halfRequestsKeepNobodyOut() throws IOException {
    var halves = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 100; i++) {
        var half = new Socket(server.address().getAddress(), server.address().getPort());
        halves.add(half);
        half.getOutputStream().write("GET /livez HTTP/1.1\r\nHo".getBytes(ISO_8859_1));
      }
      long begun = System.nanoTime();
      assertThat(ask("GET /livez")).endsWith("alive\n");
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
      halves.getFirst().setSoTimeout(5_000);
      assertThat(halves.getFirst().getInputStream().read()).isNegative();
    } finally {
      for (var half : halves) {
        half.close();
      }
    }
  }

  @Test
  void theWorkersAreReportedByState() throws IOException {
    assertThat(ask("GET /metrics"))
        .contains("sojourn_workers{state=\"leased\"} 2\n")
        .contains("sojourn_workers{state=\"spare\"} 1\n")
        .contains("sojourn_worker_start_failing 1\n");
  }

  private String ask(String line) throws IOException {
    return sent(line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
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

package dev.sojourn.host.metrics;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

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
  private final AtomicReference<Optional<String>> obstacle =
      new AtomicReference<>(Optional.empty());

  @BeforeEach
  void start() throws IOException {
    store = Store.open(data);
    var metrics =
        new HostMetrics(
            store,
            data,
            () -> new WorkerCounts(2, 1, 0, true),
            new IntakeCounts(),
            new VisitCounts(_ -> true));
    server =
        MetricsServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), metrics, obstacle::get);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    store.close();
  }

  @Test
  void aDaemonThatTakesNoAgentsIsAliveAndSaysWhyItIsNotReady() throws IOException {
    assertThat(ask("GET /readyz")).startsWith("HTTP/1.1 200").endsWith("ready\n");
    obstacle.set(Optional.of("no worker can be started"));

    assertThat(ask("GET /readyz"))
        .startsWith("HTTP/1.1 503")
        .endsWith("not ready: no worker can be started\n");
    assertThat(ask("GET /livez")).startsWith("HTTP/1.1 200").endsWith("alive\n");
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

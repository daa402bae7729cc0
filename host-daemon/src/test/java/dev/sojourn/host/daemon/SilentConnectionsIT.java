package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.DispatchOutcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Peers that open connections and say nothing. Each address of 127.0.0.0/8 is one peer, and
/// 127.0.1 and 127.0.2 are two networks.
@Timeout(120)
final class SilentConnectionsIT {
  private static final int SILENT = 2_000;
  private static final int ADDRESSES = 16;

  @TempDir Path temporary;

  @Test
  void twoThousandSilentConnectionsKeepNoOwnerOutAndTheOperatorSeesThem() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(3);
    var silent = new ArrayList<Socket>();
    try (var owner = new Owner();
        var daemon =
            RunningHost.start(
                folder.config(List.of(owner), "[metrics]\nlisten = \"127.0.0.1:0\"\n"))) {
      var address = new InetSocketAddress("127.0.0.1", daemon.address().port());
      for (int i = 0; i < SILENT; i++) {
        silent.add(connect(address, "127.0." + (1 + i % ADDRESSES) + ".1"));
      }
      await()
          .until(() -> page(daemon, "/metrics").contains("sojourn_connections_accepted_total 2"));

      // The fastest of three: the first dispatch loads classes.
      var fastest =
          Stream.of(1, 2, 3).map(_ -> dispatch(owner, daemon)).sorted().findFirst().orElseThrow();
      assertThat(fastest).isLessThan(Duration.ofSeconds(1));

      assertThat(page(daemon, "/readyz"))
          .startsWith("ready\nConnections are scarce: ")
          .contains("1,024 of 1,024 are open", "most, 64, are from 127.0.");
      assertThat(page(daemon, "/metrics"))
          .contains("sojourn_connections_refused_total{limit=\"total\"} 0\n")
          .doesNotContain("sojourn_connections_displaced_total{limit=\"total\"} 0\n")
          .contains("sojourn_connections{state=\"authenticated\"} 1\n");
    } finally {
      for (var socket : silent) {
        socket.close();
      }
    }
  }

  private static Socket connect(InetSocketAddress daemon, String from) throws IOException {
    var socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
    socket.connect(daemon);
    return socket;
  }

  private static Duration dispatch(Owner owner, RunningHost daemon) {
    long before = System.nanoTime();
    try {
      var agent = owner.sign(owner.passport(daemon.address(), WALKING, WALKER), WALKING);
      assertThat(owner.host(daemon.address()).dispatch(agent, false))
          .isInstanceOf(DispatchOutcome.Accepted.class);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Duration.ofNanos(System.nanoTime() - before);
  }

  private static String page(RunningHost daemon, String path)
      throws IOException, InterruptedException {
    var metrics = daemon.daemon().metricsAddress().orElseThrow();
    try (var client = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:" + metrics.getPort() + path);
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}

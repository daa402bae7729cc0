package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page that says whether a daemon takes agents in, and what its operator should look at.
class ReadinessIT {
  @TempDir Path temporary;

  @Test
  void aCertificateThatHasExpiredIsAnObstacleUntilANewOneIsThere() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(1);
    TestCertificate.write(temporary, 3);
    var config =
        folder.config(
            List.of(),
            """
            [tls]
            certificate = "host.pem"
            key = "host.key"
            [metrics]
            listen = "127.0.0.1:0"
            """);
    try (var host = RunningHost.start(config);
        var client = HttpClient.newHttpClient()) {
      assertThat(ask(client, host, "/readyz"))
          .startsWith("503 not ready: peers refuse the certificate, ")
          .contains("host.pem expired at ", "renewed");
      var before = expiry(ask(client, host, "/metrics"));

      TestCertificate.write(temporary);

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> ask(client, host, "/readyz").startsWith("200 ready"));
      assertThat(expiry(ask(client, host, "/metrics"))).isGreaterThan(before);
    }
  }

  private static long expiry(String metrics) {
    var name = "\nsojourn_certificate_expiry_timestamp_seconds ";
    return metrics
        .substring(metrics.indexOf(name) + name.length())
        .lines()
        .findFirst()
        .map(Long::valueOf)
        .orElseThrow();
  }

  /// Status and text.
  private static String ask(HttpClient client, RunningHost host, String path)
      throws IOException, InterruptedException {
    var at = host.daemon().metricsAddress().orElseThrow();
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at.getPort() + path));
    var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}

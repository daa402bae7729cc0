package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.LogTail;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page that says whether a daemon takes agents in, with remarks for its operator.
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

  @Test
  void aSiteWhoseFolderIsAwayKeepsNoOtherDownAndIsServedWhenItIsThere() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(1);
    var away = temporary.resolve("away");
    var config =
        """
        [[site]]
        origin = "http://away.example"
        root = "away"
        [[site]]
        origin = "http://archive.example"
        warc = ["archive/*.warc.gz"]
        [[site]]
        origin = "http://server.example"
        upstream = "http://nowhere.invalid:80"
        [metrics]
        listen = "127.0.0.1:0"
        """;
    try (var owner = new Owner();
        var client = HttpClient.newHttpClient()) {
      var file = folder.config(List.of(owner), config);
      try (var host = RunningHost.start(file)) {
        assertThat(ask(client, host, "/readyz"))
            .startsWith("200 ready")
            .contains("The site http://away.example is away", "http://archive.example is away")
            .contains("the name of its web server, nowhere.invalid, is not known");
        assertThat(ask(client, host, "/metrics"))
            .contains(
                "sojourn_site_unreadable{site=\"http://away.example\"} 1\n",
                "sojourn_site_unreadable{site=\"" + Owner.SITE + "\"} 0\n");
        for (var site : List.of("http://away.example", "http://server.example")) {
          assertThat(Owner.refusal(send(owner, host, site))).isEqualTo("403 site-away");
        }
        assertThat(send(owner, host, Owner.SITE)).isInstanceOf(DispatchOutcome.Accepted.class);
        host.reload(file);
        host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
        var listed = HostLine.run("sites", "--config", file.toString());
        assertThat(listed.exitCode()).isEqualTo(6);
        assertThat(listed.out())
            .containsPattern("http://away.example +unreadable +the folder .*not there")
            .containsPattern(Owner.SITE + " +here ");
        assertThat(listed.err()).contains("4 sites, 3 unreadable.");

        Files.createDirectory(away);
        Files.writeString(away.resolve("index.html"), "<title>x</title>");
        await()
            .until(
                () -> ask(client, host, "/metrics").contains("{site=\"http://away.example\"} 0"));
        assertThat(send(owner, host, "http://away.example"))
            .isInstanceOf(DispatchOutcome.Accepted.class);
      }
      // Its disk is not mounted when the daemon starts again.
      Files.delete(away.resolve("index.html"));
      try (var host = RunningHost.start(file)) {
        assertThat(ask(client, host, "/readyz")).contains("it is empty and had pages before");
        assertThat(Owner.refusal(send(owner, host, "http://away.example")))
            .isEqualTo("403 site-away");
      }
    }
  }

  private static DispatchOutcome send(Owner owner, RunningHost host, String site)
      throws InterruptedException {
    var limits = new PassportLimits(Duration.ofMinutes(5), 100, 1L << 30, 100);
    var scope = new PassportScope(site, List.of("/"), List.of());
    var starts = List.of(site + "/");
    var passport = owner.passport(host.address(), WALKING, WALKER, scope, starts, limits);
    return owner.host(host.address()).dispatch(owner.sign(passport, WALKING), true);
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

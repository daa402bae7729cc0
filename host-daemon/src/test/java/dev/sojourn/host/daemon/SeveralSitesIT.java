package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One daemon with sites of different kinds.
class SeveralSitesIT {
  @TempDir Path temporary;

  @Test
  void eachSiteIsReadFromItsOwnSource() throws Exception {
    var folder = new HostFolder(temporary);
    folder.page("index.html", "folder", "next.html");
    folder.page("next.html", "next");
    var other = Files.createDirectory(temporary.resolve("served"));
    Files.writeString(
        other.resolve("index.html"),
        "<title>served</title><a href=open.html>o</a><a href=p/x>p</a>");
    Files.writeString(other.resolve("open.html"), "<title>open</title>");
    Files.writeString(other.resolve("robots.txt"), "User-agent: *\nDisallow: /p/\n");
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = SimpleFileServer.createFileServer(any, other.toRealPath(), OutputLevel.NONE);
    server.start();
    var more =
        """
        [[site]]
        origin = "https://served.example"
        upstream = "http://127.0.0.1:%d"
        [[site]]
        origin = "https://captured.example"
        warc = ["%s"]
        """
            .formatted(server.getAddress().getPort(), captures());
    try (var owner = new Owner();
        var host = RunningHost.start(folder.config(List.of(owner), more))) {
      assertThat(walk(owner, host.address(), Owner.SITE))
          .containsExactlyInAnyOrder(Owner.SITE + "/", Owner.SITE + "/next.html");
      assertThat(walk(owner, host.address(), "https://served.example"))
          .containsExactlyInAnyOrder("https://served.example/", "https://served.example/open.html");
      assertThat(walk(owner, host.address(), "https://captured.example"))
          .containsExactlyInAnyOrder(
              "https://captured.example/", "https://captured.example/second");
    } finally {
      server.stop(0);
    }
  }

  /// A WARC file of three captured answers; robots.txt closes one of them.
  private Path captures() throws IOException {
    var file = temporary.resolve("captured.warc");
    var records = new StringBuilder();
    record(records, "/robots.txt", "text/plain", "User-agent: *\nDisallow: /closed\n");
    record(records, "/", "text/html", "<title>1</title><a href=second>2</a><a href=closed>c</a>");
    record(records, "/second", "text/html", "<title>2</title>");
    record(records, "/closed", "text/html", "<title>closed</title>");
    return Files.writeString(file, records, StandardCharsets.US_ASCII);
  }

  private static void record(StringBuilder to, String path, String type, String body) {
    var answer =
        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(type, body.length(), body);
    to.append(
        """
        WARC/1.0
        WARC-Type: response
        WARC-Record-ID: <urn:uuid:%s>
        WARC-Date: 2026-01-01T00:00:00Z
        WARC-Target-URI: https://captured.example%s
        Content-Type: application/http;msgtype=response
        Content-Length: %d

        """
            .formatted(
                UUID.nameUUIDFromBytes(path.getBytes(StandardCharsets.US_ASCII)),
                path,
                answer.length())
            .replace("\n", "\r\n"));
    to.append(answer).append("\r\n\r\n");
  }

  private static List<String> walk(Owner owner, AtpAddress address, String site)
      throws InterruptedException {
    var client = owner.host(address);
    var scope = new PassportScope(site, List.of("/"), List.of());
    var limits = new PassportLimits(Duration.ofMinutes(5), 10_000, 1L << 30, 10_000);
    var passport = owner.passport(address, WALKING, WALKER, scope, List.of(site + "/"), limits);
    client.dispatch(owner.sign(passport, WALKING), true);
    var gathering = new Gathering(passport.agentId());
    var status = gathering.all(client);
    assertThat(status.reason()).isEmpty();
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    return gathering.urls();
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.STAYER;
import static dev.sojourn.host.daemon.SentAgents.STAYING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.host.change.Captures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents that stay at sites without a folder of files.
@Timeout(300)
class ParkedElsewhereIT {
  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private HostFolder folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = new HostFolder(temporary);
  }

  @AfterEach
  void close() {
    owner.close();
  }

  private HostClient client(RunningHost host) {
    return owner.patient(host.address());
  }

  private String park(RunningHost host) throws InterruptedException {
    var limits = Map.of(Further.STAY_MILLISECONDS, Duration.ofMinutes(10).toMillis());
    var passport =
        owner.passport(
            host.address(),
            STAYING,
            STAYER,
            new PassportScope(Owner.SITE, List.of("/"), List.of()),
            List.of(Owner.SITE + "/"),
            new PassportLimits(Duration.ofMinutes(5), 10_000, 1L << 30, 10_000, limits));
    client(host).dispatch(owner.sign(passport, STAYING), true);
    awaitParked(host, passport.agentId());
    return passport.agentId();
  }

  private void awaitParked(RunningHost host, String agent) {
    await().until(() -> given(client(host).status(agent)).state() == VisitState.PARKED);
  }

  private void awaitReported(RunningHost host, Gathering gathering, String... noted) {
    await()
        .untilAsserted(
            () -> {
              gathering.next(client(host));
              assertThat(
                      gathering.findings().stream()
                          .map(f -> f.get("path").asText() + ", " + f.get("answer").asText()))
                  .containsExactly(noted);
            });
  }

  @Test
  void anAgentAtWarcFilesWakesByNewOnesAndHearsWhichPagesAreOthers() throws Exception {
    var crawl = Files.createDirectory(temporary.resolve("crawl"));
    Captures.at("2026-01-01T00:00:00Z")
        .page("/", "home")
        .page("/a", "a")
        .page("/b", "b")
        .write(crawl, "1.warc.gz");
    folder.giveBy("warc = [\"crawl/*.warc.gz\"]");
    var config = folder.config(List.of(owner), "");
    Gathering gathering;
    try (var host = RunningHost.start(config)) {
      var agent = park(host);
      gathering = new Gathering(agent);
      Captures.at("2026-02-01T00:00:00Z")
          .page("/", "home")
          .page("/a", "another a")
          .page("/c", "c")
          .gone("/b")
          .write(crawl, "2.warc.gz");
      awaitReported(
          host,
          gathering,
          "start, call 1",
          "wake CHANGE, call 2",
          Owner.SITE + "/a, CHANGED",
          Owner.SITE + "/b, GONE",
          Owner.SITE + "/c, NEW");
      awaitParked(host, agent);
    }
    // The page changes while the daemon is down.
    Captures.at("2026-03-01T00:00:00Z").page("/c", "another c").write(crawl, "3.warc.gz");
    try (var host = RunningHost.start(config)) {
      awaitReported(
          host,
          gathering,
          "start, call 1",
          "wake CHANGE, call 2",
          Owner.SITE + "/a, CHANGED",
          Owner.SITE + "/b, GONE",
          Owner.SITE + "/c, NEW",
          "wake CHANGE, call 3",
          Owner.SITE + "/c, CHANGED");
    }
  }

  @Test
  void anAgentAtAWebServerWakesByItsSitemapAndLooksAtAllFromTimeToTime() throws Exception {
    folder.page("index.html", "home");
    folder.file("robots.txt", "User-agent: *\nDisallow: /closed\n");
    folder.file("sitemap.xml", sitemap("1", "1"));
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server =
        SimpleFileServer.createFileServer(any, folder.root().toRealPath(), OutputLevel.NONE);
    server.start();
    folder.giveBy("upstream = \"http://127.0.0.1:%d\"".formatted(server.getAddress().getPort()));
    try (var host =
        RunningHost.start(folder.config(List.of(owner), "[limits]\nsitemap-every = \"1 s\"\n"))) {
      var agent = park(host);
      var gathering = new Gathering(agent);
      folder.file("sitemap.xml", sitemap("2", "2"));
      awaitReported(
          host, gathering, "start, call 1", "wake CHANGE, call 2", Owner.SITE + "/open, CHANGED");
      awaitParked(host, agent);
      host.reload(
          folder.config(
              List.of(owner), "[limits]\nsitemap-every = \"1 s\"\nrecheck-every = \"1 s\"\n"));
      await()
          .untilAsserted(
              () -> {
                gathering.next(client(host));
                assertThat(gathering.findings())
                    .anyMatch(finding -> finding.get("answer").asText().equals("call 3"));
              });
    } finally {
      server.stop(0);
    }
  }

  private static String sitemap(String open, String closed) {
    return "<urlset><url><loc>%1$s/open</loc><lastmod>%2$s</lastmod></url><url><loc>%1$s/closed</loc><lastmod>%3$s</lastmod></url></urlset>"
        .formatted(Owner.SITE, open, closed);
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
        """
            .formatted(server.getAddress().getPort());
    try (var owner = new Owner();
        var host = RunningHost.start(folder.config(List.of(owner), more))) {
      assertThat(walk(owner, host.address(), Owner.SITE))
          .containsExactlyInAnyOrder(Owner.SITE + "/", Owner.SITE + "/next.html");
      assertThat(walk(owner, host.address(), "https://served.example"))
          .containsExactlyInAnyOrder("https://served.example/", "https://served.example/open.html");
    } finally {
      server.stop(0);
    }
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

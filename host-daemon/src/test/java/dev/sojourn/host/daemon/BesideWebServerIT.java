package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.testing.Caddy;
import dev.sojourn.testing.Nginx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The web servers as docs/operate.md sets them up, and a host daemon beside each, for one folder.
class BesideWebServerIT {
  @TempDir Path temporary;
  private HostFolder folder;

  @BeforeEach
  void layOutTheSite() throws IOException {
    folder = new HostFolder(temporary);
    folder.page("index.html", "home", "next.html");
    folder.page("next.html", "next");
    folder.file(".env", "PASSWORD=x");
  }

  @Test
  void nginxAsTheManualHasItShowsTheRouteAndTheDaemonTheSamePages() throws Exception {
    assumeTrue(Nginx.isInstalled(), "nginx is not installed here (Debian: nginx-light)");
    // The block in `server { }`, without the line on which it listens.
    var server =
        block("nginx")
            .lines()
            .map(String::strip)
            .filter(line -> !line.matches("server \\{|\\}|listen .*|server_name .*"))
            .collect(Collectors.joining(" "));
    var home = temporary.resolve("nginx");
    try (var nginx = Nginx.startServers(home, List.of(withRoot(server)))) {
      assertThatBothShowTheSite(nginx.origins().getFirst());
    }
  }

  @Test
  void caddyAsTheManualHasItShowsTheRouteAndTheDaemonTheSamePages() throws Exception {
    assumeTrue(Caddy.isInstalled(), "Caddy is not installed here (Debian: caddy)");
    var site = block("caddy").replaceFirst("^\\S+ \\{\n", "").replaceFirst("\\}\\s*$", "");
    try (var caddy = Caddy.start(temporary.resolve("caddy"), withRoot(site))) {
      assertThatBothShowTheSite(caddy.origin());
    }
  }

  private void assertThatBothShowTheSite(String origin) throws Exception {
    try (var owner = new Owner();
        var host = RunningHost.start(folder.config(List.of(owner), ""))) {
      folder.file("robots.txt", "Mobile-agent-server: / " + host.address() + "\n");
      var robots = get(origin + "/robots.txt");
      assertThat(robots.body()).contains(host.address().toString());
      assertThat(robots.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain");
      assertThat(get(origin + "/.env").statusCode()).isEqualTo(404);

      var passport = owner.passport(host.address(), WALKING, WALKER);
      var client = owner.host(host.address());
      client.dispatch(owner.sign(passport, WALKING), true);
      var gathering = new Gathering(passport.agentId());
      assertThat(gathering.all(client).reason()).isEmpty();
      assertThat(gathering.urls())
          .containsExactlyInAnyOrder(Owner.SITE + "/", Owner.SITE + "/next.html");
      for (var url : gathering.urls()) {
        assertThat(get(url.replace(Owner.SITE, origin)).statusCode()).isEqualTo(200);
      }
    }
  }

  private String withRoot(String directives) throws IOException {
    return directives.replace("/var/www/html", folder.root().toRealPath().toString());
  }

  /// The first block of that language in the manual.
  private static String block(String language) throws IOException {
    var manual = Files.readString(Path.of("../docs/operate.md"));
    var found = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(manual);
    assertThat(found.find()).isTrue();
    return found.group(1).stripIndent();
  }

  private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }
  }
}

package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.dispatcher.cli.crawl.PlanCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `plan` against a robots.txt on a server of this machine.
class PlanCommandIT {
  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private @Nullable HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    Files.writeString(
        directory.resolve("robots.txt"),
        """
        Mobile-agent-server: / atp://www.fict.org:8001
        Mobile-agent-server: /home/ none
        Mobile-agent-server: /home/user2/ atp://user2.fict.org:831
        """);
    server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            directory,
            SimpleFileServer.OutputLevel.NONE);
    server.start();
  }

  private HttpServer server() {
    return Objects.requireNonNull(server);
  }

  @AfterEach
  void stop() {
    server().stop(0);
  }

  private String origin() {
    return "http://127.0.0.1:" + server().getAddress().getPort();
  }

  private int run(String... words) {
    return CommandRun.commandLine(new PlanCommand(), "plan")
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  @Test
  void printsWhichHostTakesWhichPart() {
    assertThat(run(origin() + "/")).isEqualTo(ExitCode.DONE.code());
    assertThat(out.toString())
        .contains("/home/user2/  atp://user2.fict.org:831")
        .contains("line 2: Mobile-agent-server: /home/ none");
  }

  @Test
  void givesTerritoriesWithTheirLinesAsJson() throws IOException {
    assertThat(run(origin() + "/", "--json")).isEqualTo(ExitCode.DONE.code());
    var json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("site").asText()).isEqualTo(origin());
    assertThat(json.path("territories")).hasSize(3);
    assertThat(json.findValuesAsText("route"))
        .contains("none", "atp://www.fict.org:8001", "atp://user2.fict.org:831");
  }

  @Test
  void triesARobotsTxtForUrlsOfAnotherSite() throws IOException {
    var urls =
        Files.writeString(
            directory.resolve("urls"),
            "http://www.fict.org/home/user2/\n/home/user3/index.html\n" + origin() + "/x\n");
    assertThat(run(origin() + "/", "--urls", urls.toString())).isEqualTo(ExitCode.DONE.code());
    assertThat(out.toString().lines().map(line -> line.replaceAll(" {2,}", " | ")))
        .containsExactly(
            "URL | HOST",
            "http://www.fict.org/home/user2/ | atp://user2.fict.org:831",
            "/home/user3/index.html | not available",
            origin() + "/x | atp://www.fict.org:8001");
  }

  @Test
  void asksEachUrlsOwnSiteWhenNoneIsNamed() throws IOException {
    var urls =
        Files.writeString(directory.resolve("urls"), origin() + "/home/\n" + origin() + "/x\n");
    assertThat(run("--urls", urls.toString(), "--json")).isEqualTo(ExitCode.DONE.code());
    var json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/urls/0/host").asText()).isEqualTo("not available");
    assertThat(json.at("/urls/0/route").asText()).isEqualTo("none");
    assertThat(json.at("/urls/1/line").asInt()).isEqualTo(1);
  }

  @Test
  void saysWhichSiteCannotBeReached() {
    server().stop(0);
    assertThat(run(origin() + "/")).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(err.toString()).contains(origin());
  }

  @Test
  void wantsAUrlThatIsOne() {
    assertThat(run("example.org")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("example.org");
  }
}

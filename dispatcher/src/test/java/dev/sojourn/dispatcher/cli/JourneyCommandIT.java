package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.sojourn.dispatcher.cli.guest.GuestClasses;
import dev.sojourn.dispatcher.cli.guest.Tourist;
import dev.sojourn.dispatcher.crawl.UserStartCache;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.daemon.HostDaemon;
import dev.sojourn.host.daemon.HostKey;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A journey from the command line: the hosts come out of robots.txt of two sites, and the findings
/// of both come home.
@Timeout(300)
final class JourneyCommandIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private int freePort() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// A web server whose robots.txt names a host.
  private HttpServer serve(String name, int hostPort) throws Exception {
    var root = Files.createDirectories(folder.resolve(name + "/www"));
    Files.writeString(root.resolve("index.html"), "<title>" + name + "</title>");
    Files.writeString(
        root.resolve("robots.txt"), "Mobile-agent-server: / atp://127.0.0.1:" + hostPort + "\n");
    var server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            root,
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    return server;
  }

  private static String origin(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static String believed(String name, int port) {
    return "[[host]]\nname = \"%1$s\"\nkeys = \"../%1$s.jwk\"\naddresses = [\"atp://127.0.0.1:%2$d\"]\n"
        .formatted(name, port);
  }

  private HostDaemon host(String name, int port, HttpServer site, String more) throws Exception {
    var config = folder.resolve(name + "/host.toml");
    Files.writeString(
        config,
        """
        listen = "127.0.0.1:%d"
        data = "data"
        [[site]]
        origin = "%s"
        root = "www"
        [[trust]]
        name = "owner"
        keys = "../owner.key.pub"
        [limits]
        spare-workers = 0
        """
                .formatted(port, origin(site))
            + more);
    UserStartCache.ofTests();
    UserStartCache.lend(folder.resolve(name + "/data"));
    var read = ConfigReader.read(config, Map.of(), Instant.now());
    return HostDaemon.start(((ConfigReading.Valid) read).config(), InstantSource.system());
  }

  private String tourist() throws IOException {
    var classes = folder.resolve("classes");
    GuestClasses.copy(Tourist.class, classes);
    return classes.toString();
  }

  private static String samples() {
    return IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private static JsonNode run(String... words) throws Exception {
    var ran = CommandLines.run(words);
    assertThat(ran.exit()).as("%s: %s", Arrays.toString(words), ran.err()).isZero();
    return JSON.readTree(ran.out());
  }

  @Test
  void theFindingsOfBothHostsComeHomeWithTheAgent() throws Exception {
    var key = folder.resolve("owner.key").toString();
    assertThat(CommandLines.run("key", "new", key).exit()).isZero();
    int portOfOne = freePort();
    int portOfTwo = freePort();
    var one = serve("one", portOfOne);
    var two = serve("two", portOfTwo);
    var data = Files.createDirectory(folder.resolve("one/data"));
    new KeySet(List.of(HostKey.open(data).verifyKey())).write(folder.resolve("one.jwk"));
    var onward = "[onward]\nto = [\"atp://127.0.0.1:" + portOfTwo + "\"]\n";
    try (var first = host("one", portOfOne, one, onward);
        var second = host("two", portOfTwo, two, believed("one", portOfOne))) {
      var packed =
          run(
              "agent",
              "pack",
              tourist(),
              "--key",
              key,
              "--site",
              origin(one) + "/",
              "--then",
              origin(two) + "/",
              "--out",
              folder.resolve("tourist.agent").toString(),
              "--json");
      assertThat(packed.get("host").asText()).isEqualTo(first.address().toString());
      assertThat(packed.at("/itinerary/0/0").asText()).isEqualTo(second.address().toString());
      var agent =
          run("agent", "send", folder.resolve("tourist.agent").toString(), "--key", key, "--json")
              .get("uri")
              .asText();

      var home = folder.resolve("home.agent");
      var back =
          run(
              "agent",
              "retract",
              agent,
              "--key",
              key,
              "--wait",
              "60s",
              "--out",
              home.toString(),
              "--json");

      assertThat(back.get("visit").asText()).isEqualTo("finished");
      assertThat(back.get("stays").asInt()).isEqualTo(2);
      assertThat(back.get("findingsMatch").asText()).isEqualTo("yes");
      assertThat(findings(home + ".findings.jsonl")).containsExactly("one");
      assertThat(findings(home + ".stop2.findings.jsonl")).containsExactly("two");
      assertThat(CommandLines.run("agent", "inspect", home.toString()).out())
          .contains("then to", "stays so far  2");
    } finally {
      one.stop(0);
      two.stop(0);
    }
  }

  @Test
  void aSiteThatNamesNoHostAndAHostThatComesTwiceAreToldBeforeAnythingIsSigned() throws Exception {
    var key = folder.resolve("owner.key").toString();
    assertThat(CommandLines.run("key", "new", key).exit()).isZero();
    var site = serve("one", 7);
    try {
      var out = folder.resolve("tourist.agent");
      var pack =
          List.of(
              "agent",
              "pack",
              samples(),
              "--main",
              IndexingAgent.class.getName(),
              "--key",
              key,
              "--site",
              origin(site) + "/",
              "--out",
              out.toString(),
              "--then");
      var twice = CommandLines.run(with(pack, origin(site) + "/"));
      assertThat(twice.exit()).isEqualTo(2);
      assertThat(twice.err()).contains("atp://127.0.0.1:7 more than once");

      Files.writeString(folder.resolve("one/www/robots.txt"), "Mobile-agent-server: / none\n");
      var none = CommandLines.run(with(pack, origin(site) + "/"));
      assertThat(none.exit()).isEqualTo(3);
      assertThat(none.err()).contains("names no host that takes agents", "sojourn plan");
      assertThat(out).doesNotExist();
    } finally {
      site.stop(0);
    }
  }

  private static String[] with(List<String> words, String last) {
    var all = new ArrayList<>(words);
    all.add(last);
    return all.toArray(String[]::new);
  }

  private static List<String> findings(String file) throws Exception {
    return Files.readAllLines(Path.of(file)).stream()
        .filter(line -> line.startsWith("{\"finding\""))
        .map(
            line -> {
              try {
                return JSON.readTree(line).at("/finding/title").asText();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }
}

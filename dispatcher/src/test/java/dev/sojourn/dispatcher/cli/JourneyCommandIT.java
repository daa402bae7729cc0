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
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return HostDaemon.start(
        ((ConfigReading.Valid) read).config(), InstantSource.system(), Optional.empty());
  }

  private String tourist() throws IOException {
    var classes = folder.resolve("classes");
    GuestClasses.copy(Tourist.class, classes);
    return classes.toString();
  }

  private static String samples() {
    return IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
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
    var home = folder.resolve("home.agent").toString();
    try (var second = host("two", portOfTwo, two, believed("one", portOfOne))) {
      String agent;
      try (var first = host("one", portOfOne, one, onward)) {
        var packed = JSON.readTree(done(pack(key, one, origin(two) + "/")).out());
        assertThat(packed.get("host").asText()).isEqualTo(first.address().toString());
        assertThat(packed.at("/itinerary/0/0").asText()).isEqualTo(second.address().toString());
        agent = send(key);

        var back =
            JSON.readTree(
                done(line("visit", "retract", agent, key, "--wait", "60s", "--out", home)).out());

        assertThat(back.get("visit").asText()).isEqualTo("finished");
        assertThat(back.get("stays").asInt()).isEqualTo(2);
        assertThat(back.get("findingsMatch").asText()).isEqualTo("yes");
        assertThat(back.get("passed")).isEmpty();
        assertThat(back.get("missed")).isEmpty();
        assertThat(findings(home + ".findings.jsonl")).containsExactly("one");
        assertThat(findings(home + ".stop2.findings.jsonl")).containsExactly("two");
        assertHonest(key, home);
      }
      assertFoundPastTheHostThatIsGone(key, agent, second);
    } finally {
      one.stop(0);
      two.stop(0);
    }
  }

  /// It came home from two hosts, whose keys a user may know or not.
  private void assertHonest(String key, String home) throws Exception {
    var unknown = done(CommandLines.run("agent", "inspect", home));
    assertThat(unknown.out())
        .contains("then to", "stays so far  2", "went on to    atp://127.0.0.1:")
        .contains(
            "No fault was found, but the signer's key was not checked: give --key; who signed")
        .endsWith("It came home: no host is to take it under this passport.\n");
    var both = folder.resolve("both.jwk");
    var data = List.of(folder.resolve("one/data"), folder.resolve("two/data"));
    new KeySet(
            List.of(HostKey.open(data.get(0)).verifyKey(), HostKey.open(data.get(1)).verifyKey()))
        .write(both);
    var known =
        CommandLines.run(
            "agent", "inspect", home, "--key", key + ".pub", "--host-keys", both.toString());
    assertThat(known.exit()).as(known.out()).isZero();
    assertThat(known.out()).contains("No fault was found. It came home: ");
    var half = CommandLines.run("agent", "inspect", home, "--host-keys", folder + "/one.jwk");
    assertThat(half.exit()).isEqualTo(5);
    assertThat(half.out())
        .contains("Statement 2 of the hop log is not signed by a host trusted here.")
        .containsPattern("sojourn visit retract '?atp://127.0.0.1:\\d+/#");
  }

  private void assertFoundPastTheHostThatIsGone(String key, String agent, HostDaemon second)
      throws Exception {
    var shown = JSON.readTree(done(line("visit", "show", agent, key)).out());
    assertThat(shown.get("host").asText()).isEqualTo(second.address().toString());
    assertThat(shown.get("state").asText()).isEqualTo("finished");

    var again = folder.resolve("again.agent").toString();
    var back = line("visit", "retract", agent, key, "--out", again);
    assertThat(back.exit()).as(back.err()).isEqualTo(6);
    assertThat(JSON.readTree(back.out()).get("missed"))
        .singleElement()
        .extracting(JsonNode::asText)
        .isEqualTo(agent);
    assertThat(Path.of(again)).exists();
  }

  /// The second site's host is gone before the agent comes to it.
  @Test
  void aJourneyThatLeftOutASiteSaysSoInShowRetractAndInspect() throws Exception {
    var key = folder.resolve("owner.key").toString();
    assertThat(CommandLines.run("key", "new", key).exit()).isZero();
    int portOfOne = freePort();
    int portOfTwo = freePort();
    var one = serve("one", portOfOne);
    var two = serve("two", portOfTwo);
    var onward = "[onward]\nto = [\"atp://127.0.0.1:" + portOfTwo + "\"]\npatience = \"0s\"\n";
    var leftOut = "eft out %s at atp://127.0.0.1:%d: unreachable".formatted(origin(two), portOfTwo);
    try (var _ = host("one", portOfOne, one, onward)) {
      done(pack(key, one, origin(two) + "/"));
      var agent = send(key);
      var home = folder.resolve("home.agent").toString();

      var back =
          CommandLines.run("visit", "retract", agent, "--key", key, "--wait", "60s", "--out", home);

      assertThat(back.exit()).as(back.err()).isEqualTo(6);
      assertThat(back.out())
          .contains("Its journey l" + leftOut + ".")
          .contains("Everything that the agent said came home, and it is what the host signed");
      var shown = CommandLines.run("visit", "show", agent, "--key", key);
      assertThat(shown.exit()).isEqualTo(6);
      assertThat(shown.out()).contains("at atp://127.0.0.1:" + portOfOne, "l" + leftOut);
      assertThat(line("visit", "show", agent, key).out()).contains("\"why\":\"unreachable\"");
      var inspected = CommandLines.run("agent", "inspect", home);
      assertThat(inspected.exit()).isEqualTo(6);
      assertThat(inspected.out())
          .contains("left out      " + leftOut.substring(8))
          .contains("No fault was found, but ", "It came home");
    } finally {
      one.stop(0);
      two.stop(0);
    }
  }

  private CommandLines.Ran pack(String key, HttpServer first, String then) throws Exception {
    return CommandLines.run(
        "agent",
        "pack",
        tourist(),
        "--key",
        key,
        "--site",
        origin(first) + "/",
        "--then",
        then,
        "--out",
        folder.resolve("tourist.agent").toString(),
        "--json");
  }

  private String send(String key) throws Exception {
    var file = folder.resolve("tourist.agent").toString();
    var sent = done(CommandLines.run("agent", "send", file, "--key", key, "--json"));
    return JSON.readTree(sent.out()).get("uri").asText();
  }

  private static CommandLines.Ran line(
      String group, String command, String agent, String key, String... more) {
    var words = new ArrayList<>(List.of(group, command, agent, "--key", key, "--json"));
    words.addAll(List.of(more));
    return CommandLines.run(words.toArray(String[]::new));
  }

  private static CommandLines.Ran done(CommandLines.Ran ran) {
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran;
  }

  @Test
  void aSiteThatNamesNoHostAndAHostThatComesTwiceAreReportedBeforeAnythingIsSigned()
      throws Exception {
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

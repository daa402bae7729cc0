package dev.sojourn.host.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.daemon.DaemonProcess;
import dev.sojourn.host.daemon.DaemonProcess.Said;
import dev.sojourn.host.daemon.RunningHost;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program `sojourn-host` as it is shipped, when things are not right.
class HostCommandIT {
  private static final String LEAST =
      """
      data = "data"
      [[site]]
      origin = "http://site.example"
      root = "www"
      """;

  @TempDir static Path shared;
  private static DaemonProcess daemon;
  @TempDir Path folder;

  /// A daemon with complaints in its log.
  @BeforeAll
  static void startWithAnExpiredCertificate() throws Exception {
    Files.createDirectory(shared.resolve("www"));
    TestCertificate.write(shared, 9);
    var tls = "[tls]\ncertificate = \"host.pem\"\nkey = \"host.key\"\n";
    var group = "[control]\ngroup = \"no-such-group\"\n";
    Files.writeString(warned(), "listen = \"127.0.0.1:0\"\n" + LEAST + tls + group);
    daemon = DaemonProcess.start(warned(), "WARN");
  }

  @AfterAll
  static void end() throws InterruptedException {
    assertThat(daemon.terminate()).isZero();
  }

  private static Path warned() {
    return shared.resolve("host.toml");
  }

  @BeforeEach
  void layOutTheSite() throws IOException {
    Files.createDirectory(folder.resolve("www"));
  }

  @Test
  void checkSaysThatAConfigurationIsRight() throws Exception {
    assertThat(HostLine.run("check", "--config", config(LEAST)).exitCode()).isZero();
    assertThat(HostLine.run("check", "--config", config(LEAST), "--json").out())
        .contains(
            "\"sites\":[\"http://site.example\"]",
            "\"sources\":{\"http://site.example\":\"the folder ",
            "\"hosts\":[]",
            "\"pageStore\":268435456,\"readers\":");
    assertThat(HostLine.run("check", "--config", config(LEAST)).out())
        .containsPattern(
            "Views of pages are kept in \\S+, up to 256 MiB, and made by [0-9]+ reader");
  }

  @Test
  void checkNamesWhoseAgentsAreTakenInAndWhoseStatementsAreBelieved() throws Exception {
    for (var name : List.of("a", "b")) {
      new KeySet(List.of(SigningKey.generate(new SecureRandom()).verifyKey()))
          .write(folder.resolve(name + ".jwk"));
    }
    var toml =
        LEAST
            + "[[trust]]\nname = \"the owner\"\nkeys = \"a.jwk\"\n"
            + "[[host]]\nname = \"the east\"\nkeys = \"a.jwk\"\n"
            + "[[host]]\nname = \"the west\"\nkeys = \"b.jwk\"\n";
    assertThat(HostLine.run("check", "--config", config(toml)).out())
        .contains(
            " is valid. Sites: ", "Trusted signers: the owner. Trusted hosts: the east, the west.");
    assertThat(HostLine.run("check", "--config", config(toml), "--json").out())
        .contains("\"trusted\":[\"the owner\"]", "\"hosts\":[\"the east\",\"the west\"]");
    assertThat(HostLine.run("check", "--config", config(LEAST)).out())
        .contains("Trusted hosts: none.");
  }

  @Test
  void checkSaysWhatIsRoutedWhere() throws Exception {
    Files.writeString(
        folder.resolve("www/robots.txt"),
        """
        Mobile-agent-server: / atp://127.0.0.1:10434
        Mobile-agent-server: /there/ atp://there.example
        Mobile-agent-server: /nowhere/ none
        """);

    assertThat(HostLine.run("check", "--config", config(LEAST)).out())
        .contains(
            "http://site.example/: agents are taken (line 1 of robots.txt:"
                + " atp://127.0.0.1:10434).",
            "http://site.example/there/: agents are refused (line 2 of robots.txt:"
                + " atp://there.example:434).",
            "http://site.example/nowhere/: agents are refused (line 3 of robots.txt: none).");
    assertThat(HostLine.run("check", "--config", config(LEAST), "--json").out())
        .contains(
            "\"names\":[\"atp://127.0.0.1:10434\",\"atp://localhost:10434\"]",
            "{\"origin\":\"http://site.example\",\"path\":\"/nowhere/\",\"route\":\"none\","
                + "\"line\":3,\"here\":false}");
    assertThat(
            HostLine.run("check", "--config", config("listen = \"127.0.0.1:10435\"\n" + LEAST))
                .out())
        .contains("No agent will be taken: this host is known as atp://127.0.0.1:10435");
  }

  @Test
  void checkWarnsOfLinesOfRobotsTxtThatAreMisspelt() throws Exception {
    Files.writeString(
        folder.resolve("www/robots.txt"),
        """
        Mobile-agent-sever: / atp://127.0.0.1:10434
        User-agent: *
        Disalow: /private/
        Disalow: /secret/
        """);
    var ignored =
        "robots.txt of http://site.example, line 1: misspelt field name:"
            + " mobile-agent-sever (the line is ignored; correct it).";
    var repaired = "robots.txt of http://site.example, lines 3 and 4: misspelt field name";

    var said = HostLine.run("check", "--config", config(LEAST));
    assertThat(said.exitCode()).isZero();
    assertThat(said.out()).contains("Warning: " + ignored, "Warning: " + repaired);
    assertThat(HostLine.run("check", "--config", config(LEAST), "--json").out())
        .contains("\"warnings\":[", "\"" + ignored + "\"", "\"" + repaired);

    Files.writeString(folder.resolve("www/robots.txt"), "User-agent: *\nDisallow: /private/\n");
    assertThat(HostLine.run("check", "--config", config(LEAST)).out())
        .doesNotContain("robots.txt of");
  }

  @Test
  void checkReportsTheWorstOfARobotsTxtWithManyFaultsAndHowManyMoreThereAre() throws Exception {
    Files.writeString(
        folder.resolve("www/robots.txt"),
        """
        Disallow: /outside
        Mobile-agent-sever: / none
        Mobile-agent-server: /x http://host.example
        User-agent:
        User-agent: a
        Disallow /a
        Disallow: b
        Disalow: /c
        Crawl-delay: soon
        nonsense
        """);

    var said = HostLine.run("check", "--config", config(LEAST));

    assertThat(said.exitCode()).isZero();
    assertThat(said.out().lines().filter(line -> line.startsWith("Warning: robots.txt of ")))
        .hasSize(6)
        .last()
        .asString()
        .matches(
            "Warning: robots.txt of http://site.example has [2-9] more such faults;"
                + " 'sojourn robots check' shows all of them.");
  }

  @Test
  void aMissingDocumentRootIsAwayAndIsNamed() throws Exception {
    var said = HostLine.run("check", "--config", config(LEAST.replace("\"www\"", "\"nowhere\"")));

    assertThat(said.exitCode()).isZero();
    assertThat(said.out())
        .contains("The site http://site.example is away, and is served once it is there: ")
        .contains("nowhere");
  }

  @Test
  void aDocumentRootThatIsAFileIsNamedWithItsPlace() throws Exception {
    Files.createFile(folder.resolve("nowhere"));
    var said = HostLine.run("run", "--config", config(LEAST.replace("\"www\"", "\"nowhere\"")));

    assertSentence(said, 2, ":4:", "site.root", "nowhere");
    assertThat(said.out()).isEmpty();
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void anUnknownKeyGetsASuggestion() throws Exception {
    assertSentence(
        HostLine.run("check", "--config", config("lisen = \"x\"\n" + LEAST)),
        2,
        "did you mean 'listen'?");
  }

  @Test
  void aMissingConfigurationIsNamed() throws Exception {
    assertSentence(HostLine.run("run", "--config", "/no/such.toml"), 2, "/no/such.toml");
  }

  @Test
  void doctorAndCommandsToADaemonReportWhatIsWrongWithTheConfigurationToo() throws Exception {
    assertSentence(DaemonProcess.run("doctor", "--config", "/no/such.toml"), 2, "/no/such.toml");
    var torn = config("listen = \"127\n");
    assertSentence(HostLine.run("ps", "--config", torn), 2, "TOML: found ", "data: found noth");
  }

  @Test
  void anUnknownWordGetsASuggestion() throws Exception {
    assertSentence(HostLine.run("rnu"), 2, "There is no command 'rnu' (did you mean 'run'?)");
  }

  /// Neither key exists before one of the two commands made it.
  @Test
  void twoHostsThatTrustOneAnotherCanBeSetUpFromNothing() throws Exception {
    var names = List.of("east", "west");
    for (var name : names) {
      var other = names.get(1 - names.indexOf(name));
      Files.writeString(
          folder.resolve(name + ".toml"),
          LEAST.replace("data = \"data\"", "data = \"data-" + name + "\"")
              + "[[host]]\nname = \"%s\"\nkeys = \"%s.jwks\"\n".formatted(other, other));
    }
    var east = folder.resolve("east.toml").toString();
    assertSentence(
        HostLine.run("check", "--config", east),
        2,
        "host.keys: found \"",
        "west.jwks\", but there is no file");
    for (var name : names) {
      var config = folder.resolve(name + ".toml").toString();
      var key = HostLine.run("key", "--config", config);
      assertThat(key.exitCode()).as(key.err()).isZero();
      Files.writeString(folder.resolve(name + ".jwks"), key.out());
      assertThat(HostLine.run("key", "--config", config).out()).isEqualTo(key.out());
    }
    for (var name : names) {
      var checked = HostLine.run("check", "--config", folder.resolve(name + ".toml").toString());
      assertThat(checked.exitCode()).as(checked.err()).isZero();
    }
  }

  @Test
  void aHostKeyThatIsLostIsNoNewIdentity() throws Exception {
    var config = Path.of(config("listen = \"127.0.0.1:0\"\n" + LEAST));
    try (var host = RunningHost.start(config)) {
      assertThat(host.address().port()).isPositive();
    }
    var key = folder.resolve("data/host.key");
    Files.move(key, folder.resolve("copy"));
    for (var command : List.of("check", "run", "key")) {
      assertSentence(
          HostLine.run(command, "--config", config.toString()),
          1,
          "the host's key " + key + " is missing; put the key ");
      assertThat(key).doesNotExist();
    }

    SigningKey.generate(new SecureRandom()).write(key);
    assertSentence(HostLine.run("check", "--config", config.toString()), 1, "is another one, ");

    Files.move(folder.resolve("copy"), key, StandardCopyOption.REPLACE_EXISTING);
    assertThat(HostLine.run("check", "--config", config.toString()).exitCode()).isZero();
  }

  @Test
  void rootIsAskedToGiveTheDaemonAUserOfItsOwn() throws Exception {
    boolean isRoot = ProcessUser.current().isRoot();
    var warning = "useradd --system sojourn; chown -R sojourn " + shared.resolve("data");

    assertThat(HostLine.run("check", "--config", warned().toString()).out().contains(warning))
        .isEqualTo(isRoot);
    assertThat(daemon.errors().contains(warning)).isEqualTo(isRoot);
  }

  @Test
  void aCertificateThatExpiredIsReportedByCheckAndAtRunTime() throws Exception {
    assertThat(HostLine.run("check", "--config", warned().toString(), "--json").out())
        .contains("\"warnings\":[", "host.pem expired at ");
    assertThat(daemon.errors()).contains("host.pem expired at ");
  }

  /// It serves owners all the same.
  @Test
  void aGroupThatIsNotThereIsNamedAndTheDaemonHasNoSocket() throws Exception {
    assertThat(daemon.errors())
        .contains("This daemon has no control socket: there is no group no-such-group here");
    assertThat(shared.resolve("data/control.sock")).doesNotExist();
    assertThat(daemon.address().port()).isPositive();
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var listen = "listen = \"127.0.0.1:" + taken.getLocalPort() + "\"\n";
      var said = HostLine.run("run", "--config", config(listen + LEAST));

      assertSentence(said, 1, "127.0.0.1:" + taken.getLocalPort(), "change listen.");
    }
  }

  @Test
  void aPortOfMetricsInUseIsNamed() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var metrics = "\n[metrics]\nlisten = \"127.0.0.1:" + taken.getLocalPort() + "\"\n";
      var free = "listen = \"127.0.0.1:0\"\n";
      var said = HostLine.run("run", "--config", config(free + LEAST + metrics));

      assertSentence(said, 1, "127.0.0.1:" + taken.getLocalPort(), "change metrics.listen.");
    }
  }

  @Test
  void aDataDirectoryThatCannotBeMadeIsNamed() throws Exception {
    Files.writeString(folder.resolve("file"), "");
    var said = HostLine.run("run", "--config", config(LEAST.replace("\"data\"", "\"file/data\"")));

    assertSentence(said, 2, ":1:", "file/data");
  }

  @Test
  void aDataDirectoryInUseIsNamed() throws Exception {
    var said = DaemonProcess.run("run", "--config", warned().toString());

    assertSentence(said, 1, "another host daemon", shared.resolve("data").toString(), "under data");
    assertThat(said.err()).hasLineCount(1);
  }

  /// Two days of nginx, the first in its format `combined`, the second as JSON.
  @Test
  void aPreviewReadsTheLogsOfNginxAndSaysWhatVisitsWouldHaveMoved() throws Exception {
    var combined =
        """
        192.0.2.7 - - [24/Nov/2026:08:00:00 +0000] "GET /a.html HTTP/1.1" 200 5000 "-" "ExampleBot/2.1"
        192.0.2.7 - - [24/Nov/2026:08:00:01 +0000] "GET /b.html HTTP/1.1" 200 3000 "-" "ExampleBot/2.1"
        """;
    var json =
        """
        {"time_iso8601":"2026-11-25T08:00:00+00:00","request":"GET /a.html HTTP/1.1","status":"200","body_bytes_sent":"5000","http_user_agent":"ExampleBot/2.1"}
        {"time_iso8601":"2026-11-25T08:00:01+00:00","request":"GET /b.html HTTP/1.1","status":"200","body_bytes_sent":"3100","http_user_agent":"ExampleBot/2.1"}
        """;
    var first = Files.writeString(folder.resolve("access.log.1"), combined).toString();
    var second = Files.writeString(folder.resolve("access.log"), json).toString();
    Files.writeString(folder.resolve("www/a.html"), "a");
    var www = folder.resolve("www").toString();

    var said = HostLine.run("preview", "--access-log", first, second, "--root", www, "--json");
    assertThat(said.exitCode()).as(said.err()).isZero();
    var result = new ObjectMapper().readTree(said.out());
    assertThat(result.get("lines").asInt()).isEqualTo(4);
    assertThat(result.get("malformed").asInt()).isZero();
    var crawler = result.get("crawlers").get(0);
    assertThat(crawler.get("crawler").asText()).isEqualTo("ExampleBot");
    assertThat(crawler.get("requests").asInt()).isEqualTo(4);
    assertThat(crawler.get("pages").asInt()).isEqualTo(2);
    assertThat(crawler.get("bytes").asInt()).isEqualTo(16_100);
    assertThat(crawler.get("repeated").asInt()).isEqualTo(2);
    assertThat(crawler.get("repeatedAlike").asInt()).isEqualTo(1);
    assertThat(crawler.get("visits").asInt()).isEqualTo(2);
    assertThat(crawler.get("visitBytes").asInt()).isEqualTo(2 * 12_288 + 3_220);
    assertThat(crawler.get("visitBytesOfNew").asInt()).isEqualTo(2 * 12_288 + 2_220);
    assertThat(crawler.get("inFolder").asInt()).isEqualTo(1);

    Files.writeString(Path.of(second), json + "no request\n");
    var table = HostLine.run("preview", "--access-log", first, second);
    assertThat(table.exitCode()).isEqualTo(6);
    assertThat(table.out())
        .contains("ExampleBot ", "1 of 5 lines are no requests:", second + ":3:");
    assertSentence(HostLine.run("preview", "--access-log", "/no/such.log"), 1, "/no/such.log");
    assertFitsANarrowTerminal(DaemonProcess.builder("preview", "--access-log", first).command());
  }

  /// The program `script`, which each Debian has, makes a terminal.
  private static void assertFitsANarrowTerminal(List<String> command) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no program 'script'");
    var words = "stty cols 40 rows 24; " + String.join(" ", command);
    var program = DaemonProcess.builder();
    program.command("/usr/bin/script", "-qec", words, "/dev/null").redirectErrorStream(true);
    var process = program.start();
    var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines();
    assertThat(lines.limit(2)).allMatch(line -> line.length() <= 40);
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void helpReadsWell() throws Exception {
    assertThat(HostLine.run("--help").out())
        .contains("Usage: sojourn-host")
        .contains("run")
        .contains("check");
    assertThat(HostLine.run("run", "--help").out()).contains("--config=FILE").contains("SIGTERM");
  }

  private static void assertSentence(Said said, int exitCode, String... parts) {
    assertThat(said.exitCode()).as(said.err()).isEqualTo(exitCode);
    assertThat(said.err()).contains(parts).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(said.err().lines().count()).isLessThanOrEqualTo(2);
  }

  private String config(String toml) throws IOException {
    return Files.writeString(folder.resolve("host.toml"), toml).toString();
  }
}

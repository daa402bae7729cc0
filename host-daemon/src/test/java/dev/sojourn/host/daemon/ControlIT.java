package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.DEAF;
import static dev.sojourn.host.daemon.SentAgents.DEAF_JAR;
import static dev.sojourn.host.daemon.SentAgents.STAYER;
import static dev.sojourn.host.daemon.SentAgents.STAYING;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.host.daemon.DaemonProcess.Said;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// An operator with two daemons, which serve four crawlers at once; one of these is greedy.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ControlIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int GREEDY = 4;

  /// So few requests that visits last as long as any test, and leave the processors to the
  /// commands.
  private static final int PAGES_PER_SECOND = 10;

  private static final long PROMISED_MILLIS = 1_000;

  /// A machine that is busy with other tests may let a daemon wait for its turn once.
  private static final int TRIES = 3;

  private final Owner greedy = new Owner();

  private final List<Owner> honest = List.of(new Owner(), new Owner(), new Owner());
  private final Owner stranger = new Owner();
  private Path temporary;
  private StaticPageServer pages;
  private HostFolder eastFolder;
  private Path east;
  private Path west;
  private DaemonProcess eastern;
  private DaemonProcess western;
  private final List<String> greedyVisits = new ArrayList<>();
  private final List<String> visits = new ArrayList<>();
  private Instant sent = Instant.EPOCH;
  private boolean isSpinning;

  @BeforeAll
  void startTwoDaemons(@TempDir Path folder) throws IOException {
    temporary = folder;
    eastFolder = new HostFolder(Files.createDirectory(temporary.resolve("east")));
    var westFolder = new HostFolder(Files.createDirectory(temporary.resolve("west")));
    eastFolder.chain(3_000);
    pages = StaticPageServer.of(eastFolder);
    eastFolder.giveSlowly(pages.port(), PAGES_PER_SECOND);
    westFolder.giveSlowly(pages.port(), PAGES_PER_SECOND);
    east = eastFolder.config(owners(), "");
    west = westFolder.config(owners(), "");
    eastern = DaemonProcess.start(east);
    western = DaemonProcess.start(west);
  }

  private List<Owner> owners() {
    return Stream.concat(Stream.of(greedy), honest.stream()).toList();
  }

  /// Four crawlers at the eastern host: one is there four times, and all read page after page. The
  /// crawlers of the test before go on, if it ended none and has not taken long.
  @BeforeEach
  void keepOrSendTheCrawlers() throws Exception {
    var here = new HashSet<String>();
    items("ps", east).forEach(visit -> here.add(visit.get("id").asText()));
    var wanted = new HashSet<>(visits);
    wanted.addAll(greedyVisits);
    boolean isRecent = sent.isAfter(Instant.now().minusSeconds(150));
    if (visits.isEmpty() || isSpinning || !isRecent || !here.equals(wanted)) {
      sendThemHome();
      sendTheCrawlers();
    }
  }

  private void sendTheCrawlers() throws Exception {
    sent = Instant.now();
    isSpinning = false;
    for (int i = 0; i < GREEDY; i++) {
      greedyVisits.add(send(eastern, greedy, WALKING, WALKER));
    }
    for (var owner : honest) {
      visits.add(send(eastern, owner, WALKING, WALKER));
    }
    awaitAllRunning();
  }

  /// The greedy crawler has visits that spin, in place of those that read.
  private void spin(int times) throws Exception {
    isSpinning = true;
    for (var visit : greedyVisits) {
      assertThat(given(greedy.host(eastern.address()).dispose(visit))).isTrue();
    }
    greedyVisits.clear();
    for (int i = 0; i < times; i++) {
      greedyVisits.add(send(eastern, greedy, DEAF_JAR, DEAF));
    }
    awaitAllRunning();
  }

  private void awaitAllRunning() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                items("ps", east).stream()
                        .filter(visit -> visit.get("state").asText().equals("running"))
                        .count()
                    == greedyVisits.size() + honest.size());
  }

  @AfterEach
  void takeAgentsAgain() throws Exception {
    var _ = client(east, "{\"version\":1,\"command\":\"drain\",\"set\":\"off\"}");
    if (isSpinning) {
      sendThemHome();
    }
  }

  private void sendThemHome() throws Exception {
    var _ = client(east, "{\"version\":1,\"command\":\"stop\",\"all\":\"yes\"}");
    greedyVisits.clear();
    visits.clear();
  }

  @AfterAll
  void endAll() throws InterruptedException {
    assertThat(eastern.terminate()).isZero();
    assertThat(western.terminate()).isZero();
    pages.close();
    assertThat(east.resolveSibling("data").resolve("control.sock")).doesNotExist();
    Stream.concat(owners().stream(), Stream.of(stranger)).forEach(Owner::close);
  }

  @Test
  void psListsWhoIsHereAndShowReportsAllAboutOne() throws Exception {
    var reader = visits.getFirst();
    await().until(() -> visit(east, reader).get("sentBytes").asLong() > 0);
    var listed = visit(east, reader);
    assertThat(listed.get("signer").asText()).isEqualTo(name(honest.getFirst()));
    assertThat(listed.get("thumbprint").asText()).isEqualTo(honest.getFirst().key().id());
    assertThat(listed.get("productToken").asText()).isEqualTo("ExampleBot");
    assertThat(listed.get("site").asText()).isEqualTo(Owner.SITE);
    assertThat(listed.get("scope").asText()).isEqualTo(Owner.SITE + " [/]");
    assertThat(listed.get("pages").asLong()).isPositive();
    assertThat(listed.get("pageBytes").asLong()).isPositive();
    assertThat(listed.get("since").asText()).isNotEmpty();
    assertThat(items("ps", east)).anyMatch(visit -> visit.get("cpuMilliseconds").asLong() > 0);
    var table = host("ps", east);
    assertThat(table.out()).startsWith("ID ").contains(reader, name(greedy), "running");
    assertThat(host("ps", west, "--json").out()).isEmpty();

    var shown = JSON.readTree(host("show", east, reader.substring(0, 20), "--json").out());
    assertThat(shown.get("id").asText()).isEqualTo(reader);
    assertThat(shown.get("passport").get("token").asText()).isEqualTo("ExampleBot");
    assertThat(shown.get("hops").isArray()).isTrue();
    assertThat(shown.get("lastPages").size()).isBetween(1, 20);
    assertThat(host("show", east, reader).out()).contains("id: " + reader, "lastPages:");
    assertThat(host("show", east, "nobody").exitCode()).isEqualTo(1);
  }

  /// The program `script`, which each Debian has, makes a terminal.
  @Test
  void aNarrowTerminalGetsATableThatFitsWithIdsThatCommandsTake() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no program 'script'");
    var program = DaemonProcess.builder("ps", "--config", east.toString());
    var command = "stty cols 60 rows 24; " + String.join(" ", program.command());
    var narrow =
        program
            .command("/usr/bin/script", "-qec", command, "/dev/null")
            .redirectErrorStream(true)
            .start();
    var lines =
        new String(narrow.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertThat(narrow.waitFor()).isZero();
    var table = lines.subList(0, 1 + GREEDY + honest.size());
    assertThat(table).allMatch(line -> line.length() <= 60);
    assertThat(lines.getFirst()).startsWith("ID ").contains("SIGNER", "SITE", "STATE");
    assertThat(lines).anyMatch(line -> line.contains("too narrow for TOKEN, OUT"));
    var id = lines.get(1).replaceFirst(" .*", "");
    assertThat(visits.getFirst() + greedyVisits + visits).contains(id);
    assertThat(host("show", east, id).out()).contains("id: " + id);
  }

  @Test
  void anAgentThatStaysIsListedShownStoppedAndBanned() throws Exception {
    var owner = honest.getLast();
    var first = park(western, owner);
    var second = park(western, owner);
    var third = park(western, greedy);
    assertThat(visit(west, first).get("state").asText()).isEqualTo("parked");
    assertThat(host("show", west, first).out())
        .contains("state: parked", "until a message or a change of pages");
    // A drained host waits for none of them.
    assertThat(host("drain", west, "--wait").exitCode()).isZero();
    var _ = host("drain", west, "--off");
    assertThat(host("stop", west, first).exitCode()).isZero();
    assertThat(visit(western, owner, first).state()).isEqualTo(VisitState.KILLED);
    assertThat(visit(western, owner, second).state()).isEqualTo(VisitState.PARKED);
    assertThat(host("ban", west, name(owner)).out()).contains("1 visit ended");
    var _ = host("allow", west, name(owner));
    assertThat(visit(western, owner, second).reason()).contains("not trusted");
    assertThat(visit(western, greedy, third).state()).isEqualTo(VisitState.PARKED);
    assertThat(host("stop", west, "--signer", name(greedy)).exitCode()).isZero();
    assertThat(items("ps", west)).isEmpty();
  }

  @Test
  void stopEndsOneVisitOrThoseOfOneSignerAndTheirOwnersCollectWhatWasFound() throws Exception {
    var stopped = visits.getFirst();
    var owner = honest.getFirst().patient(eastern.address());
    await().until(() -> given(owner.status(stopped)).findings() > 0);

    assertThat(host("stop", east, stopped.substring(0, 20)).exitCode()).isZero();
    var status = given(owner.status(stopped));
    assertThat(status.state()).isEqualTo(VisitState.KILLED);
    assertThat(status.reason()).isEqualTo("The operator of this host ended it.");
    assertThat(new Gathering(stopped).all(owner).pages()).isPositive();

    var said = host("stop", east, "--signer", name(greedy), "--json");
    assertThat(said.exitCode()).isZero();
    assertThat(said.out().lines()).hasSize(GREEDY).allMatch(line -> line.contains("\"killed\""));
    assertThat(items("ps", east)).hasSize(honest.size() - 1);
    assertThat(host("stop", east, "nobody").exitCode()).isEqualTo(1);
    assertThat(host("stop", east, "--signer", "nobody").exitCode()).isEqualTo(1);
    assertThat(host("stop", east).exitCode()).isEqualTo(2);
  }

  @Test
  void stopAllEndsEveryVisitAtFullLoadWithinASecond() throws Exception {
    spin(GREEDY);
    long millis = stopAll();
    for (int i = 1; i < TRIES && millis >= PROMISED_MILLIS; i++) {
      sendTheCrawlers();
      spin(GREEDY);
      millis = stopAll();
    }
    assertThat(millis).isLessThan(PROMISED_MILLIS);
  }

  /// The time that the daemon took from the command to the last visit's end on disk.
  private long stopAll() throws Exception {
    var said = host("stop", east, "--all", "--json");
    assertThat(said.exitCode()).isZero();
    assertThat(said.out().lines()).hasSize(GREEDY + honest.size());
    assertThat(items("ps", east)).isEmpty();
    greedyVisits.clear();
    visits.clear();
    return Long.parseLong(said.err().replaceAll("(?s).* in ([0-9]+) ms.*", "$1"));
  }

  /// This test is the last, since the next one would have to send all crawlers to the restarted
  /// daemon.
  @Test
  @Order(Integer.MAX_VALUE)
  void aBanEndsTheVisitsOfASignerAtOneHostAndOutlastsItsRestart() throws Exception {
    var kept = send(western, greedy, WALKING, WALKER);
    assertThat(host("ban", east, name(greedy)).out()).contains("4 visits ended");
    assertThat(dispatched(eastern, greedy)).isEqualTo("301 signer-untrusted");
    assertThat(items("ps", east)).hasSize(honest.size());
    assertThat(items("ps", west)).anyMatch(visit -> visit.get("id").asText().equals(kept));
    assertThat(host("check", east).out()).contains("Banned: " + name(greedy));
    var clause = greedy.key().id() + " is that of " + name(greedy) + ", who is banned";
    await().untilAsserted(() -> assertThat(eastern.errors()).contains("the key " + clause));
    assertThat(items("refused", east).getFirst().get("banned").asText()).isEqualTo(name(greedy));
    assertThat(host("ps", east, "--refused").out()).contains("BANNED", name(greedy));
    var useless = host("allow", east, "--", greedy.key().id());
    assertThat(useless.exitCode()).isEqualTo(1);
    assertThat(useless.err()).contains(clause + "; 'host allow " + name(greedy) + "' lifts that");

    assertThat(eastern.terminate()).isZero();
    eastern = DaemonProcess.start(east);
    assertThat(dispatched(eastern, greedy)).isEqualTo("301 signer-untrusted");
    assertThat(host("allow", east, name(greedy)).out()).contains("ban lifted");
    assertThat(dispatched(eastern, greedy)).isEqualTo("accepted");

    var _ = host("ban", east, "--for", "1s", "--", greedy.key().id());
    await().until(() -> dispatched(eastern, greedy).equals("accepted"));
    assertThat(host("ban", east, "nobody").exitCode()).isEqualTo(1);
    assertThat(host("ban", east, name(greedy), "--for", "soon").exitCode()).isEqualTo(2);
    assertThat(host("stop", west, kept).exitCode()).isZero();
  }

  @Test
  void anUnknownSignerIsRememberedAndAllowedByOneCommand() throws Exception {
    assertThat(dispatched(western, stranger)).isEqualTo("301 signer-untrusted");
    var refused = items("refused", west).getFirst();
    assertThat(refused.get("thumbprint").asText()).isEqualTo(stranger.key().id());
    assertThat(refused.get("productToken").asText()).isEqualTo("ExampleBot");
    assertThat(refused.get("site").asText()).isEqualTo(Owner.SITE);
    assertThat(refused.get("times").asLong()).isEqualTo(1);
    assertThat(refused.get("from").asText()).isEqualTo("127.0.0.1");
    assertThat(host("ps", west, "--refused").out()).contains(stranger.key().id());

    // One in 64 thumbprints begins as an option does.
    var allowed = host("allow", west, "--", stranger.key().id());
    assertThat(allowed.out()).as(allowed.err()).contains("trusted from now on");
    assertThat(dispatched(western, stranger)).isEqualTo("accepted");
    assertThat(items("refused", west)).isEmpty();
    var _ = host("stop", west, "--all");
  }

  @Test
  void aBanThatCannotBeKeptHoldsAndIsReported() throws Exception {
    var data = west.resolveSibling("data");
    var hindrance = Files.createDirectories(data.resolve("decisions.json.new/hindrance"));

    var banned = host("ban", west, name(greedy));

    assertThat(banned.exitCode()).isEqualTo(6);
    assertThat(banned.err()).contains("not kept over a restart: ", "decisions.json.new");
    assertThat(dispatched(western, greedy)).endsWith("signer-untrusted");
    Files.delete(hindrance);
    Files.delete(hindrance.getParent());
    assertThat(host("allow", west, name(greedy)).exitCode()).isZero();
    var _ = host("stop", west, "--all");
  }

  @Test
  void aReloadLosesNoVisitAndOneThatIsWrongChangesNothing() throws Exception {
    var _ = eastFolder.config(owners(), "[limits]\nlisen = 1\npages = 0\n");
    var wrong = host("reload", east);
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).containsPattern("host.toml:\\d+:\\d+: limits.pages: found");

    var _ = eastFolder.config(owners(), "[limits]\nworkers = 5\n");
    var right = host("reload", east, "--json");
    assertThat(right.exitCode()).isZero();
    assertThat(JSON.readTree(right.out()).get("needStart").toString()).contains("limits.workers");
    assertThat(items("ps", east)).hasSize(GREEDY + honest.size());

    var _ = eastFolder.config(owners(), "");
    assertThat(host("reload", east).exitCode()).isZero();
    assertThat(items("ps", east)).hasSize(GREEDY + honest.size());
  }

  @Test
  void limitsThatBecomeTighterHoldForVisitsThatRun() throws Exception {
    spin(1);
    var reader = visits.getFirst();
    await().until(() -> visit(east, reader).get("pages").asLong() > 5);
    var _ = eastFolder.config(owners(), "[limits]\npages = 5\n");
    assertThat(host("reload", east).exitCode()).isZero();
    var owner = honest.getFirst().patient(eastern.address());
    await()
        .untilAsserted(
            () ->
                assertThat(given(owner.status(reader)).reason())
                    .startsWith("stopped by limits.pages of the host, which is 5 pages"));
    await().until(() -> items("ps", east).size() == greedyVisits.size());
    assertThat(visit(east, greedyVisits.getFirst()).get("state").asText()).isEqualTo("running");
    var _ = eastFolder.config(owners(), "");
    assertThat(host("reload", east).exitCode()).isZero();
  }

  @Test
  void aDrainedHostTakesNoFurtherAgentsAndLetsTheOthersEnd() throws Exception {
    var drained = host("drain", east, "--json");
    assertThat(JSON.readTree(drained.out()).get("left").asLong()).isEqualTo(GREEDY + honest.size());
    assertThat(dispatched(eastern, greedy)).isEqualTo("403 draining");
    assertThat(items("ps", east)).hasSize(GREEDY + honest.size());

    var waiting =
        DaemonProcess.builder("drain", "--config", east.toString(), "--wait")
            .redirectErrorStream(true)
            .start();
    var _ = client(east, "{\"version\":1,\"command\":\"stop\",\"all\":\"yes\"}");
    assertThat(waiting.waitFor()).isZero();
    assertThat(host("drain", east, "--off").exitCode()).isZero();
    assertThat(dispatched(eastern, greedy)).isEqualTo("accepted");
  }

  @Test
  void theLogCanBeFollowed() throws Exception {
    assertThat(host("logs", east, "-n", "2").out().lines()).hasSize(2);
    var following =
        DaemonProcess.builder("logs", "--config", east.toString(), "-f", "-n", "0").start();
    try (var lines = new BufferedReader(following.inputReader(StandardCharsets.UTF_8))) {
      await()
          .until(
              () -> {
                var _ = client(east, "{\"version\":1,\"command\":\"drain\",\"set\":\"off\"}");
                return lines.ready();
              });
      assertThat(lines.readLine()).contains(": drain");
    } finally {
      following.destroyForcibly().waitFor();
    }
  }

  @Test
  void theSocketIsForItsOwnerAloneAndACommandWithoutADaemonSaysSo() throws Exception {
    var socket = east.resolveSibling("data").resolve("control.sock");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
        .isEqualTo("rw-------");
    var nowhere = temporary.resolve("nowhere.toml");
    Files.writeString(nowhere, "data = \"nodata\"\n");
    var said = host("ps", nowhere);
    assertThat(said.exitCode()).isEqualTo(4);
    assertThat(said.err()).contains("No daemon runs with the data directory");
  }

  @Test
  void clientsThatSayNothingOrTooMuchDoNotKeepOthersOut() throws Exception {
    assertThat(client(east, "x".repeat(20_000))).contains("\"why\":\"USAGE\"");
    assertThat(client(east, "{\"version\":1,\"command\":\"sudo\"}")).contains("\"why\":\"USAGE\"");
    assertThat(client(east, "{\"version\":2,\"command\":\"ps\"}")).contains("\"why\":\"USAGE\"");
    var silent = new ArrayList<SocketChannel>();
    for (int i = 0; i < 20; i++) {
      silent.add(connect(east));
    }
    await()
        .ignoreExceptions()
        .until(() -> client(east, "{\"version\":1,\"command\":\"ps\"}").contains("\"done\""));
    for (var each : silent) {
      each.close();
    }
  }

  /// Runs a command; those that need a terminal, or time, are started as programs above.
  private static Said host(String command, Path config, String... more) throws Exception {
    var words = new ArrayList<>(List.of(command, "--config", config.toString()));
    words.addAll(List.of(more));
    var line = words.toArray(String[]::new);
    return HostLine.run(line);
  }

  private static JsonNode visit(Path config, String id) throws IOException {
    return items("ps", config).stream()
        .filter(visit -> visit.get("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> items(String command, Path config) throws IOException {
    var items = new ArrayList<JsonNode>();
    for (var line :
        client(config, "{\"version\":1,\"command\":\"" + command + "\"}").lines().toList()) {
      var json = JSON.readTree(line);
      if (json.has("item")) {
        items.add(json.get("item"));
      }
    }
    return items;
  }

  /// The answer of the daemon on its socket.
  private static String client(Path config, String line) throws IOException {
    try (var channel = connect(config)) {
      channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static SocketChannel connect(Path config) throws IOException {
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(
        UnixDomainSocketAddress.of(config.resolveSibling("data").resolve("control.sock")));
    return channel;
  }

  private static String name(Owner owner) {
    return "owner " + owner.key().id().substring(0, 6);
  }

  private static String park(DaemonProcess daemon, Owner owner) throws Exception {
    var hour = Map.of(PassportLimits.Further.STAY_MILLISECONDS, 3_600_000L);
    var passport =
        owner.passport(
            daemon.address(),
            STAYING,
            STAYER,
            new PassportScope(Owner.SITE, List.of("/"), List.of()),
            List.of(),
            new PassportLimits(Duration.ofMinutes(5), 100, 1L << 20, 100, hour));
    assertThat(owner.patient(daemon.address()).dispatch(owner.sign(passport, STAYING), true))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    var agent = passport.agentId();
    await().until(() -> visit(daemon, owner, agent).state(), state -> state == VisitState.PARKED);
    return agent;
  }

  private static VisitStatus visit(DaemonProcess daemon, Owner owner, String agent)
      throws Exception {
    return given(owner.patient(daemon.address()).status(agent));
  }

  private static String send(DaemonProcess daemon, Owner owner, Bytes code, String entry)
      throws Exception {
    var passport = owner.passport(daemon.address(), code, entry);
    assertThat(owner.patient(daemon.address()).dispatch(owner.sign(passport, code), true))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    return passport.agentId();
  }

  /// Sends an agent that brings its owner's key along; gives the answer of the host.
  private static String dispatched(DaemonProcess daemon, Owner owner) throws Exception {
    var passport = withKey(owner.passport(daemon.address(), WALKING, WALKER), owner);
    var outcome = owner.host(daemon.address()).dispatch(owner.sign(passport, WALKING), true);
    return outcome instanceof DispatchOutcome.Accepted ? "accepted" : refusal(outcome);
  }

  private static Passport withKey(Passport p, Owner owner) {
    var names = p.identity();
    return new Passport(
        new Passport.Identity(
            names.agentId(),
            names.dispatchId(),
            names.ownerKeyId(),
            names.signatureAgent(),
            names.productToken(),
            Optional.of(owner.key().verifyKey())),
        p.grant(),
        p.journey(),
        p.validity());
  }
}

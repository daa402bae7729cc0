package dev.sojourn.dispatcher.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.agent.Agent;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.dispatcher.cli.agent.AgentCommand;
import dev.sojourn.dispatcher.cli.guest.Brief;
import dev.sojourn.dispatcher.cli.guest.Brittle;
import dev.sojourn.dispatcher.cli.guest.Deaf;
import dev.sojourn.dispatcher.cli.guest.GuestClasses;
import dev.sojourn.dispatcher.cli.guest.Listener;
import dev.sojourn.dispatcher.cli.guest.Mute;
import dev.sojourn.dispatcher.cli.guest.Reporter;
import dev.sojourn.dispatcher.crawl.UserStartCache;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.daemon.HostDaemon;
import dev.sojourn.host.daemon.HostKey;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.HeldPort;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The commands for an agent that is at a host, against a real daemon.
@Timeout(300)
final class AgentRemoteIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SITE = "http://docs.example";

  @TempDir private static Path folder;
  private static HttpServer site;
  private static HostDaemon daemon;
  private static Path key;
  private static Path neighbour;
  private static String classes;

  private record Ran(int exit, String out, String err) {
    JsonNode json() throws Exception {
      return JSON.readTree(out);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    key = newKey("owner.key");
    neighbour = newKey("neighbour.key");
    site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext("/", AgentRemoteIT::answer);
    site.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    site.start();
    var config = folder.resolve("host.toml");
    Files.writeString(
        config,
        """
        listen = "127.0.0.1:0"
        data = "data"
        [[site]]
        origin = "%s"
        upstream = "http://127.0.0.1:%d"
        [[trust]]
        name = "owner"
        keys = "owner.key.pub"
        [[trust]]
        name = "neighbour"
        keys = "neighbour.key.pub"
        [wire]
        message-time = "10 s"
        message-chars = 200
        [limits]
        spare-workers = 0
        """
            .formatted(SITE, site.getAddress().getPort()));
    UserStartCache.ofTests();
    UserStartCache.lend(folder.resolve("data"));
    var read = ConfigReader.read(config, Map.of(), Instant.now());
    daemon =
        HostDaemon.start(
            ((ConfigReading.Valid) read).config(), InstantSource.system(), Optional.empty());
    classes = guests();
  }

  @AfterAll
  static void stop() throws Exception {
    daemon.close();
    site.stop(0);
  }

  /// Pages take their time, so that agents that read one after the other take no processor time.
  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestURI().getPath().equals("/robots.txt")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      // The latch is never opened: the answer takes its time.
      var _ = new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
      var page = "<title>One</title>".getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/html");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }

  @Test
  void anAgentIsSentAskedAndCalledBack() throws Exception {
    var sent = run("send", packed(Listener.class), "--key", key.toString(), "--json");
    assertThat(sent.exit()).describedAs(sent.err()).isZero();
    var agent = sent.json().get("uri").asText();
    assertThat(agent).startsWith(daemon.address() + "/#");
    assertThat(sent.json().get("host").asText()).isEqualTo(daemon.address().toString());

    await().atMost(Duration.ofSeconds(60)).until(() -> ask("message", agent, "hello").exit() == 0);
    var answer = ask("message", agent, "zwei ü\u001b[2J", "--json");
    assertThat(answer.json().get("answer").asText()).isEqualTo("you said: zwei ü\u001b[2J");
    assertThat(ask("message", agent, "\u001b[2J").out()).isEqualTo("you said:  [2J\n");
    assertThat(ask("status", agent).out()).startsWith("running\n");
    var tooLong = ask("message", agent, "x".repeat(201));
    assertThat(tooLong.exit()).isEqualTo(3);
    assertThat(tooLong.err()).contains("at most 200 characters");

    assertThat(ask("message", agent, "end").out()).isEqualTo("you said: end\n");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> ask("status", agent, "--json").json().get("state").asText(), "finished"::equals);
    var late = ask("message", agent, "late");
    assertThat(late.exit()).isEqualTo(3);
    assertThat(late.err())
        .contains("does not run now")
        .contains("Its visit ended as finished; 'sojourn visit show " + agent)
        .doesNotContain("before it answered");

    var home = folder.resolve("home.agent");
    var back = ask("retract", agent, "--out", home.toString(), "--json");
    assertThat(back.exit()).isZero();
    assertThat(back.json().get("stays").asInt()).isOne();
    assertThat(Files.size(home)).isGreaterThan(back.json().get("stateBytes").asLong());
    assertThat(ask("retract", agent, "--out", home.toString()).exit()).isOne();
  }

  @Test
  void whatAnAgentFoundComesHomeWithItOnce() throws Exception {
    var agent = send(Reporter.class);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ask("status", agent, "--json").json().get("findings").asLong(), n -> n == 40);

    // Without a place for them the findings stay at the host.
    assertThat(ask("retract", agent).out()).contains("Its findings stay at the host");
    var home = folder.resolve("reporter.agent");
    var file = folder.resolve("reporter.agent.findings.jsonl");
    var hostKeys = folder.resolve("host.jwks");
    new KeySet(List.of(HostKey.open(folder.resolve("data")).verifyKey())).write(hostKeys);
    var options = new String[] {"--out", home.toString(), "--host-keys", hostKeys.toString()};
    var back = ask("retract", agent, options[0], options[1], options[2], options[3], "--json");
    assertThat(back.exit()).as(back.err()).isZero();
    assertThat(back.json().get("findingsMatch").asText()).isEqualTo("yes");
    assertThat(back.json().get("findings").asInt()).isEqualTo(40);
    assertThat(back.json().get("findingsFile").asText()).isEqualTo(file.toString());
    var lines = Files.readAllLines(file);
    for (int i = 0; i < 40; i++) {
      assertThat(lines.get(i)).isEqualTo("{\"finding\":{\"number\":" + i + "}}");
    }
    assertThat(lines.get(40)).isEqualTo("{\"referral\":\"http://other.example/\"}");
    assertThat(lines.get(41)).isEqualTo("{\"log\":\"that was all\"}");
    assertThat(lines).hasSize(42);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    // They were acknowledged, so a moment later the host has forgotten them; the state stays.
    var attempts = new AtomicInteger();
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              var name = "again" + attempts.incrementAndGet() + ".agent";
              var again = ask("retract", agent, "--out", folder.resolve(name).toString());
              assertThat(folder.resolve(name)).hasSameBinaryContentAs(home);
              assertThat(again.out())
                  .contains("0 findings that nobody had collected", "they were collected before");
              assertThat(folder.resolve(name + ".findings.jsonl")).isEmptyFile();
            });
  }

  @Test
  void anAgentThatWasSentIsListedAskedAndGivenUp() throws Exception {
    var agent = send(Listener.class);
    assertThat(visit("ls").out()).contains(agent + "  sent  " + SITE);
    var asked = visit("ls", "--ask", "--json").json();
    assertThat(asked.findValuesAsText("agent")).contains(agent);
    assertThat(visit("show", agent).exit()).isZero();

    assertThat(visit("dispose", agent).out()).isEqualTo("disposed of " + agent + "\n");
    assertThat(visit("ls").out()).doesNotContain(agent);
    assertThat(visit("show", agent).exit()).isEqualTo(3);
    var nowhere = visit("ls", folder.resolve("nowhere").toString());
    assertThat(nowhere.exit()).isEqualTo(2);
    assertThat(nowhere.err()).contains("There is no crawl in");
  }

  @Test
  void aVisitThatIsWaitedForComesToItsOwnEnd() throws Exception {
    var agent = send(Brief.class);
    var back = ask("retract", agent, "--wait", "60s", "--json");
    assertThat(back.exit()).as(back.err()).isZero();
    assertThat(back.json().get("visit").asText()).isEqualTo("finished");
    assertThat(ask("retract", agent).out()).contains("Its visit is over: finished.");

    var endless = send(Deaf.class);
    assertThat(ask("retract", endless, "--wait", "1s").out())
        .contains("Its visit is over: killed.");
    for (var wrong : List.of("0s", "500ms", "1500ms", "301s")) {
      var ran = ask("retract", agent, "--wait", wrong);
      assertThat(ran.exit()).as(wrong).isEqualTo(2);
      assertThat(ran.err()).contains("--wait", "from 1s to 5m");
    }
  }

  @Test
  void thatAnAgentTakesNoMessagesIsSaid() throws Exception {
    var agent = send(Mute.class);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ask("status", agent).out().startsWith("running"));

    var ran = ask("message", agent, "hello");
    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("takes no messages", "TakesMessages");
    assertThat(ask("retract", agent).out()).contains("was called back with");
  }

  @Test
  void anAgentThatDoesNotComeToItsMessageInTimeIsNotWaitedForForEver() throws Exception {
    var agent = send(Deaf.class);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ask("status", agent).out().startsWith("running"));

    var impatient = ask("message", agent, "hello", "--timeout", "300ms");
    assertThat(impatient.exit()).isEqualTo(4);
    assertThat(impatient.err()).contains("did not answer within").contains("--timeout");
    var patient = ask("message", agent, "hello");
    assertThat(patient.exit()).isEqualTo(4);
    assertThat(patient.err()).contains("did not come to the message in time");
    assertThat(ask("retract", agent).exit()).isZero();
  }

  @Test
  void thatAMessageEndedItsAgentIsSaidAndHow() throws Exception {
    assertEnded(
        send(Brittle.class),
        "throw",
        " ended before it answered. Its visit ended as failed: "
            + "java.lang.IllegalStateException: I cannot bear it at "
            + Brittle.class.getName()
            + ".message (line ");
    assertEnded(
        send(Brittle.class),
        "take",
        " ended before it answered. Its visit ended as stopped: stopped by ");
  }

  private static void assertEnded(String agent, String message, String how) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ask("message", agent, "hello").out().equals("still here\n"));

    var ran = ask("message", agent, message);

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains(agent.substring(agent.indexOf('#') + 1) + how)
        .contains("; 'sojourn visit show " + agent + "' says more.")
        .hasLineCount(1);
  }

  @Test
  void somebodyElsesAgentIsNotDistinguishedFromOneThatIsNotThere() throws Exception {
    var agent = send(Listener.class);
    var none = daemon.address() + "/#nobody";
    for (var command : List.of("status", "retract")) {
      var others = run(command, agent, "--key", neighbour.toString());
      var nobodys = run(command, none, "--key", key.toString());
      assertThat(others.exit()).isEqualTo(3);
      assertThat(others.err()).contains("has no agent").contains(neighbour.toString());
      assertThat(nobodys.exit()).isEqualTo(3);
      assertThat(nobodys.err()).contains("has no agent nobody of yours");
    }
    assertThat(run("message", agent, "end", "--key", neighbour.toString()).exit()).isEqualTo(3);
    assertThat(ask("retract", agent).exit()).isZero();
  }

  @Test
  void aKeyThatTheHostDoesNotTrustIsNamed() throws Exception {
    var stranger = newKey("stranger.key");
    var ran = run("status", daemon.address() + "/#a1", "--key", stranger.toString());

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("does not trust the key").contains("stranger.key.pub");
  }

  @Test
  void aHostThatIsNotThereAndOneThatMayNotBeAskedAreNamed() throws Exception {
    try (var port = HeldPort.take()) {
      var nobody = ask("message", "atp://127.0.0.1:" + port.number() + "/#a1", "hello");
      assertThat(nobody.exit()).isEqualTo(4);
      assertThat(nobody.err()).contains("refuses connections");
    }

    var plain = ask("status", "atp://192.0.2.1:10434/#a1");
    assertThat(plain.exit()).isEqualTo(2);
    assertThat(plain.err()).contains("--plain-atp");
  }

  @Test
  void whatNamesNoAgentIsRefusedBeforeAnythingIsSent() {
    for (var wrong : List.of("a1", "http://h/#a1", "atp://h:1", "atp://h:1/x#a1", "/#a1")) {
      var ran = ask("status", wrong);
      assertThat(ran.exit()).describedAs(wrong).isEqualTo(2);
      assertThat(ran.err()).contains("names no agent at a host");
    }
    assertThat(ask("message", daemon.address() + "/#a1", "x".repeat(16_001)).exit()).isEqualTo(2);
  }

  private static Path newKey(String name) throws Exception {
    var file = folder.resolve(name);
    var made = SigningKey.generate(new SecureRandom());
    made.write(file);
    new KeySet(List.of(made.verifyKey())).write(folder.resolve(name + ".pub"));
    return file;
  }

  private static String send(Class<? extends Agent> type) {
    var sent = run("send", packed(type), "--key", key.toString());
    assertThat(sent.exit()).describedAs(sent.err()).isZero();
    return sent.out().strip();
  }

  private static String packed(Class<? extends Agent> type) {
    var file = folder.resolve(type.getSimpleName() + System.nanoTime() + ".agent").toString();
    var args = new ArrayList<>(List.of("pack", classes, "--main", type.getName()));
    args.addAll(List.of("--key", key.toString(), "--host", daemon.address().toString()));
    args.addAll(List.of("--site", SITE + "/", "--out", file));
    var ran = run(args.toArray(String[]::new));
    assertThat(ran.exit()).describedAs(ran.err()).isZero();
    return file;
  }

  private static String guests() throws IOException {
    var out = folder.resolve("classes");
    for (var type :
        List.of(
            Listener.class, Reporter.class, Brief.class, Brittle.class, Mute.class, Deaf.class)) {
      GuestClasses.copy(type, out);
    }
    return out.toString();
  }

  private static Ran ask(String command, String... args) {
    var all = new ArrayList<String>();
    all.add(command);
    all.addAll(List.of(args));
    all.addAll(List.of("--key", key.toString()));
    return run(all.toArray(String[]::new));
  }

  private static Ran visit(String... args) {
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--key", key.toString()));
    return run(CommandRun.commandLine(new VisitsCommand(), "visit"), all.toArray(String[]::new));
  }

  private static Ran run(String... args) {
    return run(CommandRun.commandLine(new AgentCommand(), "agent"), args);
  }

  private static Ran run(CommandLine line, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return new Ran(line.execute(args), out.toString(), err.toString());
  }
}

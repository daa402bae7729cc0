package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.app.whole.KillingRelay.Moment;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// The life of an agent over three daemons: sent, parked, woken by a message, sent on, called back,
/// and forgotten. In the middle of each step the daemon or the program of its owner is killed, with
/// half of the request or before the answer. `-Dlives=4` has each kill in each step. One life alone
/// leaves out two: if a step comes at each of the three daemons, two of them see a kill in it.
@Timeout(1_200)
final class KilledLifeIT {
  private static final int LIVES = Integer.getInteger("lives", 1);
  private static final boolean IS_SHORT = LIVES == 1;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<VisitState> UNDER_WAY =
      EnumSet.of(VisitState.WAITING, VisitState.RUNNING, VisitState.LEAVING);

  /// It goes on when it is asked to, however often it hears that.
  private static final String AGENT =
      """
      import dev.sojourn.agent.*;
      public final class Roamer implements Agent, TakesMessages {
        public record Step(int stay, String what) {}
        private int stay = 1;
        private boolean isHere;
        private boolean isToldToGo;
        @Override public String message(String text) {
          isToldToGo = true;
          return "stay " + stay;
        }
        @Override public Next visit(Visit visit) {
          if (!isHere) {
            visit.report(new Step(stay, "arrives"));
            isHere = true;
          }
          visit.checkpoint();
          if (!isToldToGo) {
            return Next.park(WakeConditions.byMessage());
          }
          visit.report(new Step(stay, "leaves"));
          stay++;
          isHere = false;
          isToldToGo = false;
          return Next.along(visit.itinerary());
        }
      }
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path temp;

  private final List<RoamingHost> hosts = new ArrayList<>();
  private final AtpClient client = AtpClient.open(ClientSettings.DEFAULT);
  private final AtomicReference<Optional<Process>> command =
      new AtomicReference<>(Optional.empty());

  /// The kills of the owner's program that are planned and have not come.
  private final AtomicInteger killsOfCommands = new AtomicInteger();

  private Path key;
  private SigningKey owner;
  private String classes;

  /// A kill: its time, and its victim, which is the host or the program that speaks to it.
  private record Kill(Moment moment, boolean isOfHost) {
    static Kill of(int number) {
      return new Kill(number % 2 == 0 ? Moment.ANSWER : Moment.REQUEST, number / 2 % 2 == 0);
    }
  }

  @BeforeEach
  void startThreeHosts() throws Exception {
    key = temp.resolve("owner.key");
    Program.here("key", "new", key.toString()).succeeded();
    owner = KeyFile.signing(key);
    classes = compiled();
    for (var name : List.of("a", "b", "c")) {
      hosts.add(new RoamingHost(Files.createDirectory(temp.resolve(name))));
    }
    for (int i = 0; i < hosts.size(); i++) {
      var to = i + 1 < hosts.size() ? List.of(hosts.get(i + 1)) : List.<RoamingHost>of();
      hosts.get(i).start(KeyFile.beside(key, KeyFile.PUBLIC), hosts.subList(0, i), to);
    }
    for (var host : hosts) {
      host.awaitReady();
    }
  }

  @AfterEach
  void close() throws IOException {
    for (var host : hosts) {
      host.close();
    }
    client.close();
  }

  @Test
  void nothingIsLostAndNothingIsDoneTwiceWhoeverDiesInTheMiddleOfAStep() throws Exception {
    for (int life = 0; life < LIVES; life++) {
      live(Files.createDirectory(temp.resolve("life" + life)), life);
    }
    for (var host : hosts) {
      Program.here("host", "audit", "verify", "--config", host.config().toString()).succeeded();
    }
  }

  private void live(Path folder, int number) throws Exception {
    int kill = number;
    var agent = send(folder, Kill.of(kill++));
    for (int i = 0; i < hosts.size(); i++) {
      awaitParked(i, agent);
      // If the next kill is not of the host, the host starts again with its agent parked all the
      // same. In a short test only the first host does, which dies in the middle of the message.
      if (!IS_SHORT && !Kill.of(kill).isOfHost()) {
        hosts.get(i).restart();
      }
      kill = goOn(folder, i, agent, kill);
    }
    comeHome(folder, agent, Kill.of(kill++), Kill.of(kill++));
    for (int i = 0; i < hosts.size(); i++) {
      forget(folder, i, agent, Kill.of(kill++));
    }
  }

  private String send(Path folder, Kill kill) throws Exception {
    var file = folder.resolve("roamer.agent").toString();
    var packed =
        Program.here(
            "agent",
            "pack",
            classes,
            "--key",
            key.toString(),
            "--site",
            hosts.get(0).origin() + "/",
            "--then",
            hosts.get(1).origin() + "/",
            "--then",
            hosts.get(2).origin() + "/",
            "--stay",
            "10m",
            "--out",
            file,
            "--json");
    packed.succeeded();
    killed(0, "DISPATCH", kill, hosts.get(0)::restart);
    repeated(folder, "agent", "send", file, "--key", key.toString());
    assertThat(hosts.get(0).relay().hasKilled()).isTrue();
    return JSON.readTree(packed.out()).get("agent").asText();
  }

  /// Asks the agent to go on, with the kill before or after it hears, and the one on its way.
  private int goOn(Path folder, int stay, String agent, int number) throws Exception {
    int next = stay + 1;
    boolean isKilled = next < hosts.size() || !IS_SHORT;
    if (isKilled) {
      killed(stay, "MESSAGE", Kill.of(number), hosts.get(stay)::restart);
    }
    if (next < hosts.size()) {
      var onTheWay = Kill.of(number + 1);
      var dies = onTheWay.isOfHost() ? hosts.get(next) : hosts.get(stay);
      hosts.get(next).relay().killAt("DISPATCH", onTheWay.moment(), dies::restart);
    }
    // A message whose answer was lost may have been lost as well.
    while (state(stay, agent).equals(Optional.of(VisitState.PARKED))) {
      var _ = run(folder, "visit", "message", uri(stay, agent), "go", "--key", key.toString());
      await()
          .atMost(PATIENCE)
          .until(() -> state(stay, agent).filter(UNDER_WAY::contains).isEmpty());
    }
    if (isKilled) {
      assertThat(hosts.get(stay).relay().hasKilled()).as("kill within MESSAGE").isTrue();
    }
    if (next < hosts.size()) {
      await().atMost(PATIENCE).until(() -> hosts.get(next).relay().hasKilled());
    } else {
      assertThat(state(stay, agent)).contains(VisitState.FINISHED);
    }
    return number + 2;
  }

  private void comeHome(Path folder, String agent, Kill ofRetract, Kill ofCollect)
      throws Exception {
    var home = folder.resolve("home.agent");
    killed(2, "RETRACT", ofRetract, hosts.get(2)::restart);
    killed(0, "COLLECT", ofCollect, hosts.get(0)::restart);
    repeated(
        folder,
        "visit",
        "retract",
        uri(0, agent),
        "--key",
        key.toString(),
        "--out",
        home.toString());
    assertThat(hosts.get(2).relay().hasKilled()).as("kill within RETRACT").isTrue();
    assertThat(hosts.get(0).relay().hasKilled()).as("kill within COLLECT").isTrue();
    assertThat(findings(home + ".findings.jsonl")).containsExactly("1 arrives", "1 leaves");
    assertThat(findings(home + ".stop2.findings.jsonl")).containsExactly("2 arrives", "2 leaves");
    assertThat(findings(home + ".stop3.findings.jsonl")).containsExactly("3 arrives", "3 leaves");
    var noted = Program.here("agent", "inspect", home.toString(), "--json");
    assertThat(JSON.readTree(noted.out()).get("hopLog")).as(noted.out()).hasSize(3);
  }

  private void forget(Path folder, int stay, String agent, Kill kill) throws Exception {
    boolean isKilled = stay != 1 || !IS_SHORT;
    if (isKilled) {
      killed(stay, "DISPOSE", kill, hosts.get(stay)::restart);
    }
    repeated(folder, "visit", "dispose", uri(stay, agent), "--key", key.toString());
    if (isKilled) {
      assertThat(hosts.get(stay).relay().hasKilled()).as("kill within DISPOSE").isTrue();
    }
    assertThat(state(stay, agent)).isEmpty();
  }

  private void killed(int stay, String method, Kill kill, Runnable host) {
    if (!kill.isOfHost()) {
      killsOfCommands.incrementAndGet();
    }
    hosts
        .get(stay)
        .relay()
        .killAt(method, kill.moment(), kill.isOfHost() ? host : this::killTheCommand);
  }

  private void killTheCommand() {
    killsOfCommands.decrementAndGet();
    command.get().ifPresent(Process::destroyForcibly);
  }

  /// As an owner does whose program was killed, or got no answer from a host.
  private void repeated(Path folder, String... words) throws Exception {
    var said = run(folder, words);
    for (int i = 0; i < 4 && said.exitCode() != 0; i++) {
      for (var host : hosts) {
        host.awaitReady();
      }
      said = run(folder, words);
    }
    assertThat(said.exitCode()).as("%s: %s", Arrays.toString(words), said.err()).isZero();
  }

  /// Runs a command; in a process of its own if that is to be killed.
  private Program run(Path folder, String... words) throws Exception {
    if (killsOfCommands.get() == 0) {
      return Program.here(words);
    }
    var files = Files.createTempDirectory(folder, "run");
    var process = Program.start(files, words);
    command.set(Optional.of(process));
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(Arrays.toString(words)).isTrue();
    command.set(Optional.empty());
    return new Program(
        process.exitValue(),
        Files.readString(files.resolve("out")),
        Files.readString(files.resolve("err")));
  }

  private String uri(int stay, String agent) {
    return hosts.get(stay).relay().address() + "/#" + agent;
  }

  private void awaitParked(int stay, String agent) {
    await().atMost(PATIENCE).until(() -> state(stay, agent).equals(Optional.of(VisitState.PARKED)));
  }

  /// The state of the visit at this very host; empty if it has none, or names the host to which it
  /// went.
  private Optional<VisitState> state(int stay, String agent) {
    var host =
        new HostClient(
            client,
            hosts.get(stay).relay().address(),
            owner,
            RetryPolicy.DEFAULT,
            InstantSource.system(),
            new Random(1));
    // It may be on its way up again.
    var answer =
        await()
            .atMost(PATIENCE)
            .until(
                () -> host.following(_ -> false).status(agent),
                said -> !(said instanceof Answer.Unreachable<VisitStatus>));
    return answer instanceof Answer.Given<VisitStatus>(var noted, _)
        ? Optional.of(noted.state())
        : Optional.empty();
  }

  private static List<String> findings(String file) throws IOException {
    var found = new ArrayList<String>();
    for (var line : Files.readAllLines(Path.of(file))) {
      var finding = JSON.readTree(line).path("finding");
      if (finding.isObject()) {
        found.add(finding.get("stay").asInt() + " " + finding.get("what").asText());
      }
    }
    return found;
  }

  private String compiled() throws IOException {
    var source = Files.createDirectory(temp.resolve("source")).resolve("Roamer.java");
    Files.writeString(source, AGENT);
    var out = temp.resolve("classes").toString();
    var path = System.getProperty("java.class.path");
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", out, "-cp", path, source.toString());
    assertThat(failed).isZero();
    return out;
  }
}

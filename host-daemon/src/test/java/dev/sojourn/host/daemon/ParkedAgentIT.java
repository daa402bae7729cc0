package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.STAYER;
import static dev.sojourn.host.daemon.SentAgents.STAYING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.atp.passport.PassportScope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents that stay at a host without a worker until something wakes them.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParkedAgentIT {
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final String TWO = "parked-per-signer = 2\n";

  private final Owner owner = new Owner();
  private final List<String> sent = new ArrayList<>();
  private HostFolder folder;
  private RunningHost host;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    folder = new HostFolder(temporary);
    folder.page("changed/page1.html", "Page 1");
    folder.page("closed/page1.html", "Page 1");
    folder.page("offline/page1.html", "Page 1");
    folder.file("robots.txt", "User-agent: *\nDisallow: /closed/private/\n");
    host = RunningHost.start(config(TWO));
  }

  @AfterEach
  void giveUpAllAgents() throws InterruptedException {
    for (var agent : sent) {
      given(client().dispose(agent));
    }
    sent.clear();
  }

  @AfterAll
  void close() throws IOException {
    host.close();
    owner.close();
  }

  private Path config(String limits) throws IOException {
    return folder.config(List.of(owner), "[limits]\n" + limits);
  }

  private void restart(Path config) throws IOException {
    host.close();
    host = RunningHost.start(config);
  }

  private HostClient client() {
    return owner.patient(host.address());
  }

  private Passport passport(Map<Further, Long> further) {
    return passport("/quiet/", further);
  }

  /// @param path of the pages whose changes wake the agent, each test's own
  private Passport passport(String path, Map<Further, Long> further) {
    return owner.passport(
        host.address(),
        STAYING,
        STAYER,
        new PassportScope(Owner.SITE, List.of(path), List.of()),
        List.of(Owner.SITE + path),
        new PassportLimits(Duration.ofMinutes(5), 10_000, 1L << 30, 10_000, further));
  }

  private String send(Duration stay) throws InterruptedException {
    return send("/quiet/", stay);
  }

  private String send(String path, Duration stay) throws InterruptedException {
    var passport = passport(path, Map.of(Further.STAY_MILLISECONDS, stay.toMillis()));
    client().dispatch(owner.sign(passport, STAYING), true);
    sent.add(passport.agentId());
    return passport.agentId();
  }

  private void awaitState(String agent, VisitState state) {
    var status =
        await()
            .until(
                () -> given(client().status(agent)),
                now -> now.state() == state || now.state().isFinal());
    assertThat(status.state()).as(status.reason()).isEqualTo(state);
  }

  private static List<String> noted(Gathering gathering) {
    return gathering.findings().stream()
        .map(finding -> finding.get("path").asText() + ", " + finding.get("answer").asText())
        .toList();
  }

  @Test
  void anAgentParksWakesByAMessageAndByItsTimeAndEnds() throws Exception {
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    assertThat(given(client().status(agent)).reason())
        .isEqualTo("until a message or a change of pages");
    var gathering = new Gathering(agent);
    gathering.next(client());
    assertThat(noted(gathering)).containsExactly("start, call 1");

    assertThat(given(client().message(agent, "hello"))).isEqualTo("2: hello");
    awaitState(agent, VisitState.PARKED);
    // Its time is over already, so it wakes at once.
    assertThat(given(client().message(agent, "a moment"))).isEqualTo("3: a moment");
    await()
        .untilAsserted(
            () -> {
              gathering.next(client());
              assertThat(noted(gathering)).contains("wake TIME, call 4");
            });
    awaitState(agent, VisitState.PARKED);
    assertThat(given(client().message(agent, "end"))).isEqualTo("5: end");
    var status = gathering.all(client());
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    assertThat(status.statement()).isPresent();
    assertThat(noted(gathering))
        .containsExactly(
            "start, call 1",
            "wake MESSAGE, call 2",
            "wake MESSAGE, call 3",
            "wake TIME, call 4",
            "wake MESSAGE, call 5");
  }

  @Test
  void anAgentWhosePassportDoesNotAskForItDoesNotStay() throws Exception {
    var passport = passport(Map.of());
    client().dispatch(owner.sign(passport, STAYING), true);
    var status = new Gathering(passport.agentId()).all(client());
    assertThat(status.state()).as(status.reason()).isEqualTo(VisitState.FINISHED);
  }

  @Test
  void aParkedAgentIsCalledBackGivenUpAndNotSentASecondTime() throws Exception {
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    var again = Owner.withAgentId(passport(Map.of()), agent);
    assertThat(refusal(client().dispatch(owner.sign(again, STAYING), true)))
        .isEqualTo("301 agent-here");

    var home = given(client().retract(agent));
    assertThat(home.state()).contains(VisitState.KILLED);
    assertThat(home.agent().state()).isPresent();
    assertThat(refusal(client().message(agent, "hello"))).isEqualTo("302 agent-not-running");

    var second = send(LONG);
    awaitState(second, VisitState.PARKED);
    given(client().dispose(second));
    assertThat(refusal(client().status(second))).isEqualTo("302 agent-unknown");
  }

  @Test
  void anAgentStaysParkedOverARestartAndWakesAfterIt() throws Exception {
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    restart(config(TWO));
    assertThat(given(client().status(agent)).state()).isEqualTo(VisitState.PARKED);
    assertThat(given(client().message(agent, "end"))).isEqualTo("2: end");
    var gathering = new Gathering(agent);
    assertThat(gathering.all(client()).state()).isEqualTo(VisitState.FINISHED);
    assertThat(noted(gathering)).containsExactly("start, call 1", "wake MESSAGE, call 2");
  }

  /// If three want to park, the third finds no room.
  @Test
  void noSignerParksMoreThanMay() throws Exception {
    var first = send(LONG);
    awaitState(first, VisitState.PARKED);
    var second = send(LONG);
    awaitState(second, VisitState.PARKED);
    var third = send(LONG);
    awaitState(third, VisitState.STOPPED);
    assertThat(given(client().status(third)).reason())
        .isEqualTo("stopped by limits.parked-per-signer of the host, 2 parked agents");
    // The agent that goes makes room.
    given(client().retract(first));
    awaitState(send(LONG), VisitState.PARKED);
  }

  @Test
  void aStayThatIsOverEndsTheVisit() throws Exception {
    var agent = send(Duration.ofSeconds(2));
    awaitState(agent, VisitState.STOPPED);
    assertThat(given(client().status(agent)).reason()).isEqualTo("stopped by the end of its stay");
    var gathering = new Gathering(agent);
    assertThat(gathering.all(client()).statement()).isPresent();
  }

  @Test
  void aParkedAgentEndsWithTheTrustInItsSignerAndWithItsSite() throws Exception {
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    var other = new Owner();
    var config = folder.config(List.of(other), "");
    // While its owner is not trusted, nobody may ask. A signer who is trusted again soon enough is
    // not judged in between.
    await()
        .until(
            () -> {
              host.reload(config);
              TimeUnit.MILLISECONDS.sleep(300);
              host.reload(config(TWO));
              return given(client().status(agent)).state() != VisitState.PARKED;
            });
    awaitState(agent, VisitState.KILLED);
    assertThat(given(client().status(agent)).reason()).contains("not trusted");
    other.close();
  }

  @Test
  void anAgentThatWokeAsOftenAsItMayTodaySleepsOn() throws Exception {
    host.reload(config("wakes-a-day = 1\n"));
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    assertThat(given(client().message(agent, "hello"))).isEqualTo("2: hello");
    awaitState(agent, VisitState.PARKED);
    assertThat(refusal(owner.host(host.address()).message(agent, "hello")))
        .isEqualTo("403 limit-spent");
    host.reload(config(TWO));
  }

  @Test
  void anAgentWakesByAChangeOfPagesAndHearsWhichTheyAre() throws Exception {
    var agent = send("/changed/", LONG);
    awaitState(agent, VisitState.PARKED);
    folder.page("changed/page1.html", "Another title");
    folder.page("changed/fresh.html", "Fresh");
    var gathering = new Gathering(agent);
    await()
        .untilAsserted(
            () -> {
              gathering.next(client());
              assertThat(noted(gathering))
                  .contains(
                      "wake CHANGE, call 2",
                      Owner.SITE + "/changed/page1.html, CHANGED",
                      Owner.SITE + "/changed/fresh.html, NEW");
            });
  }

  /// It would learn the names of pages that robots.txt closes to it.
  @Test
  void aPageThatIsClosedToTheAgentNeitherWakesItNorIsNamed() throws Exception {
    var agent = send("/closed/", LONG);
    awaitState(agent, VisitState.PARKED);
    folder.page("closed/private/plans.html", "Plans");
    folder.file("closed/.secret", "hidden");
    // Only a message wakes it; by then the change is recorded.
    await()
        .untilAsserted(
            () -> {
              given(client().message(agent, "look"));
              awaitState(agent, VisitState.PARKED);
              folder.page("closed/open.html", "Open");
              var gathering = new Gathering(agent);
              gathering.next(client());
              assertThat(noted(gathering)).contains(Owner.SITE + "/closed/open.html, NEW");
              assertThat(noted(gathering)).noneMatch(line -> line.contains("private"));
            });
  }

  @Test
  void whatChangedWhileTheDaemonWasDownWakesTheAgentAtItsNextStart() throws Exception {
    var agent = send("/offline/", LONG);
    awaitState(agent, VisitState.PARKED);
    host.close();
    folder.page("offline/page1.html", "Another title");
    host = RunningHost.start(config(TWO));
    var gathering = new Gathering(agent);
    await()
        .untilAsserted(
            () -> {
              gathering.next(client());
              assertThat(noted(gathering))
                  .contains("wake CHANGE, call 2", Owner.SITE + "/offline/page1.html, CHANGED");
            });
  }

  @Test
  void aParkedAgentOutlivesTheDaemonThatIsKilled() throws Exception {
    host.close();
    var config = config(TWO);
    String agent;
    try (var killed = DaemonProcess.start(config)) {
      var passport =
          owner.passport(
              killed.address(),
              STAYING,
              STAYER,
              new PassportScope(Owner.SITE, List.of("/"), List.of()),
              List.of(Owner.SITE + "/"),
              new PassportLimits(
                  Duration.ofMinutes(5),
                  100,
                  1L << 20,
                  100,
                  Map.of(Further.STAY_MILLISECONDS, LONG.toMillis())));
      agent = passport.agentId();
      sent.add(agent);
      var client = owner.patient(killed.address());
      client.dispatch(owner.sign(passport, STAYING), true);
      await().until(() -> given(client.status(agent)).state(), state -> state == VisitState.PARKED);
      killed.kill();
    }
    host = RunningHost.start(config);
    assertThat(given(client().message(agent, "end"))).isEqualTo("2: end");
    var gathering = new Gathering(agent);
    assertThat(gathering.all(client()).state()).isEqualTo(VisitState.FINISHED);
    assertThat(noted(gathering)).containsExactly("start, call 1", "wake MESSAGE, call 2");
  }
}

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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents that stay at a host without a worker until something wakes them.
@Timeout(180)
class ParkedAgentIT {
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private HostFolder folder;
  private RunningHost host;

  @BeforeEach
  void start() throws IOException {
    folder = new HostFolder(temporary);
    folder.chain(3);
    host = RunningHost.start(config("parked-per-signer = 2\n"));
  }

  @AfterEach
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
    return owner.passport(
        host.address(),
        STAYING,
        STAYER,
        new PassportScope(Owner.SITE, List.of("/"), List.of()),
        List.of(Owner.SITE + "/"),
        new PassportLimits(Duration.ofMinutes(5), 10_000, 1L << 30, 10_000, further));
  }

  private String send(Duration stay) throws InterruptedException {
    var passport = passport(Map.of(Further.STAY_MILLISECONDS, stay.toMillis()));
    client().dispatch(owner.sign(passport, STAYING), true);
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

  private static List<String> told(Gathering gathering) {
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
    assertThat(told(gathering)).containsExactly("start, call 1");

    assertThat(given(client().message(agent, "hello"))).isEqualTo("2: hello");
    awaitState(agent, VisitState.PARKED);
    // Its time is over already, so it wakes at once.
    assertThat(given(client().message(agent, "a moment"))).isEqualTo("3: a moment");
    await()
        .untilAsserted(
            () -> {
              gathering.next(client());
              assertThat(told(gathering)).contains("wake TIME, call 4");
            });
    awaitState(agent, VisitState.PARKED);
    assertThat(given(client().message(agent, "end"))).isEqualTo("5: end");
    var status = gathering.all(client());
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    assertThat(status.statement()).isPresent();
    assertThat(told(gathering))
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
    restart(config(""));
    assertThat(given(client().status(agent)).state()).isEqualTo(VisitState.PARKED);
    assertThat(given(client().message(agent, "end"))).isEqualTo("2: end");
    var gathering = new Gathering(agent);
    assertThat(gathering.all(client()).state()).isEqualTo(VisitState.FINISHED);
    assertThat(told(gathering)).containsExactly("start, call 1", "wake MESSAGE, call 2");
  }

  /// Of three the third finds no room.
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
    var agent = send(Duration.ofSeconds(3));
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
    // While its owner is not trusted, nobody may ask. Whoever is trusted again soon enough is not
    // judged in between.
    await()
        .until(
            () -> {
              host.reload(config);
              TimeUnit.MILLISECONDS.sleep(300);
              host.reload(config(""));
              return given(client().status(agent)).state() != VisitState.PARKED;
            });
    awaitState(agent, VisitState.KILLED);
    assertThat(given(client().status(agent)).reason()).contains("not trusted");
    other.close();
  }

  @Test
  void anAgentThatWokeAsOftenAsItMayTodaySleepsOn() throws Exception {
    restart(config("wakes-a-day = 1\n"));
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    assertThat(given(client().message(agent, "hello"))).isEqualTo("2: hello");
    awaitState(agent, VisitState.PARKED);
    assertThat(refusal(owner.host(host.address()).message(agent, "hello")))
        .isEqualTo("403 limit-spent");
  }

  @Test
  void anAgentWakesByAChangeOfPagesAndHearsWhichTheyAre() throws Exception {
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    folder.page("page1.html", "Another title");
    folder.page("fresh.html", "Fresh");
    var gathering = new Gathering(agent);
    await()
        .untilAsserted(
            () -> {
              gathering.next(client());
              assertThat(told(gathering))
                  .contains(
                      "wake CHANGE, call 2",
                      Owner.SITE + "/page1.html, CHANGED",
                      Owner.SITE + "/fresh.html, NEW");
            });
  }

  /// It would learn the names of pages that robots.txt closes to it.
  @Test
  void aPageThatIsClosedToTheAgentNeitherWakesItNorIsNamed() throws Exception {
    folder.file("robots.txt", "User-agent: *\nDisallow: /private/\n");
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    folder.page("private/plans.html", "Plans");
    folder.file(".secret", "hidden");
    // Only a message wakes it; by then the change is recorded.
    await()
        .untilAsserted(
            () -> {
              given(client().message(agent, "look"));
              awaitState(agent, VisitState.PARKED);
              folder.page("open.html", "Open");
              var gathering = new Gathering(agent);
              gathering.next(client());
              assertThat(told(gathering)).contains(Owner.SITE + "/open.html, NEW");
              assertThat(told(gathering)).noneMatch(line -> line.contains("private"));
            });
  }

  @Test
  void whatChangedWhileTheDaemonWasDownWakesTheAgentAtItsNextStart() throws Exception {
    var agent = send(LONG);
    awaitState(agent, VisitState.PARKED);
    host.close();
    folder.page("page2.html", "Another title");
    host = RunningHost.start(config(""));
    var gathering = new Gathering(agent);
    await()
        .untilAsserted(
            () -> {
              gathering.next(client());
              assertThat(told(gathering))
                  .contains("wake CHANGE, call 2", Owner.SITE + "/page2.html, CHANGED");
            });
  }

  @Test
  void aParkedAgentOutlivesTheDaemonThatIsKilled() throws Exception {
    host.close();
    var config = config("");
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
      var client = owner.patient(killed.address());
      client.dispatch(owner.sign(passport, STAYING), true);
      await().until(() -> given(client.status(agent)).state(), state -> state == VisitState.PARKED);
      killed.kill();
    }
    host = RunningHost.start(config);
    assertThat(given(client().message(agent, "end"))).isEqualTo("2: end");
    var gathering = new Gathering(agent);
    assertThat(gathering.all(client()).state()).isEqualTo(VisitState.FINISHED);
    assertThat(told(gathering)).containsExactly("start, call 1", "wake MESSAGE, call 2");
  }
}

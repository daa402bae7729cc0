package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.TOURING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.journey.HopLogEntry;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents that go on from host to host along an itinerary that their owner signed.
@Timeout(300)
class ItineraryIT {
  @TempDir static Path temporary;
  private static Owner owner;
  private static final String DISTRUST =
      "Statement 0 of the hop log is not signed by a host trusted here.";
  private static List<RunningHost> running = List.of();
  private static TourHost first;
  private static RunningHost atFirst;
  private static AtpAddress gone;
  private static AtpAddress silent;
  private static ServerSocket lying;
  private static volatile String lie = "";
  private static volatile String lieDetail = "";
  private static AtpAddress liar;
  private static AtpAddress last;
  private static AtpAddress other;
  private static AtpAddress closed;
  private static AtpAddress strict;
  private static AtpAddress sceptic;

  /// Hosts that differ in what they do with an agent of the first one. A test that failed runs once
  /// more, with hosts and an owner of its own.
  @BeforeAll
  static void startTheHosts() throws IOException {
    owner = new Owner();
    running = new ArrayList<>();
    first = new TourHost(temporary, "first", 2);
    gone = TourHost.free();
    silent = new AtpAddress("127.0.0.1", 9);
    lying = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    liar = new AtpAddress("127.0.0.1", lying.getLocalPort());
    Thread.ofVirtual().start(ItineraryIT::lie);
    var barred = new TourHost(temporary, "closed", 1);
    barred.site().file("robots.txt", "User-agent: *\nMobile-agent-server: / none\n");
    var trusting = List.of(first);
    last = start(new TourHost(temporary, "last", 3), trusting, "");
    other = start(new TourHost(temporary, "other", 1), trusting, "");
    closed = start(barred, trusting, "");
    strict = start(new TourHost(temporary, "strict", 3), trusting, "[limits]\npages = 1\n");
    sceptic = start(new TourHost(temporary, "sceptic", 1), List.of(), "");
    atFirst = RunningHost.start(config());
    running.add(atFirst);
  }

  private static Path config() throws IOException {
    var to = List.of(gone, liar, last, other, closed, strict, sceptic);
    return first.config(owner, to, List.of(), "");
  }

  private static AtpAddress start(TourHost host, List<TourHost> from, String more)
      throws IOException {
    var started = RunningHost.start(host.config(owner, List.of(), from, more));
    running.add(started);
    return started.address();
  }

  @AfterAll
  static void closeTheHosts() throws IOException {
    lying.close();
    for (var host : running) {
      host.close();
    }
    owner.close();
  }

  private static AtpAddress at() {
    return atFirst.address();
  }

  private static String send(PassportLeg... legs) throws InterruptedException {
    var passport = TourHost.passport(owner, at(), List.of(legs));
    assertThat(owner.host(at()).dispatch(owner.sign(passport, TOURING), true))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    return passport.agentId();
  }

  /// The end of the journey, wherever it is.
  private static VisitStatus awaitEnd(String agent) {
    return await()
        .until(() -> given(owner.patient(at()).status(agent)), status -> status.state().isFinal());
  }

  private static List<HopLogEntry> log(AgentPackage agent) {
    return agent.hops().stream()
        .map(
            hop -> {
              try {
                return HopLogEntry.read(hop);
              } catch (JsonException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  private static List<String> passed(AgentPackage agent) {
    return log(agent).stream()
        .filter(OnwardStatement.class::isInstance)
        .flatMap(entry -> ((OnwardStatement) entry).passed().stream())
        .map(one -> one.number().leg() + "." + one.number().stop() + " " + one.why())
        .toList();
  }

  private static List<String> noted(Gathering gathering) {
    return gathering.findings().stream()
        .map(finding -> finding.get("path").asText() + ", " + finding.get("answer").asText())
        .toList();
  }

  @Test
  void stopsThatAreGoneClosedOrNotAllowedAreLeftOutAndTheHopLogSaysSo() throws Exception {
    var agent =
        send(
            TourHost.leg(false, gone),
            TourHost.leg(false, closed),
            TourHost.leg(true, silent, last));

    var status = awaitEnd(agent);
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    assertThat(status.passed())
        .extracting(PassedStop::host, PassedStop::why, PassedStop::isReplaced)
        .containsExactly(
            tuple(gone, "unreachable", false),
            tuple(closed, "not-routed-here", false),
            tuple(silent, "not-allowed", true));
    assertThat(owner.patient(at()).find(agent).host()).isEqualTo(last);
    var home = given(owner.host(at()).retract(agent));
    assertThat(home.state()).contains(VisitState.FINISHED);
    assertThat(passed(home.agent()))
        .containsExactly("0.0 unreachable", "1.0 not-routed-here", "2.0 not-allowed");
    assertThat(log(home.agent()))
        .hasExactlyElementsOfTypes(HopStatement.class, OnwardStatement.class, HopStatement.class);

    // Each host has its own findings, and names the next host when they are collected.
    var gathering = new Gathering(agent);
    assertThat(gathering.all(owner.patient(at())).movedTo()).contains(last);
    assertThat(noted(gathering)).containsExactly("stay 1, 2 pages, 3 left");
    assertThat(gathering.all(owner.patient(at())).movedTo()).contains(last);
    var atLast = new Gathering(agent);
    assertThat(atLast.all(owner.patient(last)).state()).isEqualTo(VisitState.FINISHED);
    assertThat(noted(atLast)).containsExactly("stay 2, 5 pages, 0 left");
    // The answer of the host at which the agent is now.
    assertThat(refusal(owner.host(at()).message(agent, "hello")))
        .isEqualTo("302 agent-not-running");
  }

  @Test
  void aRequiredStopThatRefusesEndsTheJourneyWhereTheAgentIs() throws Exception {
    // It does not believe the first host.
    var agent = send(TourHost.leg(true, sceptic), TourHost.leg(false, last));

    var status = awaitEnd(agent);
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    assertThat(status.reason())
        .isEqualTo(
            "Its journey ended here: %1$s (hop-log-invalid). %1$s said: \"%2$s\""
                .formatted(sceptic, DISTRUST));
    assertThat(status.passed())
        .singleElement()
        .satisfies(
            stop -> {
              assertThat(stop.host()).isEqualTo(sceptic);
              assertThat(stop.isReplaced()).isFalse();
            });
    var home = given(owner.host(at()).retract(agent)).agent();
    assertThat(passed(home)).containsExactly("0.0 hop-log-invalid");
    assertThat(((OnwardStatement) log(home).getLast()).to()).isEmpty();
    assertThat(home.state()).isPresent();
  }

  @Test
  void anAgentThatIsStoppedAtTheSecondHostComesHomeFromThere() throws Exception {
    var agent = send(TourHost.leg(false, strict));

    assertThat(awaitEnd(agent).state()).isEqualTo(VisitState.STOPPED);
    var home = given(owner.host(at()).retract(agent));
    assertThat(home.state()).contains(VisitState.STOPPED);
    assertThat(home.agent().hops()).hasSize(3);
  }

  @Test
  void anAgentThatIsCalledBackOnItsWayComesHomeAndGoesNowhere() throws Exception {
    first.patience("1h");
    atFirst.reload(config());
    try {
      var agent = send(TourHost.leg(false, gone), TourHost.leg(false, last));
      await().until(() -> given(owner.patient(at()).status(agent)).state() == VisitState.LEAVING);
      assertThat(refusal(owner.host(at()).message(agent, "hello"))).isEqualTo("403 agent-leaving");

      var home = given(owner.patient(at()).retract(agent));

      assertThat(home.state()).contains(VisitState.KILLED);
      assertThat(home.agent().state()).isPresent();
      assertThat(given(owner.host(at()).status(agent)).state()).isEqualTo(VisitState.KILLED);
    } finally {
      first.patience("0s");
      atFirst.reload(config());
    }
  }

  /// Its host withholds findings that were not released, and going on does not release a state.
  @Test
  void aReloadThatNamesHostsSendsNobodyOnFromAHostThatWithholds() throws Exception {
    var withholding = new TourHost(temporary, "withholding", 1);
    var hold = "[policy]\nhold = true\n";
    try (var host = RunningHost.start(withholding.config(owner, List.of(), List.of(), hold))) {
      host.reload(withholding.config(owner, List.of(last, gone), List.of(), ""));
      var passport =
          TourHost.passport(owner, host.address(), List.of(TourHost.leg(true, last, gone)));
      var _ = owner.host(host.address()).dispatch(owner.sign(passport, TOURING), true);

      await().until(() -> withholding.audit().contains("\"state\":\"finished\""));

      assertThat(withholding.audit()).contains("not-allowed").doesNotContain("\"left\"");
      assertThat(refusal(owner.host(last).status(passport.agentId())))
          .isEqualTo("302 agent-unknown");
    }
  }

  @Test
  void anAgentThatTheNextHostLostComesHomeAsACopy() throws Exception {
    // It says that the agent is on disk, and keeps nothing.
    lie = "ATP/0.1 100 OKAY";
    var agent = send(TourHost.leg(false, liar));
    assertThat(new Gathering(agent).all(owner.patient(at())).movedTo()).contains(liar);

    var copy = given(owner.host(at()).copy(agent));

    assertThat(copy.state()).contains(VisitState.MOVED);
    assertThat(copy.agent().state()).isPresent();
    assertThat(log(copy.agent()))
        .hasExactlyElementsOfTypes(HopStatement.class, OnwardStatement.class);
  }

  @Test
  void anAnswerThatSendsTheAgentElsewhereIsARefusal() throws Exception {
    lie = "ATP/0.1 200 MOVED";
    var agent = send(TourHost.leg(false, liar));

    assertThat(awaitEnd(agent).state()).isEqualTo(VisitState.FINISHED);
    assertThat(given(owner.host(at()).retract(agent)).agent().state()).isPresent();
  }

  @Test
  void whatEachHostSaidThatRefusedIsReportedOnOneLineOfBoundedLength() throws Exception {
    lie = "ATP/0.1 301 FORBIDDEN";
    lieDetail =
        "{\"type\":\"urn:sojourn:problem:full\",\"detail\":\"Not you.\\n\\u001b[2J%s\"}"
            .formatted("x".repeat(900));
    try {
      var agent = send(TourHost.leg(true, liar, sceptic));

      assertThat(awaitEnd(agent).reason())
          .isEqualTo(
              "Its journey ended here: %1$s (full), %2$s (hop-log-invalid). %2$s said: \"%3$s\" %1$s said: \"%4$s\""
                  .formatted(liar, sceptic, DISTRUST, "Not you.  [2J" + "x".repeat(287)));
    } finally {
      lieDetail = "";
    }
  }

  private static void lie() {
    try {
      while (true) {
        try (var peer = lying.accept()) {
          var _ = peer.getInputStream().read(new byte[64 * 1024]);
          peer.getOutputStream()
              .write(
                  "%s\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\n\r\n%s"
                      .formatted(lie, lieDetail.length(), lieDetail)
                      .getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException _) {
      // The tests are over.
    }
  }

  @Test
  void aCopyOfAnAgentOnItsWayGetsInNowhereElse() throws Exception {
    var agent = send(TourHost.leg(false, last), TourHost.leg(false, other));
    assertThat(awaitEnd(agent).state()).isEqualTo(VisitState.FINISHED);
    var copy = given(owner.host(at()).copy(agent)).agent();
    var whole = new AgentPackage(copy.passport(), Optional.of(TOURING), copy.state(), copy.hops());

    assertThat(refused(other, whole)).isEqualTo("301 audience-wrong");
    // The agent without the first host's statement about its way on, and the agent as it was at its
    // start.
    assertThat(refused(other, whole.withHops(copy.hops().subList(0, 1))))
        .isEqualTo("301 audience-wrong");
    var start =
        new AgentPackage(copy.passport(), Optional.of(TOURING), Optional.empty(), List.of());
    assertThat(refused(other, start)).isEqualTo("301 audience-wrong");
    // The host to which it was sent knows it, and makes no second visit.
    assertThat(owner.host(last).dispatch(whole, false))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    var gathering = new Gathering(agent);
    gathering.all(owner.patient(last));
    assertThat(noted(gathering)).containsExactly("stay 2, 5 pages, 1 left");
  }

  private static String refused(AtpAddress host, AgentPackage agent) throws InterruptedException {
    return refusal(owner.host(host).dispatch(agent, false));
  }
}

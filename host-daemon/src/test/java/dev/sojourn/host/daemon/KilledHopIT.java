package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.TOURING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A journey over three daemons. The one that sends and the one that takes in are processes of
/// their own until they are killed in the middle of a hop.
@Timeout(300)
class KilledHopIT {
  @TempDir Path temporary;
  private final Owner owner = new Owner();

  @AfterEach
  void close() {
    owner.close();
  }

  @Test
  void nothingIsLostAndNothingIsDoneTwice() throws Exception {
    var a = new TourHost(temporary, "a", 2);
    var b = new TourHost(temporary, "b", 3);
    var c = new TourHost(temporary, "c", 4);
    var atA = a.address();
    var atB = b.address();
    var atC = c.address();
    try (var toB = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var toC = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var relayB = ForgetfulRelay.ofAcceptances(toB, atB);
        var relayC = ForgetfulRelay.ofAcceptances(toC, atC)) {
      b.knownAs(relayB.address());
      var configA = a.config(owner, List.of(relayB.address()), List.of(), "");
      var configB = b.config(owner, List.of(relayC.address()), List.of(a), name(relayB.address()));
      var configC = c.config(owner, List.of(), List.of(a, b), name(relayC.address()));
      journey(new Daemons(configA, configB, configC, atA, atB, atC), relayB, relayC);
    }
  }

  private record Daemons(
      Path configA, Path configB, Path configC, AtpAddress atA, AtpAddress atB, AtpAddress atC) {}

  private static String name(AtpAddress relay) {
    return "[policy]\nnames = [\"" + relay + "\"]\n";
  }

  private void journey(Daemons daemons, ForgetfulRelay relayB, ForgetfulRelay relayC)
      throws Exception {
    var legs = List.of(TourHost.leg(true, relayB.address()), TourHost.leg(true, relayC.address()));
    var passport = TourHost.passport(owner, daemons.atA(), legs);
    var agent = passport.agentId();
    try (var b = RunningHost.start(daemons.configB())) {
      try (var a = DaemonProcess.start(daemons.configA())) {
        assertThat(owner.host(a.address()).dispatch(owner.sign(passport, TOURING), false))
            .isInstanceOf(DispatchOutcome.Accepted.class);
        // B has the agent, but A never learns so.
        await().until(() -> isAt(daemons.atB(), agent));
        assertThat(given(owner.patient(daemons.atA()).status(agent)).state())
            .isEqualTo(VisitState.LEAVING);
        a.kill();
      }
      relayB.remember();
      try (var c = DaemonProcess.start(daemons.configC())) {
        await().until(() -> isAt(daemons.atC(), agent));
        c.kill();
      }
      relayC.remember();
      try (var c = RunningHost.start(daemons.configC());
          var a = RunningHost.start(daemons.configA())) {
        assertThat(announce(a.address(), agent)).isEqualTo("stay 1, 2 pages, 2 left, moved");
        assertThat(announce(b.address(), agent)).isEqualTo("stay 2, 5 pages, 1 left, moved");
        assertThat(announce(c.address(), agent)).isEqualTo("stay 3, 9 pages, 0 left, finished");
        assertThat(followed(daemons, agent)).isEqualTo(VisitState.FINISHED);
        var home = given(owner.patient(c.address()).retract(agent)).agent();
        assertThat(home.hops().stream().map(Envelope::payloadType))
            .containsExactly(
                HopStatement.PAYLOAD_TYPE,
                OnwardStatement.PAYLOAD_TYPE,
                HopStatement.PAYLOAD_TYPE,
                OnwardStatement.PAYLOAD_TYPE,
                HopStatement.PAYLOAD_TYPE);
      }
    }
  }

  private boolean isAt(AtpAddress host, String agent) throws InterruptedException {
    return owner.host(host).status(agent) instanceof Answer.Given;
  }

  /// The state to which the first host leads, over two answers 200.
  private VisitState followed(Daemons daemons, String agent) throws InterruptedException {
    return given(owner.patient(daemons.atA()).status(agent)).state();
  }

  /// All findings of a stay, and its state; each finding once.
  private String announce(AtpAddress host, String agent) {
    var gathering = new Gathering(agent);
    var status =
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> gathering.all(owner.patient(host)), end -> end.state().isFinal());
    assertThat(gathering.findings()).hasSize(1);
    var finding = gathering.findings().getFirst();
    return finding.get("path").asText()
        + ", "
        + finding.get("answer").asText()
        + ", "
        + status.state().word();
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.TOURING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlClient;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents on their way to another host, as the operator of the one that they leave sees them.
@Timeout(300)
class LeavingControlIT {
  @TempDir Path temporary;
  private final Owner owner = new Owner();

  @Test
  void theyAreListedWithTheirHostAndEndedUnlessThatHostMayHaveThem() throws Exception {
    var first = new TourHost(temporary, "first", 1);
    first.patience("1h");
    var gone = TourHost.free();
    try (var mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        owner) {
      Thread.ofVirtual().start(() -> hearAndSayNothing(mute));
      var unsure = new AtpAddress("127.0.0.1", mute.getLocalPort());
      var config = first.config(owner, List.of(gone, unsure), List.of(), "");
      try (var host = DaemonProcess.start(config)) {
        var sent = send(host, gone);
        var perhapsThere = send(host, unsure);

        var list = HostLine.run("ps", "--config", config.toString());
        assertThat(list.out().lines().findFirst().orElse("")).endsWith(" STATE    TO");
        assertThat(list.out())
            .containsPattern(sent + ".* \\d{4}-\\S+Z +leaving +" + gone + "\n")
            .containsPattern(perhapsThere + ".* leaving +" + unsure + "\n");
        var shown = show(perhapsThere);
        assertThat(shown.get("to").asText()).isEqualTo(unsure.toString());
        assertThat(shown.get("mayBeThere").asText()).isEqualTo("yes");
        assertThat(Instant.parse(shown.get("leavingSince").asText())).isBefore(Instant.now());
        // Each attempt is open for a moment.
        await().until(() -> show(sent).get("mayBeThere").asText().equals("no"));

        var stopped = HostLine.startedOnce("stop", "--all", "--config", config.toString());
        assertThat(stopped.exitCode()).isEqualTo(6);
        assertThat(stopped.out()).contains(sent + " of ", ": killed", ": leaving");
        assertThat(stopped.err())
            .contains("1 visit stopped in ")
            .contains("1 agent not ended: the next host, which 'host show' names, may have it");
        assertThat(show(sent).has("to")).isFalse();

        // The command says so.
        first.config(owner, List.of(gone), List.of(), "");
        var _ = control().ask(new ControlRequest.Reload(), _ -> {});
        await().until(() -> state(host, perhapsThere) == VisitState.FINISHED);
        assertThat(show(perhapsThere).get("reason").asText())
            .isEqualTo("It may be at " + unsure + ", to which no agent leaves any more.");
        var present = control().ask(new ControlRequest.Ps(), _ -> {});
        assertThat(present.get("visits").asInt()).isZero();
      }
    }
  }

  private String send(DaemonProcess host, AtpAddress to) throws InterruptedException {
    var passport = TourHost.passport(owner, host.address(), List.of(TourHost.leg(false, to)));
    assertThat(owner.host(host.address()).dispatch(owner.sign(passport, TOURING), true))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    await().until(() -> state(host, passport.agentId()) == VisitState.LEAVING);
    return passport.agentId();
  }

  private VisitState state(DaemonProcess host, String agent) throws InterruptedException {
    return given(owner.patient(host.address()).status(agent)).state();
  }

  private ControlClient control() {
    return new ControlClient(temporary.resolve("first").resolve("data"));
  }

  private JsonNode show(String id) {
    var shown = new ArrayList<JsonNode>();
    var _ = control().ask(new ControlRequest.Show(ForeignText.of(id)), shown::add);
    return shown.getFirst();
  }

  /// The host may have read all of an agent; this is unknown.
  private static void hearAndSayNothing(ServerSocket mute) {
    try {
      while (true) {
        try (var peer = mute.accept()) {
          var _ = peer.getInputStream().read(new byte[64 * 1024]);
        }
      }
    } catch (IOException _) {
      // The test is over.
    }
  }
}

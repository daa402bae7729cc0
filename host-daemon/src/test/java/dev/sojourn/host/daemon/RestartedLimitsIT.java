package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.DEAF;
import static dev.sojourn.host.daemon.SentAgents.DEAF_JAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Limits of a visit that goes on after its host was started again.
class RestartedLimitsIT {
  private static final int MOST_RESTARTS = 20;

  @TempDir Path temporary;

  /// The agent makes no checkpoint, and each of its runs is shorter than its processor time.
  @Test
  void anAgentThatSpinsHasItsProcessorTimeOnceHoweverOftenItsHostIsRestarted() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(2);
    try (var owner = new Owner()) {
      var config = folder.config(List.of(owner), "[limits]\ncpu-time = \"4 s\"\n");
      String agentId;
      try (var daemon = DaemonProcess.start(config)) {
        var passport = owner.passport(daemon.address(), DEAF_JAR, DEAF);
        // Under whatever port it listens later.
        assertThat(owner.host(daemon.address()).dispatch(owner.sign(passport, DEAF_JAR), true))
            .isInstanceOf(DispatchOutcome.Accepted.class);
        agentId = passport.agentId();
        assertThat(daemon.terminate()).isZero();
      }
      var status = VisitStatus.waiting();
      for (int i = 0; i < MOST_RESTARTS && !status.state().isFinal(); i++) {
        try (var daemon = DaemonProcess.start(config)) {
          status = afterAMoment(daemon, owner, agentId);
          assertThat(daemon.terminate()).isZero();
        }
      }
      assertThat(status.state()).isEqualTo(VisitState.STOPPED);
      assertThat(status.reason()).contains("limits.cpu-time");
    }
  }

  /// How the visit stands when it is over, or when a process of the host's has taken more time of a
  /// processor than a worker takes to start, and less than the visit may take.
  private static VisitStatus afterAMoment(DaemonProcess daemon, Owner owner, String agentId) {
    var host = owner.patient(daemon.address());
    var last = new AtomicReference<>(VisitStatus.waiting());
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              last.set(given(host.status(agentId)));
              return last.get().state().isFinal() || hasWorked(daemon);
            });
    return last.get();
  }

  private static boolean hasWorked(DaemonProcess daemon) {
    return daemon
        .process()
        .descendants()
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .anyMatch(spent -> spent.compareTo(Duration.ofSeconds(3)) > 0);
  }
}

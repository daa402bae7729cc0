package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.DEAF;
import static dev.sojourn.host.daemon.SentAgents.DEAF_JAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.testing.OwnProcesses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    int restarts = 0;
    try (var owner = new Owner()) {
      var config = folder.config(List.of(owner), "[limits]\ncpu-time = \"6 s\"\n");
      var agentId = Optional.<String>empty();
      var status = VisitStatus.waiting();
      for (int i = 0; i < MOST_RESTARTS && !status.state().isFinal(); i++) {
        try (var host = RunningHost.start(config)) {
          if (agentId.isEmpty()) {
            agentId = Optional.of(send(host, owner));
          }
          status = afterAMoment(host, owner, agentId.get());
          restarts = i;
        }
      }
      assertThat(restarts).isPositive();
      assertThat(status.state()).isEqualTo(VisitState.STOPPED);
      assertThat(status.reason()).contains("limits.cpu-time");
    }
  }

  private static String send(RunningHost host, Owner owner) throws InterruptedException {
    var passport = owner.passport(host.address(), DEAF_JAR, DEAF);
    assertThat(owner.host(host.address()).dispatch(owner.sign(passport, DEAF_JAR), true))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    return passport.agentId();
  }

  /// How the visit stands when it is over, or when a process of the host has taken enough processor
  /// time. Enough is more than the start of a worker takes, and less than the visit may take.
  private VisitStatus afterAMoment(RunningHost host, Owner owner, String agentId) {
    var client = owner.patient(host.address());
    var last = new AtomicReference<>(VisitStatus.waiting());
    await()
        .atMost(Duration.ofMinutes(10))
        .until(
            () -> {
              last.set(given(client.status(agentId)));
              return last.get().state().isFinal() || hasWorked();
            });
    return last.get();
  }

  private boolean hasWorked() {
    return OwnProcesses.below(temporary)
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .anyMatch(spent -> spent.compareTo(Duration.ofSeconds(3)) > 0);
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.READER;
import static dev.sojourn.host.daemon.SentAgents.READING;
import static dev.sojourn.host.daemon.SentAgents.STAYER;
import static dev.sojourn.host.daemon.SentAgents.STAYING;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.LogTail;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A backup that is made while visits run, put back on another machine.
@Timeout(300)
class BackupIT {
  private static final String NOBODY = "aoqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

  @TempDir Path temporary;

  @Test
  void aVisitThatIsOverOneThatStaysAndABanComeBackAndTheAuditLogIsWhole() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(40);
    var backup = temporary.resolve("host.backup");
    try (var owner = new Owner();
        var pages = StaticPageServer.of(folder)) {
      folder.giveSlowly(pages.port(), 10);
      var config = folder.config(List.of(owner), "");
      String over;
      String staying;
      String running;
      String key;
      try (var host = RunningHost.start(config)) {
        host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
        over = finished(owner, host);
        staying = parked(owner, host);
        running = reading(owner, host);
        assertThat(host(config, "ban", NOBODY, "--reason", "too many pages").exitCode()).isZero();
        key = host(config, "key").out();

        var said = host(config, "backup", backup.toString());

        assertThat(said.exitCode()).as(said.err()).isZero();
        assertThat(said.out()).contains("3 visits and 1 ban. Its audit log is whole, up to line ");
        // The visit goes on meanwhile.
        assertThat(given(owner.host(host.address()).status(running)).state())
            .isEqualTo(VisitState.RUNNING);
        var refused = host(config, "restore", backup.toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("Nothing was restored: ", "a daemon runs with it");
      }

      var other = folder.config(List.of(owner), temporary.resolve("other"), "");
      assertThat(host(other, "restore", backup.toString()).exitCode()).isZero();
      assertThat(host(other, "audit", "verify").out()).startsWith("The audit log is whole: ");
      assertThat(host(other, "key").out()).isEqualTo(key);
      try (var host = RunningHost.start(other)) {
        host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
        var client = owner.patient(host.address());
        assertThat(given(client.status(over)).state()).isEqualTo(VisitState.FINISHED);
        assertThat(new Gathering(over).all(client).findings()).isPositive();
        // The agent looks for itself once, since a backup has no record of changes.
        awaitState(owner, host, staying, VisitState.PARKED);
        assertThat(new Gathering(running).all(client).state()).isEqualTo(VisitState.FINISHED);
        assertThat(host(other, "bans").out())
            .containsPattern(NOBODY + " +\\S+Z +lifted +\\S+ +too many pages");
      }
      assertThat(host(other, "audit", "verify").out()).startsWith("The audit log is whole: ");
    }
  }

  @Test
  void aHostThatHasNeverRunHasNothingToKeep() throws Exception {
    var config = new HostFolder(temporary).config(List.of(), "");
    var said = host(config, "backup", temporary.resolve("b").toString());

    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(said.err()).contains("No backup was made: ", "no daemon has run with it");
    assertThat(Files.exists(temporary.resolve("b"))).isFalse();
  }

  private static String finished(Owner owner, RunningHost host) throws Exception {
    var scope = new PassportScope(Owner.SITE, List.of("/page39.html"), List.of());
    var passport =
        owner.passport(
            host.address(),
            WALKING,
            WALKER,
            scope,
            List.of(Owner.SITE + "/page39.html"),
            new PassportLimits(Duration.ofMinutes(5), 10, 1L << 20, 10, Map.of()));
    var client = owner.host(host.address());
    client.dispatch(owner.sign(passport, WALKING), true);
    awaitState(owner, host, passport.agentId(), VisitState.FINISHED);
    return passport.agentId();
  }

  private static String parked(Owner owner, RunningHost host) throws Exception {
    var passport =
        owner.passport(
            host.address(),
            STAYING,
            STAYER,
            new PassportScope(Owner.SITE, List.of("/page39.html"), List.of()),
            List.of(Owner.SITE + "/page39.html"),
            new PassportLimits(
                Duration.ofMinutes(5),
                10,
                1L << 20,
                10,
                Map.of(Further.STAY_MILLISECONDS, Duration.ofHours(1).toMillis())));
    owner.host(host.address()).dispatch(owner.sign(passport, STAYING), true);
    awaitState(owner, host, passport.agentId(), VisitState.PARKED);
    return passport.agentId();
  }

  /// It reads for four seconds.
  private static String reading(Owner owner, RunningHost host) throws Exception {
    var passport = owner.passport(host.address(), READING, READER);
    owner.host(host.address()).dispatch(owner.sign(passport, READING), true);
    awaitState(owner, host, passport.agentId(), VisitState.RUNNING);
    return passport.agentId();
  }

  private static void awaitState(Owner owner, RunningHost host, String agent, VisitState state) {
    var client = owner.patient(host.address());
    await().atMost(Duration.ofMinutes(1)).until(() -> given(client.status(agent)).state() == state);
  }

  private static DaemonProcess.Said host(Path config, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--config", config.toString()));
    return HostLine.run(all.toArray(String[]::new));
  }
}

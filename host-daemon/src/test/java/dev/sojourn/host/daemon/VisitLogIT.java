package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines about visits that an operator reads at the default level of the log.
class VisitLogIT {
  private static final Pattern LINE =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(?:Z|[+-]\\d\\d:\\d\\d) INFO .* -"
              + " Visit (\\w+) of owner (\\S{6}), key (\\S{43}), from 127\\.0\\.0\\.1, at (\\S+"
              + " \\[/]) ended as (\\w+) after [0-9.]+ s: pages=(\\d+) page-bytes=(\\d+)"
              + " findings=(\\d+) received=(\\d+) parcel-bytes=(\\d+) saving=(-?\\d+)(: .+)?");

  @TempDir Path temporary;

  @Test
  void eachVisitHasOneLineThatSaysWhoseItWasWhatItTookAndHowItEnded() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(30);
    try (var owner = new Owner();
        var daemon = DaemonProcess.startWithUsualLog(folder.config(List.of(owner), ""))) {
      var finished = visit(owner, daemon, 1_000);
      var stopped = visit(owner, daemon, 3);

      assertLine(daemon, owner, finished, 30);
      assertLine(daemon, owner, stopped, 3);
      assertThat(daemon.errors()).doesNotContain("code-missing", "not taken in");
    }
  }

  private static void assertLine(DaemonProcess daemon, Owner owner, String agentId, int pages)
      throws Exception {
    await().untilAsserted(() -> assertThat(lines(daemon, agentId)).hasSize(1));
    var line = LINE.matcher(lines(daemon, agentId).getFirst());
    assertThat(line.matches()).as(lines(daemon, agentId).getFirst()).isTrue();
    VisitStatus status = given(owner.patient(daemon.address()).status(agentId));
    assertThat(owner.key().id()).startsWith(line.group(2)).isEqualTo(line.group(3));
    assertThat(line.group(4)).isEqualTo(Owner.SITE + " [/]");
    assertThat(line.group(5)).isEqualTo(status.state().word());
    assertThat(line.group(6)).isEqualTo(Integer.toString(pages));
    assertThat(line.group(7)).isEqualTo(Long.toString(status.pageBytes()));
    assertThat(line.group(8)).isEqualTo(Long.toString(status.findings()));
    long received = Long.parseLong(line.group(9));
    long parcelBytes = Long.parseLong(line.group(10));
    assertThat(received).isGreaterThan(500);
    assertThat(parcelBytes > 0).isEqualTo(status.findings() > 0);
    assertThat(line.group(11))
        .isEqualTo(Long.toString(status.gzipBytes() - received - parcelBytes));
    assertThat(line.group(12)).isEqualTo(status.reason().isEmpty() ? null : ": " + status.reason());
  }

  private static List<String> lines(DaemonProcess daemon, String agentId) throws IOException {
    return daemon.errors().lines().filter(line -> line.contains("Visit " + agentId)).toList();
  }

  private static String visit(Owner owner, DaemonProcess daemon, int pages) throws Exception {
    var limits = new PassportLimits(Duration.ofMinutes(5), pages, 1L << 30, 10_000);
    var scope = new PassportScope(Owner.SITE, List.of("/"), List.of());
    var starts = List.of(Owner.SITE + "/");
    var passport = owner.passport(daemon.address(), WALKING, WALKER, scope, starts, limits);
    var host = owner.host(daemon.address());
    host.dispatch(owner.sign(passport, WALKING), true);
    new Gathering(passport.agentId()).all(host);
    return passport.agentId();
  }
}

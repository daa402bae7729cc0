package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.identity.net.AtpAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A daemon whose operator looks at everything before it leaves (`policy.hold`).
final class WithheldFindingsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGES = 20;

  @TempDir private Path temporary;

  @Test
  void nothingOfAVisitLeavesByAnyRequestBeforeItsRelease() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(PAGES);
    try (var owner = new Owner()) {
      var config = folder.config(List.of(owner), "[policy]\nhold = true\n").toString();
      String released;
      String dropped;
      try (var daemon = DaemonProcess.start(Path.of(config))) {
        var host = owner.host(daemon.address());
        released = send(owner, daemon);
        dropped = send(owner, daemon);
        await().atMost(Duration.ofMinutes(1)).until(() -> held(config).size() == 2);

        assertThatNothingLeaves(host, released);
        assertThatTheOperatorSeesTheBytes(config, released);
        assertThatAWrongDigestReleasesNothing(config, released);
        assertThat(run("release", released, config).out()).contains(released, "released");
        assertThat(run("drop", dropped, config).out()).contains(dropped, "dropped");
        assertThat(run("drop", dropped, config).exitCode()).isZero();
        assertThat(held(config)).isEmpty();
        assertThat(run("release", released, config).exitCode()).isEqualTo(1);
        daemon.kill();
      }
      try (var daemon = RunningHost.start(Path.of(config))) {
        var host = owner.patient(daemon.address());
        var gathering = new Gathering(released);
        assertThat(gathering.all(host).pages()).isEqualTo(PAGES);
        assertThat(gathering.findings()).hasSize(PAGES);
        assertThat(given(host.retract(released)).agent().state()).isPresent();
        assertThat(refusal(host.collect(dropped, 0, Duration.ZERO)))
            .isEqualTo("301 findings-dropped");
        assertThat(refusal(host.retract(dropped))).isEqualTo("301 findings-dropped");
        assertThatALaterVisitOfTheSameNameIsWithheldAgain(owner, daemon.address(), released);
      }
      var open = Path.of(config);
      Files.writeString(open, Files.readString(open).replace("hold = true", "hold = false"));
      try (var daemon = RunningHost.start(open)) {
        var host = owner.patient(daemon.address());
        assertThat(refusal(host.retract(dropped))).isEqualTo("301 findings-dropped");
        assertThat(given(host.status(released)).pages()).isLessThanOrEqualTo(PAGES);
      }
      assertThat(HostLine.run("audit", "verify", "--config", config).exitCode()).isZero();
      var left = HostLine.run("audit", "--config", config, "--agent", dropped, "--json");
      assertThat(left.out()).contains("\"dropped\"").doesNotContain("\"left\"");
    }
  }

  private static void assertThatNothingLeaves(HostClient host, String agent) throws Exception {
    assertThat(refusal(host.collect(agent, 0, Duration.ZERO))).isEqualTo("403 withheld");
    assertThat(refusal(host.status(agent))).isEqualTo("403 withheld");
    assertThat(refusal(host.retract(agent))).isEqualTo("403 withheld");
    assertThat(refusal(host.message(agent, "how far?"))).isEqualTo("301 messages-not-taken");
  }

  private static void assertThatTheOperatorSeesTheBytes(String config, String agent)
      throws Exception {
    var said = HostLine.run("held", "--config", config, "--json", agent);
    assertThat(said.exitCode()).as(said.err()).isZero();
    var items = lines(said.out());
    assertThat(items.getFirst().get("findings").asInt()).isEqualTo(PAGES);
    assertThat(items.stream().filter(item -> item.path("line").asText().contains("\"finding\"")))
        .as(said.out())
        .hasSize(PAGES);
    assertThat(items.getLast().has("state")).isTrue();
  }

  private static void assertThatAWrongDigestReleasesNothing(String config, String agent)
      throws Exception {
    var said =
        HostLine.startedOnce("release", "--config", config, agent, "--digest", "00".repeat(32));
    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(held(config)).hasSize(2);
    var all = HostLine.run("release", "--config", config, "--all", "--digest", "00");
    assertThat(all.exitCode()).isEqualTo(2);
    assertThat(all.err()).contains("--digest is about one visit");
  }

  /// An owner could have one visit looked at, and give its name to another.
  private static void assertThatALaterVisitOfTheSameNameIsWithheldAgain(
      Owner owner, AtpAddress address, String agent) throws Exception {
    var host = owner.patient(address);
    assertThat(given(host.dispose(agent))).isTrue();
    var passport = owner.passport(address, WALKING, WALKER);
    var _ = host.dispatch(owner.sign(Owner.withAgentId(passport, agent), WALKING), true);
    assertThat(refusal(owner.host(address).collect(agent, 0, Duration.ofSeconds(2))))
        .isEqualTo("403 withheld");
  }

  private static String send(Owner owner, DaemonProcess daemon) throws Exception {
    var passport = owner.passport(daemon.address(), WALKING, WALKER);
    AgentPackage agent = owner.sign(passport, WALKING);
    var _ = owner.patient(daemon.address()).dispatch(agent, true);
    return passport.agentId();
  }

  private static DaemonProcess.Said run(String command, String agent, String config)
      throws Exception {
    return HostLine.startedOnce(command, "--config", config, agent);
  }

  private static List<JsonNode> held(String config) throws Exception {
    var said = HostLine.run("held", "--config", config, "--json");
    assertThat(said.exitCode()).as(said.err()).isZero();
    return lines(said.out());
  }

  private static List<JsonNode> lines(String out) throws Exception {
    var items = new ArrayList<JsonNode>();
    for (var line : out.lines().toList()) {
      items.add(JSON.readTree(line));
    }
    return items;
  }
}

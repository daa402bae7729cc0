package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.READER;
import static dev.sojourn.host.daemon.SentAgents.READING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.LogTail;
import dev.sojourn.testing.OwnProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages of visits that others end before their first checkpoint.
class EndedVisitPagesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private StaticPageServer pages;
  private HostFolder folder;
  private Path config;

  @BeforeEach
  void makeASlowSite() throws IOException {
    folder = new HostFolder(temporary);
    folder.chain(1_000);
    pages = StaticPageServer.of(folder);
    folder.giveSlowly(pages.port(), 20);
    config = folder.config(List.of(owner), "");
  }

  @AfterEach
  void close() {
    pages.close();
    owner.close();
  }

  @Test
  void thePagesOfAVisitThatWasStoppedStandInAuditLogAndSavings() throws Exception {
    try (var host = started()) {
      var agent = sendAReader(host);
      assertThat(host("stop", agent).exitCode()).isZero();
      assertThatPagesAreReported(agent, 10);
    }
  }

  @Test
  void thePagesOfABannedSignerStandThereToo() throws Exception {
    try (var host = started()) {
      var agent = sendAReader(host);
      assertThat(host("ban", owner.key().id()).exitCode()).isZero();
      await().until(() -> host("ps").out().isEmpty());
      assertThatPagesAreReported(agent, 10);
    }
  }

  @Test
  void thePagesOfAVisitThatItsOwnerGivesUpStandThereToo() throws Exception {
    try (var host = started()) {
      var agent = sendAReader(host);
      assertThat(given(owner.host(host.address()).dispose(agent))).isTrue();
      assertThatPagesAreReported(agent, 10);
    }
  }

  @Test
  void thePagesOfAVisitThatDoesNotGoOnAfterARestartStandThereToo() throws Exception {
    String agent;
    try (var host = started()) {
      agent = sendAReader(host);
    }
    assertThat(named(agent)).hasSizeGreaterThanOrEqualTo(10);
    try (var _ = RunningHost.start(folder.config(List.of(), ""))) {
      await().until(() -> !lines(agent, "ended").isEmpty());
      assertThatPagesAreReported(agent, 10);
    }
  }

  @Test
  void thePagesOfAWorkerThatWasKilledStandThereBesideThoseOfTheNext() throws Exception {
    try (var host = started()) {
      var agent = sendAReader(host);
      OwnProcesses.below(temporary).forEach(ProcessHandle::destroyForcibly);
      await().until(() -> named(agent).contains(Owner.SITE + "/page15.html"));
      assertThat(host("stop", agent).exitCode()).isZero();

      var twice = new ArrayList<>(named(agent));
      new HashSet<>(twice).forEach(twice::remove);
      assertThat(twice).hasSizeGreaterThanOrEqualTo(10);
      long read = ended(agent);
      assertThat(read).isEqualTo(new HashSet<>(named(agent)).size());
    }
  }

  private RunningHost started() throws IOException {
    var host = RunningHost.start(config);
    host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
    return host;
  }

  /// An agent that makes no checkpoint, and has read ten pages at least.
  private String sendAReader(RunningHost host) throws Exception {
    var passport = owner.passport(host.address(), READING, READER);
    owner.host(host.address()).dispatch(owner.sign(passport, READING), true);
    await()
        .until(
            () -> {
              var shown = host("ps").out();
              return !shown.isEmpty() && JSON.readTree(shown).get("pages").asLong() >= 10;
            });
    return passport.agentId();
  }

  private void assertThatPagesAreReported(String agent, int least) throws Exception {
    var named = named(agent);
    assertThat(named).hasSizeGreaterThanOrEqualTo(least).doesNotHaveDuplicates();
    assertThat(ended(agent)).isEqualTo(named.size());
    var row = JSON.readTree(host("saved").out()).get("rows").get(0);
    assertThat(row.get("pages").asLong()).isEqualTo(named.size());
    assertThat(row.get("gzipBytes").asLong()).isGreaterThan(least * 50L);
  }

  /// The pages that the end of the visit counts.
  private long ended(String agent) throws IOException {
    var ended = lines(agent, "ended");
    assertThat(ended).hasSize(1);
    return ended.getFirst().get("pages").asLong();
  }

  private List<String> named(String agent) throws IOException {
    var named = new ArrayList<String>();
    for (var line : lines(agent, "pages")) {
      line.get("urls").forEach(url -> named.add(url.asText()));
    }
    return named;
  }

  private List<JsonNode> lines(String agent, String event) throws IOException {
    var lines = new ArrayList<JsonNode>();
    var said = HostLine.run("audit", "--config", config.toString(), "--json", "--agent", agent);
    for (var line : said.out().lines().toList()) {
      var read = JSON.readTree(line);
      if (read.get("event").asText().equals(event)) {
        lines.add(read);
      }
    }
    return lines;
  }

  private DaemonProcess.Said host(String command, String... more) {
    var words = new ArrayList<>(List.of(command, "--config", config.toString(), "--json"));
    words.addAll(List.of(more));
    return HostLine.run(words.toArray(String[]::new));
  }
}

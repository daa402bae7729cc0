package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.Digest;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.identity.net.AtpAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The audit log of a daemon that is killed and started again, as its operator reads it.
class AuditLogIT {
  private static final int PAGES = 30;

  @TempDir Path temporary;

  @Test
  void theLogSaysWhatCameWhatWasReadAndWhatLeftAndIsWholeAfterAKill() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(PAGES);
    try (var owner = new Owner();
        var stranger = new Owner()) {
      var config = folder.config(List.of(owner), "[audit]\nurls = 5\n").toString();
      String agent;
      try (var daemon = DaemonProcess.start(Path.of(config))) {
        agent = visit(owner, daemon.address());
        var foreign = stranger.passport(daemon.address(), WALKING, WALKER);
        var _ = stranger.host(daemon.address()).dispatch(stranger.sign(foreign, WALKING), true);
        refuse(owner, daemon.address());
        assertThat(verify("--config", config)).startsWith("The audit log is whole: ");
        daemon.kill();
      }
      // A request signed within two seconds of the last one is refused; this has a line, too.
      var certain = Instant.now().plusSeconds(3);
      await().until(() -> Instant.now().isAfter(certain));
      try (var host = RunningHost.start(Path.of(config))) {
        var _ = visit(owner, host.address());
        assertThat(verify("--config", config)).startsWith("The audit log is whole: ");
        assertThatTheVisitsAreCounted(config);
      }

      assertThatTheVisitIsThere(lines("--config", config, "--agent", agent), owner);
      assertThatRefusalsNameWhoSigned(config, owner);
      assertThatACopyShowsAChange();
      assertThatAnEndThatIsMissingIsReported(config);
    }
  }

  /// A request that is refused for reasons behind its signature.
  private static void refuse(Owner owner, AtpAddress address) throws InterruptedException {
    var host = owner.host(address);
    var passport = owner.passport(address, WALKING, WALKER);
    var elsewhere = owner.passport(new AtpAddress("host.example", 1), WALKING, WALKER);
    var _ = host.dispatch(owner.sign(passport, WALKING), true);
    var again = Owner.withAgentId(passport, "another");
    var _ = host.dispatch(owner.sign(again, WALKING), true);
    var _ = host.dispatch(owner.sign(elsewhere, WALKING), true);
    var _ = host.status("nobody");
    var _ = new Gathering(passport.agentId()).all(host);
  }

  private static void assertThatRefusalsNameWhoSigned(String config, Owner owner) throws Exception {
    var refused = lines("--config", config, "--event", "refused");
    assertThat(refused)
        .extracting(line -> line.get("code").asText())
        .containsExactly("signer-untrusted", "dispatch-reused", "audience-wrong", "agent-unknown");
    assertThat(refused).allMatch(line -> line.get("from").asText().equals("127.0.0.1"));
    assertThat(refused.getFirst().has("signer")).isFalse();
    assertThat(refused.getFirst().has("key")).isFalse();
    assertThat(refused.subList(1, 4))
        .allMatch(line -> line.get("key").asText().equals(owner.key().id()));
    var signer = refused.getLast().get("signer").asText();
    assertThat(lines("--config", config, "--event", "refused", "--signer", signer)).hasSize(3);
  }

  private static void assertThatTheVisitIsThere(List<JsonNode> lines, Owner owner) {
    var events = lines.stream().map(line -> line.get("event").asText()).distinct().toList();
    assertThat(events).startsWith("arrived", "pages").contains("left", "ended");
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.get("key").asText()).isEqualTo(owner.key().id()));
    assertThat(lines.getFirst().get("code").asText()).isEqualTo(Digest.of(WALKING).hex());
    assertThat(lines.getFirst().get("site").asText()).isEqualTo(Owner.SITE);
    assertThat(lines.getFirst().get("from").asText()).isEqualTo("127.0.0.1");
    int read = 0;
    long left = 0;
    for (var line : lines) {
      if (line.get("event").asText().equals("pages")) {
        read += line.get("read").asInt();
        assertThat(line.get("urls").size()).isLessThanOrEqualTo(5);
        assertThat(line.get("urls").size() + line.get("unnamed").asInt())
            .isEqualTo(line.get("read").asInt());
      }
      if (line.get("event").asText().equals("left")) {
        left += line.get("bytes").asLong();
        assertThat(line.get("code").asText()).isEqualTo(Digest.of(WALKING).hex());
      }
    }
    assertThat(read).isEqualTo(PAGES);
    assertThat(left).isGreaterThan(500);
  }

  private static void assertThatTheVisitsAreCounted(String config) throws Exception {
    var said = HostLine.run("saved", "--config", config, "--json");
    var row = new ObjectMapper().readTree(said.out()).get("rows").get(0);
    assertThat(row.get("visits").asInt()).isEqualTo(3);
    assertThat(row.get("requestsSpared").asInt()).isEqualTo(3 * PAGES);
    assertThat(row.get("gzipBytes").asLong()).isPositive();
    assertThat(row.get("token").asText()).isEqualTo("ExampleBot");
  }

  private void assertThatACopyShowsAChange() throws Exception {
    var copy = Files.createDirectory(temporary.resolve("copy"));
    var log = AuditLog.directory(temporary.resolve("data"));
    var file = copy.resolve("audit-000000000000001.jsonl");
    var text = Files.readString(log.resolve(file.getFileName()));
    Files.writeString(file, text);
    assertThat(verify("--dir", copy.toString())).startsWith("The audit log is whole: ");

    Files.writeString(file, text.replaceFirst("\"read\":", "\"read\":1"));
    var said = HostLine.startedOnce("audit", "verify", "--dir", copy.toString());

    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(said.out()).startsWith("The audit log was changed: " + file + ", line ");
  }

  /// The report does not complain of missing checkpoints.
  private void assertThatAnEndThatIsMissingIsReported(String config) throws Exception {
    var log = AuditLog.directory(temporary.resolve("data"));
    var file = log.resolve("audit-000000000000001.jsonl");
    var lines = Files.readAllLines(file);
    Files.writeString(file, lines.getFirst() + "\n{\"n\":2,");
    assertThat(verify("--dir", log.toString()))
        .contains("1 line in 1 file", "No checkpoint signs", "7 octets of an unfinished one");

    Files.write(file, lines.subList(0, lines.size() - 1));
    var cut = HostLine.startedOnce("audit", "verify", "--config", config);
    assertThat(cut.exitCode()).isEqualTo(1);
    assertThat(cut.out()).contains("the line number " + lines.size() + " is missing at the end");

    Files.delete(file);
    var gone = HostLine.startedOnce("audit", "verify", "--config", config);
    assertThat(gone.exitCode()).isEqualTo(1);
    assertThat(gone.out())
        .contains(
            "There is no audit log in " + log,
            "this host wrote at least " + lines.size() + " lines");
  }

  private static String verify(String... place) throws Exception {
    var said = HostLine.startedOnce("audit", "verify", place[0], place[1]);
    assertThat(said.exitCode()).as(said.out() + said.err()).isZero();
    return said.out();
  }

  private static List<JsonNode> lines(String... arguments) throws Exception {
    var all = new ArrayList<>(List.of("audit", "--json"));
    all.addAll(List.of(arguments));
    var said = HostLine.startedOnce(all.toArray(String[]::new));
    assertThat(said.exitCode()).as(said.err()).isZero();
    var lines = new ArrayList<JsonNode>();
    for (var line : said.out().lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private static String visit(Owner owner, AtpAddress address) throws InterruptedException {
    var passport = owner.passport(address, WALKING, WALKER);
    var host = owner.host(address);
    host.dispatch(owner.sign(passport, WALKING), true);
    assertThat(new Gathering(passport.agentId()).all(host).pages()).isEqualTo(PAGES);
    return passport.agentId();
  }
}

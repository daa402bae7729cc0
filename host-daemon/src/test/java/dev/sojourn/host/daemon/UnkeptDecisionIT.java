package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.READER;
import static dev.sojourn.host.daemon.SentAgents.READING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.host.command.HostLine;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.LogTail;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator who bans, allows and drains while the disk takes no writes.
class UnkeptDecisionIT {
  @TempDir Path temporary;
  private Path config = Path.of("");

  @Test
  void banAllowAndDrainHoldAtOnceAndWhatIsNotOnDiskIsSaidAndKeptLater() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(1_000);
    try (var owner = new Owner();
        var pages = StaticPageServer.of(folder)) {
      folder.giveSlowly(pages.port(), 10);
      config = folder.config(List.of(owner), "");
      try (var host = RunningHost.start(config)) {
        host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
        send(owner, host);
        var data = temporary.resolve("data");
        // The name under which the file is written first is taken, which fails as a full disk does.
        var obstacle = Files.createDirectories(data.resolve("decisions.json.new/full"));

        var banned = host("ban", owner.key().id(), "--for", "1h");
        assertThat(banned.exitCode()).isEqualTo(6);
        assertThat(banned.out()).contains(owner.key().id() + " is banned until", "1 visit ended");
        assertThat(banned.err()).contains("not kept over a restart");
        var passport = owner.passport(host.address(), READING, READER);
        assertThat(
                refusal(owner.host(host.address()).dispatch(owner.sign(passport, READING), true)))
            .endsWith("signer-untrusted");
        assertThat(host("drain").exitCode()).isZero();
        assertThat(host("drain", "--off").exitCode()).isZero();

        assertThat(host("allow", owner.key().id()).exitCode()).isEqualTo(6);
        send(owner, host);
        assertThat(host("ban", owner.key().id()).exitCode()).isEqualTo(6);
        assertThat(TrustDecisions.read(data).bans()).isEmpty();

        Files.delete(obstacle);
        Files.delete(obstacle.getParent());
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> TrustDecisions.read(data).bans().size() == 1);
      }
    }
  }

  @Test
  void aBanUsesTheReserveOfAFullDisk() throws Exception {
    var mounted = SmallDisk.mount(temporary.resolve("disk"), "48m");
    assumeTrue(mounted.isPresent(), "mounting needs privileges");
    var folder = new HostFolder(temporary);
    folder.chain(1);
    try (var disk = mounted.get();
        var owner = new Owner()) {
      var data = disk.path().resolve("data");
      config = folder.config(List.of(owner), data, "");
      try (var host = RunningHost.start(config)) {
        host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
        await().until(() -> isWhole(data.resolve("reserve")));
        fill(disk.path().resolve("filler"));

        assertThat(host("ban", owner.key().id()).exitCode()).isZero();
        assertThat(TrustDecisions.read(data).bans()).hasSize(1);
        assertThat(host("drain").exitCode()).isZero();
      }
    }
  }

  /// The reserve is a quarter of the room that there was; while it is written it is smaller.
  private static boolean isWhole(Path reserve) throws IOException {
    if (!Files.exists(reserve)) {
      return false;
    }
    long size = Files.size(reserve);
    long room = size + Files.getFileStore(reserve).getUsableSpace();
    return size > 0 && 4 * size >= room - (1 << 20);
  }

  private static void fill(Path filler) throws IOException {
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(new byte[1 << 12]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  private static void send(Owner owner, RunningHost host) throws InterruptedException {
    var passport = owner.passport(host.address(), READING, READER);
    var client = owner.host(host.address());
    client.dispatch(owner.sign(passport, READING), true);
    await().until(() -> given(client.status(passport.agentId())).pages() == 0);
  }

  private DaemonProcess.Said host(String command, String... more) {
    var words = new ArrayList<>(List.of(command, "--config", config.toString()));
    words.addAll(List.of(more));
    return HostLine.run(words.toArray(String[]::new));
  }
}

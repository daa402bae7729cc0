package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.STAYER;
import static dev.sojourn.host.daemon.SentAgents.STAYING;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.testing.SmallDisk;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A host whose disk is full, and whose agents may take only a part of it.
class FullDiskIT {
  private static final int PAGES = 20;

  /// A site at which agents wait for their first page.
  private static final String MUTE = "http://mute.example";

  @TempDir Path temporary;
  private Optional<SmallDisk> small = Optional.empty();

  @AfterEach
  void unmount() {
    small.ifPresent(SmallDisk::close);
  }

  private Path disk() {
    return temporary.resolve("disk");
  }

  @Test
  void aFullDiskLocksNoOwnerOutAndAgentsAreTakenInAgainWhenThereIsRoom() throws Exception {
    mount();
    var folder = new HostFolder(temporary);
    folder.chain(PAGES);
    try (var owner = new Owner();
        var mute = MutePages.start()) {
      folder.giveBy("root = \"www\"\n[[site]]\norigin = \"" + MUTE + "\"\n" + mute.keys());
      var metrics = "[metrics]\nlisten = \"127.0.0.1:0\"\n";
      var config = folder.config(List.of(owner), disk().resolve("data"), metrics);
      try (var daemon = DaemonProcess.start(config)) {
        var host = owner.patient(daemon.address());
        var over = send(daemon, owner, WALKING, WALKER);
        await().until(() -> given(host.status(over)).state() == VisitState.FINISHED);
        var running = sendToWait(daemon, owner);
        var disposed = sendToWait(daemon, owner);
        await().until(() -> given(host.status(running)).state() == VisitState.RUNNING);

        await().until(() -> Files.exists(disk().resolve("data/reserve")));
        fill();
        await()
            .atMost(Duration.ofSeconds(60))
            .pollInterval(Duration.ofMillis(500))
            .until(() -> isRefusedAsFull(daemon, owner));
        assertThat(ready(daemon))
            .contains("the disk of " + disk().resolve("data") + " is full; make room on it");
        assertThat(new Gathering(over).all(host).pages()).isEqualTo(PAGES);
        assertThat(host.retract(running)).isInstanceOf(Answer.Given.class);
        given(host.dispose(disposed));
        given(host.dispose(over));
        assertThat(refusal(host.status(disposed))).isEqualTo("302 agent-unknown");
        awaitLine(
            daemon, "The disk of " + disk().resolve("data") + " is full. Until there is room");
        assertThat(daemon.errors().split("is full", -1)).hasSize(2);
        assertThat(daemon.errors()).doesNotContain("SQLiteException", "SQLITE_FULL");

        Files.delete(disk().resolve("filler"));
        await()
            .atMost(Duration.ofSeconds(60))
            .pollInterval(Duration.ofSeconds(1))
            .until(() -> isTakenIn(daemon, owner));
        awaitLine(daemon, "The disk of " + disk().resolve("data") + " has room again");
        assertThat(ready(daemon)).isEqualTo("ready\n");
        assertThat(daemon.terminate()).isZero();
      }
      assertThat(disk().resolve("data/reserve")).exists();

      fill();
      try (var daemon = DaemonProcess.start(config)) {
        awaitLine(daemon, "is full. Until there is room");
        assertThat(disk().resolve("data/reserve")).doesNotExist();
        assertThat(daemon.terminate()).isZero();
      }
    }
  }

  /// Pages change and its owner writes to it while its host can keep nothing.
  @Test
  void anAgentThatStaysOnAFullDiskIsWokenWhenThereIsRoomAndReportsEachCallOnce() throws Exception {
    mount();
    var folder = new HostFolder(temporary);
    folder.page("page.html", "Page");
    try (var owner = new Owner();
        var host = RunningHost.start(folder.config(List.of(owner), disk().resolve("data"), ""))) {
      var client = owner.patient(host.address());
      var passport = staying(owner, host);
      assertThat(client.dispatch(owner.sign(passport, STAYING), true))
          .isInstanceOf(DispatchOutcome.Accepted.class);
      var agent = passport.agentId();
      await().until(() -> given(client.status(agent)).state() == VisitState.PARKED);
      var gathering = new Gathering(agent);
      gathering.next(client);

      await().until(() -> Files.exists(disk().resolve("data/reserve")));
      fill();
      folder.page("page.html", "Another page");
      // It is answered, or refused for now.
      var said = owner.host(host.address()).message(agent, "hello");
      assertThat(said instanceof Answer.Given || refusal(said).startsWith("403 ")).isTrue();
      assertThat(given(client.status(agent)).state().isFinal()).isFalse();
      Files.delete(disk().resolve("filler"));

      await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                gathering.next(client);
                assertThat(reported(gathering)).contains("CHANGED " + Owner.SITE + "/page.html");
              });
      assertThat(given(client.message(agent, "end"))).endsWith(": end");
      assertThat(gathering.all(client).state()).isEqualTo(VisitState.FINISHED);
      // Each call reported once.
      var calls = reported(gathering).stream().filter(line -> line.startsWith("call ")).toList();
      for (int i = 0; i < calls.size(); i++) {
        assertThat(calls.get(i)).startsWith("call " + (i + 1) + " ");
      }
      // The message may have woken it before the change did.
      assertThat(calls).hasSizeGreaterThan(1);
    }
  }

  private static Passport staying(Owner owner, RunningHost host) {
    return owner.passport(
        host.address(),
        STAYING,
        STAYER,
        new PassportScope(Owner.SITE, List.of("/"), List.of()),
        List.of(Owner.SITE + "/page.html"),
        new PassportLimits(
            Duration.ofMinutes(5),
            10_000,
            1L << 30,
            10_000,
            Map.of(Further.STAY_MILLISECONDS, Duration.ofMinutes(10).toMillis())));
  }

  private static List<String> reported(Gathering gathering) {
    return gathering.findings().stream()
        .map(finding -> finding.get("answer").asText() + " " + finding.get("path").asText())
        .toList();
  }

  @Test
  void aSignerWhoseAgentsTakeTheirShareIsReportedSoAndOthersAreNot() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(PAGES);
    try (var other = new Owner();
        var limited = new Owner()) {
      var config = folder.config(List.of(other, limited), "stored-bytes = \"1 MiB\"\n");
      try (var daemon = DaemonProcess.start(config)) {
        var large = Bytes.wrap(new byte[1 << 20]);
        var passport = limited.passport(daemon.address(), large, WALKER);
        assertThat(
                refusal(
                    limited.host(daemon.address()).dispatch(limited.sign(passport, large), true)))
            .isEqualTo("403 storage-spent");
        awaitLine(daemon, "trust.stored-bytes");
        var _ = send(daemon, limited, WALKING, WALKER);
        var _ = send(daemon, other, large, WALKER);
      }
    }
  }

  private void mount() throws Exception {
    small = SmallDisk.mount(disk(), "48m");
    assumeTrue(small.isPresent(), "mounting needs privileges");
  }

  /// Takes all the room that is left on the disk.
  private void fill() throws IOException {
    var block = new byte[1 << 12];
    try (var filler = Files.newOutputStream(disk().resolve("filler"))) {
      while (true) {
        filler.write(block);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  /// Waits until the log has it: an answer may be here before the line about it is written.
  private static void awaitLine(DaemonProcess daemon, String part) {
    await().untilAsserted(() -> assertThat(daemon.errors()).contains(part));
  }

  private static String ready(DaemonProcess daemon) throws Exception {
    var at = Pattern.compile("\"metrics\":\"([^\"]+)\"").matcher(daemon.readyLine());
    assertThat(at.find()).isTrue();
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://" + at.group(1) + "/readyz")).build();
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static boolean isRefusedAsFull(DaemonProcess daemon, Owner owner)
      throws InterruptedException {
    // Agents that are large enough find the disk full, whatever the database has left.
    var large = Bytes.wrap(new byte[4 << 20]);
    var passport = owner.passport(daemon.address(), large, WALKER);
    var outcome = owner.host(daemon.address()).dispatch(owner.sign(passport, large), true);
    return outcome instanceof DispatchOutcome.Refused && refusal(outcome).equals("403 disk-full");
  }

  private static boolean isTakenIn(DaemonProcess daemon, Owner owner) throws InterruptedException {
    var passport = owner.passport(daemon.address(), WALKING, WALKER);
    return owner.host(daemon.address()).dispatch(owner.sign(passport, WALKING), true)
        instanceof DispatchOutcome.Accepted;
  }

  private static String send(DaemonProcess daemon, Owner owner, Bytes code, String entry)
      throws InterruptedException {
    return send(daemon, owner, code, owner.passport(daemon.address(), code, entry));
  }

  private static String sendToWait(DaemonProcess daemon, Owner owner) throws InterruptedException {
    var scope = new PassportScope(MUTE, List.of("/"), List.of());
    var limits = new PassportLimits(Duration.ofMinutes(5), PAGES, 1L << 30, 10_000);
    var starts = List.of(MUTE + "/");
    var at = daemon.address();
    return send(daemon, owner, WALKING, owner.passport(at, WALKING, WALKER, scope, starts, limits));
  }

  private static String send(DaemonProcess daemon, Owner owner, Bytes code, Passport passport)
      throws InterruptedException {
    assertThat(owner.host(daemon.address()).dispatch(owner.sign(passport, code), true))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    return passport.agentId();
  }
}

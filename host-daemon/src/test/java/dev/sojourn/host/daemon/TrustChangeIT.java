package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.DEAF;
import static dev.sojourn.host.daemon.SentAgents.DEAF_JAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A signer who loses the operator's trust while agents of theirs are here.
class TrustChangeIT {
  private static final Duration PROMISED = Duration.ofSeconds(2);
  private static final String NOT_TRUSTED = " ended: Its signer is not trusted here any more.";

  @TempDir Path temporary;
  private final Owner banned = new Owner();
  private final Owner other = new Owner();
  private HostFolder folder;

  @BeforeEach
  void layOutTheFolder() throws IOException {
    folder = new HostFolder(temporary);
    folder.page("index.html", "home");
  }

  @AfterEach
  void closeTheOwners() {
    banned.close();
    other.close();
  }

  @Test
  void aReloadEndsTheVisitsOfABannedSignerWithinTwoSecondsAndNoOthers() throws Exception {
    try (var daemon = DaemonProcess.start(folder.config(List.of(banned, other), ""))) {
      var ended = List.of(spin(daemon, banned), spin(daemon, banned));
      var stays = spin(daemon, other);

      folder.config(List.of(other), "lisen = \"x\"\n");
      signal(daemon, "HUP");
      await()
          .untilAsserted(
              () -> assertThat(daemon.errors()).contains("The configuration stays as it was: "));
      signal(daemon, "USR1");
      assertThat(running(daemon, banned, ended.getFirst())).isTrue();

      folder.config(List.of(other), "");
      var asked = Instant.now();
      signal(daemon, "HUP");
      for (var visit : ended) {
        await().untilAsserted(() -> assertThat(daemon.errors()).contains(visit + NOT_TRUSTED));
        assertThat(Duration.between(asked, loggedAt(daemon, visit + NOT_TRUSTED)))
            .isLessThan(PROMISED);
      }
      assertThat(running(daemon, other, stays)).isTrue();
      assertThat(refusal(banned.host(daemon.address()).status(ended.getFirst())))
          .endsWith("signature-key-unknown");
      var again = banned.passport(daemon.address(), DEAF_JAR, DEAF);
      assertThat(
              refusal(banned.host(daemon.address()).dispatch(banned.sign(again, DEAF_JAR), true)))
          .endsWith("signer-untrusted");

      folder.config(List.of(banned, other), "");
      signal(daemon, "HUP");
      await()
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(given(banned.host(daemon.address()).status(ended.getFirst())).state())
                      .isEqualTo(VisitState.KILLED));
      assertThat(daemon.terminate()).isZero();
    }
  }

  @Test
  void keysThatChangeInTheirFileAreReadAgain() throws Exception {
    var config = folder.config(List.of(banned, other), "");
    var file = temporary.resolve(banned.key().id() + ".jwk");
    try (var daemon = DaemonProcess.start(config)) {
      var visit = spin(daemon, banned);
      Files.writeString(file, "no key");
      await().untilAsserted(() -> assertThat(daemon.errors()).contains("stay as they were, since"));
      assertThat(running(daemon, banned, visit)).isTrue();

      Files.delete(file);
      new KeySet(List.of(SigningKey.generate(new SecureRandom()).verifyKey())).write(file);
      await().untilAsserted(() -> assertThat(daemon.errors()).contains(visit + NOT_TRUSTED));
    }
  }

  @Test
  void trustIsJudgedAgainWhenVisitsAreResumed() throws Exception {
    var visits = new ArrayList<String>();
    try (var daemon = DaemonProcess.start(folder.config(List.of(banned, other), ""))) {
      visits.add(spin(daemon, banned));
      visits.add(spin(daemon, other));
      assertThat(daemon.terminate()).isZero();
    }
    try (var daemon = DaemonProcess.start(folder.config(List.of(other), ""))) {
      await()
          .untilAsserted(
              () -> assertThat(daemon.errors()).contains(visits.getFirst() + NOT_TRUSTED));
      await().until(() -> running(daemon, other, visits.getLast()));
    }
  }

  /// When the daemon itself says that it was: this test may read it much later.
  private static Instant loggedAt(DaemonProcess daemon, String part) throws IOException {
    var line = daemon.errors().lines().filter(each -> each.contains(part)).findFirst();
    return OffsetDateTime.parse(line.orElseThrow().split(" ", 2)[0]).toInstant();
  }

  /// Sends an agent that never ends, and waits until it runs.
  private static String spin(DaemonProcess daemon, Owner owner) throws Exception {
    var passport = owner.passport(daemon.address(), DEAF_JAR, DEAF);
    owner.host(daemon.address()).dispatch(owner.sign(passport, DEAF_JAR), true);
    await().atMost(Duration.ofSeconds(60)).until(() -> running(daemon, owner, passport.agentId()));
    return passport.agentId();
  }

  private static boolean running(DaemonProcess daemon, Owner owner, String agentId)
      throws Exception {
    return given(owner.patient(daemon.address()).status(agentId)).state() == VisitState.RUNNING;
  }

  private static void signal(DaemonProcess daemon, String name) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + name, Long.toString(daemon.pid()));
    assertThat(kill.inheritIO().start().waitFor()).isZero();
  }
}

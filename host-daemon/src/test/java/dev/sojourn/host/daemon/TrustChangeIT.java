package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.DEAF;
import static dev.sojourn.host.daemon.SentAgents.DEAF_JAR;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A signer who loses the operator's trust while agents of theirs are here. These agents wait for
/// pages; one of them spins.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrustChangeIT {
  private static final Duration PROMISED = Duration.ofSeconds(2);

  /// A machine that is busy with other tests may let a daemon wait for its turn once.
  private static final int TRIES = 3;

  private static final String NOT_TRUSTED = " ended: Its signer is not trusted here any more.";

  private final Owner banned = new Owner();
  private final Owner other = new Owner();
  private final Owner third = new Owner();
  private Path temporary;
  private MutePages pages;
  private HostFolder folder;
  private DaemonProcess daemon;

  @BeforeAll
  void startTheDaemon(@TempDir Path directory) throws IOException {
    temporary = directory;
    pages = MutePages.start();
    folder = new HostFolder(temporary);
    folder.giveBy(pages.keys());
    daemon = DaemonProcess.start(folder.config(List.of(banned, other, third), ""));
  }

  @AfterAll
  void endAll() throws InterruptedException {
    assertThat(daemon.terminate()).isZero();
    pages.close();
    Stream.of(banned, other, third).forEach(Owner::close);
  }

  @Test
  void aReloadEndsTheVisitsOfABannedSignerWithinTwoSecondsAndNoOthers() throws Exception {
    var stays = send(at(), other, WALKING, WALKER);
    var took = ban(true);
    for (int i = 1; i < TRIES && took.compareTo(PROMISED) >= 0; i++) {
      took = ban(false);
    }
    assertThat(took).isLessThan(PROMISED);
    assertThat(running(at(), other, stays)).isTrue();
  }

  /// The time until no visit of a signer is here any more; the signer is trusted again afterwards.
  ///
  /// @param isWrongFirst whether a wrong configuration, which changes nothing, comes first
  private Duration ban(boolean isWrongFirst) throws Exception {
    var ended = List.of(send(at(), banned, DEAF_JAR, DEAF), send(at(), banned, WALKING, WALKER));
    if (isWrongFirst) {
      folder.config(List.of(other, third), "lisen = \"x\"\n");
      signal("HUP");
      await()
          .untilAsserted(
              () -> assertThat(daemon.errors()).contains("The configuration stays as it was: "));
      signal("USR1");
      assertThat(running(at(), banned, ended.getFirst())).isTrue();
    }

    folder.config(List.of(other, third), "");
    var asked = Instant.now();
    signal("HUP");
    var last = asked;
    for (var visit : ended) {
      await().untilAsserted(() -> assertThat(daemon.errors()).contains(visit + NOT_TRUSTED));
      var logged = loggedAt(visit + NOT_TRUSTED);
      last = logged.isAfter(last) ? logged : last;
    }
    assertThat(refusal(banned.host(at()).status(ended.getFirst())))
        .endsWith("signature-key-unknown");
    var again = banned.passport(at(), DEAF_JAR, DEAF);
    assertThat(refusal(banned.host(at()).dispatch(banned.sign(again, DEAF_JAR), true)))
        .endsWith("signer-untrusted");

    folder.config(List.of(banned, other, third), "");
    signal("HUP");
    await()
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(given(banned.host(at()).status(ended.getFirst())).state())
                    .isEqualTo(VisitState.KILLED));
    return Duration.between(asked, last);
  }

  @Test
  void keysThatChangeInTheirFileAreReadAgain() throws Exception {
    var file = temporary.resolve(third.key().id() + ".jwk");
    var visit = send(at(), third, WALKING, WALKER);
    Files.writeString(file, "no key");
    await().untilAsserted(() -> assertThat(daemon.errors()).contains("stay as they were, since"));
    assertThat(running(at(), third, visit)).isTrue();

    Files.delete(file);
    new KeySet(List.of(SigningKey.generate(new SecureRandom()).verifyKey())).write(file);
    await().untilAsserted(() -> assertThat(daemon.errors()).contains(visit + NOT_TRUSTED));
  }

  @Test
  void trustIsJudgedAgainWhenVisitsAreResumed(@TempDir Path directory) throws Exception {
    var second = new HostFolder(directory);
    second.giveBy(pages.keys());
    String ended;
    String stays;
    try (var host = RunningHost.start(second.config(List.of(banned, other), ""))) {
      ended = send(host.address(), banned, WALKING, WALKER);
      stays = send(host.address(), other, WALKING, WALKER);
    }
    try (var host = RunningHost.start(second.config(List.of(other), ""))) {
      await().until(() -> running(host.address(), other, stays));
      await().until(() -> audit(directory).contains("\"state\":\"killed\""));
      host.reload(second.config(List.of(banned, other), ""));
      var status = given(banned.patient(host.address()).status(ended));
      assertThat(status.state()).isEqualTo(VisitState.KILLED);
      assertThat(status.reason()).isEqualTo("Its signer is not trusted here any more.");
      assertThat(running(host.address(), other, stays)).isTrue();
    }
  }

  private static String audit(Path folder) throws IOException {
    var lines = new StringBuilder();
    try (var files = Files.list(folder.resolve("data/audit"))) {
      for (var file : files.sorted().toList()) {
        lines.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return lines.toString();
  }

  private AtpAddress at() {
    return daemon.address();
  }

  /// The time that the daemon gives: this test may read it much later.
  private Instant loggedAt(String part) throws IOException {
    var line = daemon.errors().lines().filter(each -> each.contains(part)).findFirst();
    return OffsetDateTime.parse(line.orElseThrow().split(" ", 2)[0]).toInstant();
  }

  /// Sends an agent that does not end by itself, and waits until it runs.
  private static String send(AtpAddress host, Owner owner, Bytes code, String entry)
      throws Exception {
    var passport = owner.passport(host, code, entry);
    owner.host(host).dispatch(owner.sign(passport, code), true);
    await().until(() -> running(host, owner, passport.agentId()));
    return passport.agentId();
  }

  private static boolean running(AtpAddress host, Owner owner, String agentId) throws Exception {
    return given(owner.patient(host).status(agentId)).state() == VisitState.RUNNING;
  }

  private void signal(String name) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + name, Long.toString(daemon.pid()));
    assertThat(kill.inheritIO().start().waitFor()).isZero();
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.LISTENER;
import static dev.sojourn.host.daemon.SentAgents.LISTENING;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// MESSAGE, FETCH and lost answers, at a daemon in this process.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireIT {
  private final Owner owner = new Owner();
  private Path temporary;
  private RunningHost host;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    temporary = directory;
    var folder = new HostFolder(temporary);
    folder.chain(3);
    host = RunningHost.start(folder.config(List.of(owner), ""));
  }

  @AfterAll
  void close() throws IOException {
    host.close();
    owner.close();
  }

  @Test
  void aMessageReachesARunningAgentAndItsAnswerComesBack() throws Exception {
    var client = owner.host(host.address());
    var passport = owner.passport(host.address(), LISTENING, LISTENER);
    var id = passport.agentId();
    client.dispatch(owner.sign(passport, LISTENING), false);
    await().until(() -> given(client.status(id)).state() == VisitState.RUNNING);

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> client.message(id, "hello") instanceof Answer.Given);
    assertThat(given(client.message(id, "zwei ü"))).isEqualTo("2: zwei ü");
    try (var stranger = new Owner()) {
      assertThat(refusal(stranger.host(host.address()).message(id, "end")))
          .isEqualTo("301 signature-key-unknown");
    }
    for (var character : List.of("x", "\ud83d\ude00")) {
      assertThat(refusal(client.message(id, character.repeat(16_001))))
          .isEqualTo("300 message-malformed");
    }
    assertThat(refusal(client.message("nobody", "hello"))).isEqualTo("302 agent-unknown");

    // The longest message, and the longest part of its answer that may be sent.
    assertThat(given(client.message(id, "\ud83d\ude00".repeat(16_000))))
        .isEqualTo("3: " + "\ud83d\ude00".repeat(16_000 - 3));

    assertThat(given(client.message(id, "end"))).isEqualTo("4: end");
    assertThat(new Gathering(id).all(client).state()).isEqualTo(VisitState.FINISHED);
    assertThat(refusal(client.message(id, "late"))).isEqualTo("302 agent-not-running");
  }

  @Test
  void codeIsFetchedByItsDigest() throws Exception {
    var client = owner.host(host.address());
    client.dispatch(owner.sign(owner.passport(host.address(), WALKING, WALKER), WALKING), false);

    assertThat(given(client.fetch(Digest.of(WALKING)))).isEqualTo(WALKING);
    assertThat(refusal(client.fetch(Digest.of(Bytes.utf8("other"))))).isEqualTo("302 code-unknown");
  }

  @Test
  void fetchOfAPathThatLeadsOutOfACodeDirectoryGetsNoFile() throws Exception {
    Files.writeString(temporary.resolve("secret.txt"), "TOP SECRET");
    for (var path :
        List.of(
            "/../secret.txt",
            "/../../../../../../etc/passwd",
            "/..%2fsecret.txt",
            "/%2e%2e/secret.txt",
            "/..\\secret.txt",
            "/./host.toml",
            "//etc/passwd",
            "/data/../host.toml")) {
      assertThat(host.ask("FETCH " + path + " ATP/0.1\r\n\r\n"))
          .as(path)
          .startsWith("ATP/0.1 300 BAD REQUEST\r\n")
          .contains("uri-malformed")
          .doesNotContain("SECRET", "root:");
    }
    for (var path :
        List.of(
            "/etc/passwd",
            "/secret.txt",
            "/host.toml",
            temporary + "/host.toml",
            "/",
            "/" + Digest.of(WALKING).hex() + "/x")) {
      assertThat(host.ask("FETCH " + path + " ATP/0.1\r\n\r\n"))
          .as(path)
          .startsWith("ATP/0.1 302 NOT FOUND\r\n")
          .contains("code-unknown")
          .doesNotContain("SECRET", "root:");
    }
  }

  @Test
  void aLostAnswerNeverMakesTwoAgents() throws Exception {
    try (var relay = ForgetfulRelay.start(host.address(), 2)) {
      var patient =
          new HostClient(
              owner.client(),
              relay.address(),
              owner.key(),
              new RetryPolicy(
                  4, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofSeconds(9)),
              InstantSource.system(),
              new Random(1));
      var passport = owner.passport(host.address(), WALKING, WALKER);

      assertThat(patient.dispatch(owner.sign(passport, WALKING), false))
          .isInstanceOf(DispatchOutcome.Accepted.class);

      assertThat(relay.leftToDrop()).isZero();
      var gathering = new Gathering(passport.agentId());
      var status = gathering.all(owner.host(host.address()));
      assertThat(gathering.findings()).hasSize(3);
      assertThat(status.pages()).isEqualTo(3);
    }
  }

  @Test
  void aRequestForAnotherHostIsRefusedWhereNothingIsForwarded() throws Exception {
    assertThat(host.ask("STATUS atp://other.example:10434/#a1 ATP/0.1\r\n\r\n"))
        .startsWith("ATP/0.1 402 BAD GATEWAY\r\n")
        .contains("not-a-proxy");
    // An absolute URI that names this host is like a relative one.
    assertThat(host.ask("STATUS " + host.address() + "/#a1 ATP/0.1\r\n\r\n"))
        .contains("signature-missing");
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attacks of strangers, and of owners who overreach, on a running daemon.
class HostAttackIT {
  @TempDir static Path temporary;
  private static Owner owner;
  private static Owner other;
  private static Owner stranger;
  private static DaemonProcess daemon;

  @BeforeAll
  static void start() throws IOException {
    // A test that failed runs once more, with owners of its own.
    owner = new Owner();
    other = new Owner();
    stranger = new Owner();
    var folder = new HostFolder(temporary);
    folder.chain(3);
    daemon = DaemonProcess.start(folder.config(List.of(owner, other), ""));
  }

  @AfterAll
  static void endWithoutAnyStackTraceInTheLog() throws Exception {
    try {
      assertThat(daemon.terminate()).isZero();
      assertThat(daemon.errors()).doesNotContain("ERROR").doesNotContain("\tat ");
    } finally {
      daemon.close();
      owner.close();
      other.close();
      stranger.close();
    }
  }

  @Test
  void aStrangersPassportIsRefused() throws Exception {
    var agent = stranger.sign(stranger.passport(at(), WALKING, WALKER), WALKING);

    assertThat(dispatch(stranger, agent)).isEqualTo("301 signer-untrusted");
  }

  @Test
  void aPassportSignedByAnotherTrustedOwnerIsRefused() throws Exception {
    var stolen = owner.passport(at(), WALKING, WALKER);
    var forged =
        new AgentPackage(
            Envelope.sign(Passport.PAYLOAD_TYPE, stolen.toJson(), other.key()),
            Optional.of(WALKING),
            Optional.empty(),
            List.of());

    assertThat(dispatch(other, forged)).isEqualTo("301 owner-mismatch");
  }

  @Test
  void codeThatIsNotTheSignedOneIsRefused() throws Exception {
    var agent = owner.sign(owner.passport(at(), WALKING, WALKER), WALKING);
    var swapped =
        new AgentPackage(
            agent.passport(), Optional.of(Bytes.utf8("other")), agent.state(), agent.hops());

    assertThat(dispatch(owner, swapped)).isEqualTo("300 code-digest-mismatch");
  }

  @Test
  void aPassportForAnotherHostIsRefused() throws Exception {
    var elsewhere = new AtpAddress("other.example", 10_434);

    assertThat(dispatch(owner, owner.sign(owner.passport(elsewhere, WALKING, WALKER), WALKING)))
        .isEqualTo("301 audience-wrong");
  }

  @Test
  void aSiteThatIsNotServedHereIsRefused() throws Exception {
    var scope = new PassportScope("http://unserved.example", List.of("/"), List.of());
    var passport = owner.passport(at(), WALKING, WALKER, scope);

    assertThat(dispatch(owner, owner.sign(passport, WALKING))).isEqualTo("301 site-not-served");
  }

  @Test
  void aStartOutsideTheScopeIsRefused() throws Exception {
    var scope = new PassportScope(Owner.SITE, List.of("/docs/"), List.of());
    var passport = owner.passport(at(), WALKING, WALKER, scope);

    assertThat(dispatch(owner, owner.sign(passport, WALKING))).isEqualTo("300 start-outside-scope");
  }

  @Test
  void aTruncatedPackageIsRefusedAtEveryLength() throws Exception {
    var whole = owner.sign(owner.passport(at(), WALKING, WALKER), WALKING).encode().toArray();
    for (int length = 0; length < whole.length; length += whole.length / 40) {
      var request =
          AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
              .withBody(AgentPackage.MEDIA_TYPE, Bytes.wrap(Arrays.copyOf(whole, length)));
      assertThat(send(request)).as("%d bytes", length).isEqualTo("300 package-garbled");
    }
  }

  @Test
  void anotherOwnerSeesNothingOfAnAgentNotEvenThatItIsThere() throws Exception {
    var host = owner.host(at());
    var passport = owner.passport(at(), WALKING, WALKER);
    assertThat(host.dispatch(owner.sign(passport, WALKING), false))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    var theirs = other.host(at());

    for (var id : List.of(passport.agentId(), "nosuchagent")) {
      assertThat(refusal(theirs.status(id))).isEqualTo("302 agent-unknown");
      assertThat(refusal(theirs.collect(id, 0, Duration.ZERO))).isEqualTo("302 agent-unknown");
      assertThat(refusal(theirs.retract(id))).isEqualTo("302 agent-unknown");
      theirs.dispose(id);
    }
    var gathering = new Gathering(passport.agentId());
    gathering.all(host);
    assertThat(gathering.findings()).hasSize(3);
  }

  @Test
  void aStrangersSignatureOnARequestIsRefused() throws Exception {
    assertThat(refusal(stranger.host(at()).status("a1"))).isEqualTo("301 signature-key-unknown");
  }

  @Test
  void aRequestWithoutSignatureIsRefused() throws Exception {
    for (var method :
        List.of(AtpMethod.STATUS, AtpMethod.COLLECT, AtpMethod.RETRACT, AtpMethod.DISPOSE)) {
      assertThat(send(AtpRequest.of(method, AtpTarget.agent("a1"))))
          .isEqualTo("301 signature-missing");
    }
  }

  @Test
  void filesAreNotFetchedAsCode() throws Exception {
    for (var path : List.of("/index.html", "/host.toml", "/store.sqlite")) {
      assertThat(send(AtpRequest.of(AtpMethod.FETCH, AtpTarget.parse(path).orElseThrow())))
          .isEqualTo("302 code-unknown");
    }
  }

  @Test
  void aFullDiskRefusesAgentsAndTakesThemAgainWhenThereIsRoom() throws Exception {
    var mounted = SmallDisk.mount(temporary.resolve("small"), "6m");
    assumeTrue(mounted.isPresent(), "mounting needs privileges");
    try (var disk = mounted.get()) {
      var folder = new HostFolder(Files.createDirectory(temporary.resolve("second")));
      folder.chain(2);
      var config = folder.config(List.of(owner), disk.path().resolve("data"), "");
      try (var small = RunningHost.start(config)) {
        var host = owner.host(small.address());
        var noise = new byte[5 << 20];
        new Random(1).nextBytes(noise);
        var large = Bytes.wrap(noise);

        var tooLarge = owner.passport(small.address(), large, WALKER);
        assertThat(refusal(host.dispatch(owner.sign(tooLarge, large), false)))
            .isEqualTo("403 disk-full");
        assertThat(refusal(host.status(tooLarge.agentId()))).isEqualTo("302 agent-unknown");

        var passport = owner.passport(small.address(), WALKING, WALKER);
        assertThat(host.dispatch(owner.sign(passport, WALKING), false))
            .isInstanceOf(DispatchOutcome.Accepted.class);
        var gathering = new Gathering(passport.agentId());
        gathering.all(host);
        assertThat(gathering.findings()).hasSize(2);
      }
    }
  }

  private static AtpAddress at() {
    return daemon.address();
  }

  private static String dispatch(Owner sender, AgentPackage agent) throws InterruptedException {
    return refusal(sender.host(at()).dispatch(agent, false));
  }

  private static String send(AtpRequest request) throws InterruptedException {
    var exchange = owner.client().send(at(), request);
    assertThat(exchange).isInstanceOf(Exchange.Answered.class);
    var response = ((Exchange.Answered) exchange).response();
    return response.status().code() + " " + response.problem().code();
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.DAWDLER;
import static dev.sojourn.host.daemon.SentAgents.DAWDLING;
import static dev.sojourn.host.daemon.SentAgents.DEAF;
import static dev.sojourn.host.daemon.SentAgents.DEAF_JAR;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.signature.RequestSigner;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.base.Bytes;
import dev.sojourn.testing.HeldPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Attacks by somebody who got hold of a package before its host did, and wants the agent back with
/// what it kept of the pages. Only its owner can sign the wish to have it home.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StolenPackageIT {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final InstantSource NOW = InstantSource.system();

  private final Owner owner = new Owner();
  private final Owner otherOwner = new Owner();
  private HostFolder folder;
  private Path config;
  private RunningHost host;

  @BeforeAll
  void layOutTheFolder(@TempDir Path temporary) throws IOException {
    folder = new HostFolder(temporary);
    folder.chain(3);
    start();
  }

  private void start() throws IOException {
    config = folder.config(List.of(owner, otherOwner), "");
    host = RunningHost.start(config);
  }

  @AfterAll
  void close() throws IOException {
    host.close();
    owner.close();
    otherOwner.close();
  }

  @Test
  void aThiefWhoSendsThePackageFirstGetsNeitherTheAgentNorAPlaceToWait() throws Exception {
    var walker = walker();
    var agent = owner.sign(walker, WALKING);
    isTakenInAndNotSentHome(send(wish(agent)));

    // The owner notices: the same package brings nothing home. The agent is theirs nevertheless.
    assertThat(owner.host(host.address()).dispatch(agent, false, LONG))
        .isInstanceOfSatisfying(
            DispatchOutcome.Accepted.class, accepted -> assertThat(accepted.home()).isEmpty());
    assertThat(given(owner.host(host.address()).retract(walker.agentId(), LONG)).state())
        .contains(VisitState.FINISHED);

    // A visit that does not end would hold the answer back for a minute.
    var endless = owner.passport(host.address(), DEAF_JAR, DEAF);
    isTakenInAndNotSentHome(send(wish(owner.sign(endless, DEAF_JAR))));
    assertThat(given(owner.host(host.address()).status(endless.agentId())).state().isFinal())
        .isFalse();
    assertThat(given(owner.host(host.address()).dispose(endless.agentId()))).isTrue();
  }

  @Test
  void aWishThatAnotherOwnerSignedIsNotHeeded() throws Exception {
    var walker = walker();
    var wish = wish(owner.sign(walker, WALKING));
    isTakenInAndNotSentHome(send(signed(otherOwner, wish, walker.agentId(), NOW)));
  }

  @Test
  void aWishThatWasAddedToASignedDispatchOrChangedInItIsNotHeeded() throws Exception {
    var first = walker();
    var plain = dispatch(owner.sign(first, WALKING));
    isTakenInAndNotSentHome(
        send(
            withWish(
                signed(owner, plain, first.agentId(), NOW), "return=representation, wait=60")));

    var second = walker();
    var brief = withWish(dispatch(owner.sign(second, WALKING)), "return=representation, wait=1");
    isTakenInAndNotSentHome(
        send(
            withWish(
                signed(owner, brief, second.agentId(), NOW), "return=representation, wait=300")));
  }

  @Test
  void aWishThatWasSignedForAnotherAgentIsNotHeeded() throws Exception {
    var first = walker();
    var wish = wish(owner.sign(first, WALKING));
    isTakenInAndNotSentHome(send(signed(owner, wish, "another", NOW)));

    var second = walker();
    var signed = signed(owner, wish(owner.sign(second, WALKING)), second.agentId(), NOW);
    isTakenInAndNotSentHome(send(signed.withHeader(AtpHeaders.AGENT_ID, "another")));
  }

  @Test
  void aWishThatWasSignedTenMinutesAgoIsNotHeeded() throws Exception {
    var walker = walker();
    var wish = wish(owner.sign(walker, WALKING));
    var then = NOW.instant().minusSeconds(600);
    isTakenInAndNotSentHome(send(signed(owner, wish, walker.agentId(), InstantSource.fixed(then))));
  }

  /// If a thief could use up the nonce of a request that they saw, they could keep every agent from
  /// coming home.
  @Test
  void whatIsForgedWithASignatureThatWasSeenGetsNothingAndUsesUpNoNonce() throws Exception {
    var walker = walker();
    var signed = signed(owner, wish(owner.sign(walker, WALKING)), walker.agentId(), NOW);
    var stolen = owner.sign(Owner.withAgentId(walker(), walker.agentId() + "b"), WALKING);
    var another = dispatch(stolen).body();
    isTakenInAndNotSentHome(
        send(
            new AtpRequest(signed.method(), signed.target(), signed.headers(), another)
                .withHeader(AtpHeaders.AGENT_ID, walker.agentId() + "b")));
    var third = owner.sign(walker(), WALKING);
    isTakenInAndNotSentHome(
        send(
            new AtpRequest(
                signed.method(), signed.target(), signed.headers(), dispatch(third).body())));

    comesHome(send(signed), walker);
  }

  /// The host lacks the code, so the agent is not taken in; the thief sends the request again when
  /// the code is there.
  @Test
  void aSignedDispatchThatWasRefusedBringsNothingHomeLaterAlsoAfterARestart(@TempDir Path fresh)
      throws Exception {
    try (var port = HeldPort.take()) {
      startAt(port, fresh);
      for (boolean restarts : List.of(false, true)) {
        var code = restarts ? WALKING : DAWDLING;
        var entry = restarts ? WALKER : DAWDLER;
        var late = owner.passport(host.address(), code, entry);
        var early = signed(owner, wish(owner.sign(late, code).withoutCode()), late.agentId(), NOW);
        assertThat(send(early).status()).isEqualTo(AtpStatus.NOT_FOUND);
        var other = owner.passport(host.address(), code, entry);
        assertThat(send(dispatch(owner.sign(other, code))).status()).isEqualTo(AtpStatus.OKAY);
        if (restarts) {
          host.close();
          host = RunningHost.start(config);
        }
        isTakenInAndNotSentHome(send(early));
      }
      var last = walker();
      var wish = wish(owner.sign(last, WALKING).withoutCode());
      comesHome(send(signed(owner, wish, last.agentId(), NOW)), last);
    } finally {
      host.close();
      start();
    }
  }

  @Test
  void theDigestThatIsSignedIsThatOfTheBodyAsItWasSent() throws Exception {
    var first = walker();
    var packed = ContentCoding.compress(wish(owner.sign(first, WALKING)));
    assertThat(ContentCoding.isCompressed(packed)).isTrue();
    comesHome(send(signed(owner, packed, first.agentId(), NOW)), first);

    var second = walker();
    var signed = signed(owner, wish(owner.sign(second, WALKING)), second.agentId(), NOW);
    isTakenInAndNotSentHome(send(ContentCoding.compress(signed)));
  }

  /// It would be held as it came, for as long as its answer waits.
  @Test
  void aSmallPackageInALargeFrameDoesNotWait() throws Exception {
    var walker = walker();
    var packed = ContentCoding.compress(wish(owner.sign(walker, WALKING)));
    var padded = new ByteArrayOutputStream();
    packed.body().writeTo(padded);
    // Skippable frame (RFC 8878, 3.1.2): magic number, size 65,536, and octets without meaning.
    padded.writeBytes(new byte[] {0x50, 0x2a, 0x4d, 0x18, 0, 0, 1, 0});
    padded.writeBytes(new byte[65_536]);
    var large =
        new AtpRequest(
            packed.method(), packed.target(), packed.headers(), Bytes.wrap(padded.toByteArray()));
    isTakenInAndNotSentHome(send(signed(owner, large, walker.agentId(), NOW)));
  }

  /// In place of the host of the other tests, one that has no code yet.
  private void startAt(HeldPort port, Path fresh) throws IOException {
    host.close();
    config = folder.config(List.of(owner, otherOwner), fresh.resolve("data"), "");
    var here = "127.0.0.1:" + port.number();
    Files.writeString(config, Files.readString(config).replace("127.0.0.1:0", here));
    host = RunningHost.start(config);
  }

  private Passport walker() {
    return owner.passport(host.address(), WALKING, WALKER);
  }

  private static AtpRequest dispatch(AgentPackage agent) {
    return AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
        .withBody(AgentPackage.MEDIA_TYPE, agent.encode());
  }

  private static AtpRequest wish(AgentPackage agent) {
    return withWish(dispatch(agent), "return=representation, wait=60");
  }

  private static AtpRequest withWish(AtpRequest request, String preference) {
    return request.withHeader(AtpHeaders.PREFER, preference);
  }

  private AtpRequest signed(Owner signer, AtpRequest request, String agentId, InstantSource clock) {
    return new RequestSigner(signer.key(), clock, new SecureRandom())
        .sign(request.withHeader(AtpHeaders.AGENT_ID, agentId), host.address());
  }

  /// No test waits for the answer as long as the request wishes.
  private AtpResponse send(AtpRequest request) throws InterruptedException {
    var exchange = owner.client().send(host.address(), request, Duration.ofSeconds(30));
    assertThat(exchange).isInstanceOf(Exchange.Answered.class);
    return ((Exchange.Answered) exchange).response();
  }

  private static void isTakenInAndNotSentHome(AtpResponse answer) {
    assertThat(answer.status()).isEqualTo(AtpStatus.OKAY);
    assertThat(answer.body().isEmpty()).isTrue();
    assertThat(answer.headers().first(AtpHeaders.PREFERENCE_APPLIED)).isEmpty();
    assertThat(answer.headers().first(AtpHeaders.VISIT_STATE)).isEmpty();
  }

  private static void comesHome(AtpResponse answer, Passport passport) {
    assertThat(answer.status()).isEqualTo(AtpStatus.OKAY);
    assertThat(answer.headers().first(AtpHeaders.VISIT_STATE)).contains("finished");
    assertThat(answer.headers().first(AtpHeaders.PREFERENCE_APPLIED))
        .contains("return=representation, wait=60");
    assertThat(answer.body().asUtf8()).contains(passport.agentId());
  }
}

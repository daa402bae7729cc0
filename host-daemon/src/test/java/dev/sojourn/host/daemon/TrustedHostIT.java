package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two daemons that share a name. An agent goes on from one to the other under its first passport,
/// which says nothing of the stay before. Only the first host can vouch for that stay.
@Timeout(300)
class TrustedHostIT {
  private static final AtpAddress POOL = new AtpAddress("pool.example", 10434);
  private static final String NAMES = "[policy]\nnames = [\"" + POOL + "\"]\n";

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private HostFolder folder;

  @BeforeEach
  void layOutTheFolder() throws IOException {
    folder = new HostFolder(temporary);
    folder.chain(5);
  }

  @AfterEach
  void close() {
    owner.close();
  }

  @Test
  void anAgentGoesOnWhereTheHostBeforeIsTrustedAndNowhereElse() throws Exception {
    var passport = owner.passport(POOL, WALKING, WALKER);
    AgentPackage first;
    try (var one = start("one", "")) {
      first = travel(one, owner.sign(passport, WALKING));
    }
    assertThat(first.hops()).hasSize(1);
    var onward =
        new AgentPackage(first.passport(), Optional.of(WALKING), first.state(), first.hops());
    var keyOfOne = HostKey.open(temporary.resolve("one")).verifyKey();
    var stranger = SigningKey.generate(new SecureRandom()).verifyKey();

    assertRefused(onward, "");
    assertRefused(onward, table("host", stranger));
    // The trust in owners of agents is another question.
    assertRefused(onward, table("trust", keyOfOne));

    try (var two = start("two", table("host", keyOfOne))) {
      var second = travel(two, onward);
      assertThat(second.hops()).hasSize(2).startsWith(first.hops().getFirst());
      var statement = HopStatement.read(second.hops().getLast().payload());
      assertThat(statement.hop()).isOne();
      assertThat(statement.previous()).contains(first.hops().getFirst().digest());
      assertThat(statement.stateIn())
          .isEqualTo(HopStatement.read(first.hops().getFirst().payload()).stateOut());
    }
  }

  @Test
  void whoIsTrustedAsAHostMaySendNoAgents() throws Exception {
    try (var host = start("one", table("host", owner.key().verifyKey()), List.of())) {
      var passport = owner.passport(POOL, WALKING, WALKER);
      assertThat(refusal(owner.host(host.address()).dispatch(owner.sign(passport, WALKING), false)))
          .isEqualTo("301 signer-untrusted");
    }
  }

  private void assertRefused(AgentPackage agent, String tables) throws Exception {
    try (var host = start("two", tables)) {
      assertThat(refusal(owner.host(host.address()).dispatch(agent, false)))
          .isEqualTo("301 hop-log-invalid");
    }
  }

  private RunningHost start(String name, String tables) throws IOException {
    return start(name, tables, List.of(owner));
  }

  private RunningHost start(String name, String tables, List<Owner> owners) throws IOException {
    return RunningHost.start(folder.config(owners, temporary.resolve(name), tables + NAMES));
  }

  private String table(String kind, VerifyKey key) throws IOException {
    var file = temporary.resolve(kind + key.id() + ".jwk");
    new KeySet(List.of(key)).write(file);
    return "[[%s]]\nname = \"one\"\nkeys = \"%s\"\n".formatted(kind, file);
  }

  private AgentPackage travel(RunningHost at, AgentPackage agent) throws Exception {
    var host = owner.host(at.address());
    assertThat(host.dispatch(agent, false)).isInstanceOf(DispatchOutcome.Accepted.class);
    var id = Passport.read(agent.passport().payload()).agentId();
    var status = new Gathering(id).all(host);
    assertThat(status.state()).as(status.reason()).isEqualTo(VisitState.FINISHED);
    return given(host.retract(id)).agent();
  }
}

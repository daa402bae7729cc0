package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.client.RetractedAgent;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.signature.RequestSigner;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents that come home and go again, and the traces of an agent that never came.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetractedAgentIT {
  private static final int PAGES = 100;

  /// A site at which agents wait for their first page.
  private static final String MUTE = "http://mute.example";

  private static final Duration LONG = Duration.ofSeconds(60);

  private Path temporary;
  private final Owner owner = new Owner();
  private MutePages mute;
  private RunningHost host;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    temporary = directory;
    var folder = new HostFolder(temporary);
    folder.chain(PAGES);
    mute = MutePages.start();
    folder.giveBy("root = \"www\"\n[[site]]\norigin = \"" + MUTE + "\"\n" + mute.keys());
    host = RunningHost.start(folder.config(List.of(owner), ""));
  }

  @AfterAll
  void close() throws IOException {
    host.close();
    mute.close();
    owner.close();
  }

  /// The passport of an agent whose visit does not end by itself.
  private Passport waiting() {
    var scope = new PassportScope(MUTE, List.of("/"), List.of());
    var limits = new PassportLimits(Duration.ofMinutes(5), PAGES, 1L << 30, 10_000);
    return owner.passport(host.address(), WALKING, WALKER, scope, List.of(MUTE + "/"), limits);
  }

  /// It would hold its body, and its place among the unpacked ones, for as long.
  @Test
  void aCollectWithALargeBodyDoesNotWait() throws Exception {
    var waiting = waiting();
    owner.host(host.address()).dispatch(owner.sign(waiting, WALKING), false);
    var body = new CollectRequest(0, Duration.ofMinutes(5)).toJson().asUtf8();
    var padded = Bytes.utf8(" ".repeat(64 << 10) + body);

    var answer =
        signed(
            AtpRequest.of(AtpMethod.COLLECT, AtpTarget.agent(waiting.agentId()))
                .withBody(CollectRequest.MEDIA_TYPE, padded));
    assertThat(Delivery.read(answer.body()).orElseThrow().status().state())
        .isIn(VisitState.WAITING, VisitState.RUNNING);
  }

  private AtpResponse signed(AtpRequest request) throws InterruptedException {
    var signed =
        new RequestSigner(owner.key(), InstantSource.system(), new SecureRandom())
            .sign(request, host.address());
    return ((Exchange.Answered) owner.client().send(host.address(), signed, LONG)).response();
  }

  /// The visit before may not have left its place, though its end was reported.
  @Test
  void anAgentThatIsSentAgainAtOnceComesHomeEachTime() throws Exception {
    var first = owner.passport(host.address(), WALKING, WALKER);
    var home = home(owner.sign(first, WALKING), first.agentId());
    for (int i = 0; i < 50; i++) {
      var next =
          Owner.withAgentId(owner.passport(host.address(), WALKING, WALKER), first.agentId());
      var sent = owner.sign(Owner.withState(next, state(home)), WALKING).withState(state(home));
      home = home(sent, first.agentId());
    }
  }

  /// The agent was here before: nothing of that earlier visit may change.
  @Test
  void aVisitWhoseAgentCannotBeKeptLeavesNothingBehind() throws Exception {
    var agents = owner.host(host.address());
    var first = owner.passport(host.address(), WALKING, WALKER);
    var id = first.agentId();
    var _ = home(owner.sign(first, WALKING), id);
    var before = given(agents.status(id));
    var parcels = given(agents.collectLeft(id, Duration.ZERO)).parcels();

    var second = Owner.withAgentId(owner.passport(host.address(), WALKING, WALKER), id);
    var agent = owner.sign(second, WALKING);
    commitsFail(true);
    for (int i = 0; i < 5; i++) {
      assertThat(refusal(agents.dispatch(agent, false))).isEqualTo("400 disk-failed");
      assertThat(given(agents.status(id))).isEqualTo(before);
      assertThat(refusal(agents.message(id, "hello"))).isEqualTo("302 agent-not-running");
    }
    assertThat(given(agents.collectLeft(id, Duration.ZERO)).parcels()).isEqualTo(parcels);

    commitsFail(false);
    assertThat(home(agent, id).state()).contains(VisitState.FINISHED);
    assertThat(given(agents.status(id)).pages()).isEqualTo(PAGES);
    assertThat(given(agents.status(id)).started()).isNotEqualTo(before.started());
  }

  /// Agents are inserted well, and then the transaction cannot be committed.
  private void commitsFail(boolean isFailing) throws SQLException {
    try (var store =
            DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("data/host.db"));
        var statement = store.createStatement()) {
      if (isFailing) {
        statement.executeUpdate(
            "CREATE TABLE trap (way TEXT REFERENCES code (digest) DEFERRABLE INITIALLY DEFERRED)");
        statement.executeUpdate(
            "CREATE TRIGGER closing AFTER INSERT ON visit BEGIN INSERT INTO trap VALUES ('none');"
                + " END");
      } else {
        statement.executeUpdate("DROP TRIGGER closing");
      }
    }
  }

  /// The agent after its visit, which comes to its own end.
  private RetractedAgent home(AgentPackage agent, String agentId) throws Exception {
    var agents = owner.host(host.address());
    assertThat(agents.dispatch(agent, true)).isInstanceOf(DispatchOutcome.Accepted.class);
    assertThat(new Gathering(agentId).all(agents).state()).isEqualTo(VisitState.FINISHED);
    return given(agents.retract(agentId));
  }

  private static Bytes state(RetractedAgent home) {
    return home.agent().state().orElseThrow();
  }
}

package dev.sojourn.host.onward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.journey.OnwardStatement.StopNumber;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnwardStoreTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  @TempDir Path folder;
  private Store store;
  private OnwardStore hops;

  @BeforeEach
  void open() throws IOException {
    store = Store.open(folder.resolve("data"));
    hops = new OnwardStore(store);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  /// Agents of an owner that leave, as the end of their visits keeps them.
  private void leaving(String owner, int count) throws IOException {
    store
        .write(
            session -> {
              session.update(
                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
                      + " INSERT INTO visit (owner, agent, package, code, phase, arrived)"
                      + " SELECT ?2, 'a' || i, zeroblob(100), 'c', ?3, i FROM n",
                  count,
                  owner,
                  VisitState.LEAVING.word());
              return session.update(
                  "INSERT INTO onward (owner, agent, legs, since, next)"
                      + " SELECT owner, agent, '0', ?1, ?1 + arrived FROM visit WHERE owner = ?2",
                  NOW,
                  owner);
            })
        .await();
  }

  private static Envelope statement() {
    var host = SigningKey.generate(new SecureRandom());
    return new OnwardStatement(
            "a1",
            1,
            Optional.of(Digest.of(Bytes.EMPTY)),
            host.id(),
            "nonce",
            Optional.empty(),
            List.of(),
            Optional.of(new StopNumber(0, 0)),
            NOW)
        .sign(host);
  }

  private PendingHop chosen(VisitKey key) throws IOException {
    var hop = new PendingHop(key, List.of(0), List.of(), Optional.of(statement()), true, NOW);
    assertThat(hops.choose(hop).await()).isTrue();
    return hop;
  }

  @Test
  void anOwnerOfManyAgentsDoesNotStandBeforeOneOfAnother() throws IOException {
    leaving("greedy", 5_000);
    leaving("modest", 1);

    var due = hops.due(NOW.plusSeconds(60), 20, 16);

    assertThat(due).contains(new VisitKey("modest", "a1")).hasSize(17);
    assertThat(hops.due(NOW.plusSeconds(60), 3, 16))
        .contains(new VisitKey("greedy", "a1"))
        .hasSize(3);
  }

  /// A ban or a kill that took the hop away would leave no record of the host at which the agent
  /// runs.
  @Test
  void anAgentThatMayBeElsewhereIsNotEndedHereAndItsHopStays() throws IOException {
    leaving("owner", 2);
    var unsure = new VisitKey("owner", "a1");
    var hop = chosen(unsure);

    var killed =
        store.visits().end(unsure, VisitEnding.killed("Its signer is banned.", NOW)).await();

    assertThat(killed.orElseThrow().status().state()).isEqualTo(VisitState.LEAVING);
    assertThat(hops.find(unsure)).contains(hop);
    // No host can have this agent.
    var sure = new VisitKey("owner", "a2");
    var ended = store.visits().end(sure, VisitEnding.killed("Its signer is banned.", NOW)).await();
    assertThat(ended.orElseThrow().status().state()).isEqualTo(VisitState.KILLED);
    assertThat(hops.find(sure)).isEmpty();
  }

  @Test
  void anEndWhileAHostMayHaveTheAgentStillNamesThatHost() throws IOException {
    leaving("owner", 1);
    var hop = chosen(new VisitKey("owner", "a1"));

    assertThat(hops.stays(hop, VisitState.KILLED, "Banned.", NOW).await()).isTrue();

    assertThat(store.status(hop.key()).orElseThrow().status().state()).isEqualTo(VisitState.KILLED);
    assertThat(hops.statement(hop.key())).isEqualTo(hop.statement());
    assertThat(hops.due(NOW.plusSeconds(60), 10, 10)).isEmpty();
  }

  /// If it counted as missing, it would be made anew, and the agent sent elsewhere.
  @Test
  void aStatementThatCannotBeReadIsAFaultAndNotAFreshStart() throws IOException {
    leaving("owner", 1);
    var key = new VisitKey("owner", "a1");
    store
        .write(
            session ->
                session.update(
                    "UPDATE onward SET statement = zeroblob(5000), unsure = 1 WHERE agent = 'a1'"))
        .await();

    assertThatThrownBy(() -> hops.find(key)).isInstanceOf(StoreException.class);
    assertThat(hops.putOff(key, NOW.plusSeconds(60)).await()).isEqualTo(1);
    assertThat(hops.due(NOW.plusSeconds(59), 10, 10)).isEmpty();
    assertThat(hops.due(NOW.plusSeconds(60), 10, 10)).containsExactly(key);
  }
}

package dev.sojourn.host.stay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.host.quota.StayLimits;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StayStoreTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final StayView VIEW =
      new StayView(
          new Scope("http://site.example", List.of("/docs/", "/a"), List.of("/docs/old/")), "Bot");
  private static final StayLimits LIMITS = limits(3, 2);

  @TempDir Path folder;
  private Store store;
  private StayStore stays;

  @BeforeEach
  void open() throws IOException {
    store = Store.open(folder.resolve("data"));
    stays = new StayStore(store);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private static StayLimits limits(int all, int ofSigner) {
    var usual = StayLimits.DEFAULT;
    return new StayLimits(
        all,
        ofSigner,
        usual.stay(),
        2,
        usual.wakeTime(),
        usual.sweepEvery(),
        usual.sitemapEvery(),
        usual.recheckEvery());
  }

  /// Rows like those of running visits.
  private void visits(int first, int count, VisitState state) throws IOException {
    store
        .write(
            session ->
                session.update(
                    "WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)"
                        + " INSERT INTO visit (owner, agent, package, code, phase, arrived)"
                        + " SELECT 'owner', 'a' || i, zeroblob(1500), 'c', ?3, i FROM n",
                    first,
                    first + count - 1,
                    state.word()))
        .await();
  }

  private static Parking parking(int agent, String signer, WakeConditions until) {
    return new Parking(
        new VisitKey("owner", "a" + agent),
        signer,
        VIEW,
        until,
        NOW.plus(Duration.ofDays(1)),
        new ChangeMark("record", 7),
        NOW);
  }

  private ParkResult park(int agent, String signer, WakeConditions until) throws IOException {
    return stays.park(parking(agent, signer, until), LIMITS).await();
  }

  @Test
  void anAgentParksIsDueWakesAndParksAgain() throws IOException {
    visits(1, 1, VisitState.RUNNING);
    var until = WakeConditions.at(NOW.plusSeconds(60)).orByMessage();
    assertThat(park(1, "s", until)).isEqualTo(ParkResult.PARKED);
    assertThat(stays.next()).contains(NOW.plusSeconds(60));
    assertThat(stays.signersDue(NOW)).isEmpty();
    var due = stays.due("s", NOW.plusSeconds(60), 10);
    assertThat(due).hasSize(1);
    var visit = due.getFirst();
    assertThat(visit.isForMessages()).isTrue();
    assertThat(visit.due()).isEmpty();

    assertThat(stays.wake(visit, Waker.TIME, NOW.plusSeconds(61)).await()).isTrue();
    assertThat(stays.wake(visit, Waker.MESSAGE, NOW.plusSeconds(61)).await()).isFalse();
    assertThat(store.status(visit.key()).orElseThrow().status().state())
        .isEqualTo(VisitState.WAITING);
    assertThat(stays.awake(visit.key()))
        .contains(new StayStore.Awake(Waker.TIME, new ChangeMark("record", 7)));
    assertThat(stays.next()).isEmpty();

    assertThat(park(1, "s", WakeConditions.byMessage())).isEqualTo(ParkResult.PARKED);
    var again = stays.parked(visit.key()).orElseThrow();
    assertThat(again.wakesOn(NOW)).isEqualTo(1);
    assertThat(again.wakesOn(NOW.plus(Duration.ofDays(1)))).isZero();
    assertThat(stays.next()).contains(NOW.plus(Duration.ofDays(1)));
  }

  @Test
  void noMoreParkThanMay() throws IOException {
    visits(1, 5, VisitState.RUNNING);
    var until = WakeConditions.byMessage();
    assertThat(park(1, "s", until)).isEqualTo(ParkResult.PARKED);
    assertThat(park(2, "s", until)).isEqualTo(ParkResult.PARKED);
    assertThat(park(3, "s", until)).isEqualTo(ParkResult.SIGNER_FULL);
    assertThat(park(4, "t", until)).isEqualTo(ParkResult.PARKED);
    assertThat(park(5, "t", until)).isEqualTo(ParkResult.FULL);
    store.forget(new VisitKey("owner", "a1")).await();
    assertThat(park(3, "s", until)).isEqualTo(ParkResult.PARKED);
    assertThat(park(9, "u", until)).isEqualTo(ParkResult.FULL);
  }

  @Test
  void onlyAgentsThatHaveNotSeenAChangeWakeByIt() throws IOException {
    visits(1, 2, VisitState.RUNNING);
    park(1, "s", WakeConditions.byChange());
    park(2, "s", WakeConditions.byMessage());
    assertThat(stays.isChangeAwaited("http://site.example")).isTrue();
    assertThat(stays.isChangeAwaited("http://two.example")).isFalse();
    assertThat(stays.viewsBefore("http://site.example", new ChangeMark("record", 7))).isEmpty();
    assertThat(stays.viewsBefore("http://site.example", new ChangeMark("record", 8)))
        .containsExactly(VIEW);
    assertThat(stays.viewsBefore("http://site.example", new ChangeMark("other", 0)))
        .containsExactly(VIEW);
    assertThat(stays.viewsBefore("http://two.example", new ChangeMark("other", 0))).isEmpty();

    assertThat(stays.rouse(VIEW, new ChangeMark("record", 8), NOW).await()).isEqualTo(1);
    assertThat(stays.due("s", NOW, 10))
        .singleElement()
        .satisfies(visit -> assertThat(visit.due()).isEqualTo(Optional.of(Waker.CHANGE)));
    assertThat(stays.rouse(VIEW, new ChangeMark("record", 9), NOW).await()).isZero();
  }

  /// At a start only visits that run or wait are read.
  @Test
  void aHundredThousandParkedAgentsCostNeitherTheStartNorTheNextOneThatParks() throws IOException {
    visits(1, 100_000, VisitState.PARKED);
    visits(200_000, 1, VisitState.RUNNING);
    store
        .write(
            session ->
                session.update(
                    "INSERT INTO stay (owner, agent, signer, origin, view, parked, since, ends,"
                        + " next, on_message, on_change, record, mark) SELECT owner, agent,"
                        + " 's' || (arrived % 10), 'http://site.example', ?, 1, 0, ?, ?, 1, 1, 'r',"
                        + " 1 FROM visit WHERE phase = 'parked'",
                    VIEW.text(), NOW.plusSeconds(600), NOW.plusSeconds(600)))
        .await();
    store
        .write(
            session -> session.update("UPDATE stay SET next = ? WHERE agent IN ('a7', 'a8')", NOW))
        .await();
    store.close();

    long begun = System.nanoTime();
    store = Store.open(folder.resolve("data"));
    stays = new StayStore(store);
    long running =
        store.read(
            session ->
                session.number(
                    "SELECT count(*) FROM visit WHERE phase = ?", VisitState.RUNNING.word()));
    assertThat(running).isEqualTo(1);
    assertThat(stays.next()).contains(NOW);
    assertThat(stays.signersDue(NOW)).containsExactlyInAnyOrder("s7", "s8");
    assertThat(stays.due("s7", NOW, 10)).hasSize(1);
    var big = limits(1_000_000, 1_000_000);
    assertThat(stays.park(parking(200_000, "s1", WakeConditions.byMessage()), big).await())
        .isEqualTo(ParkResult.PARKED);
    assertThat(stays.oneOfEachSigner()).hasSize(10);
    // On an idle machine the whole test takes a fifth of a second.
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    for (var question :
        List.of(
            "SELECT next FROM stay WHERE parked = 1 ORDER BY next LIMIT 1",
            "SELECT DISTINCT signer FROM stay WHERE parked = 1 AND next <= 0",
            "SELECT DISTINCT view FROM stay WHERE origin = '' AND parked = 1 AND on_change = 1")) {
      var plan =
          store.read(
              session ->
                  session.all(row -> row.getString("detail"), "EXPLAIN QUERY PLAN " + question));
      assertThat(plan).as(question).anyMatch(step -> step.contains("INDEX stay_"));
    }
  }

  /// A prefix in a passport may have any character. Two lines for one prefix would give the agent a
  /// view of pages that it was not granted. A line that is no prefix would stop all wakes there.
  @Test
  void aLineEndInAPrefixIsNoPrefixOfItsOwn() {
    var prefixes = List.of("/a\n/secret/", "/b\\n\n-/b/", "/c\n");
    var view = new StayView(new Scope("http://site.example", prefixes, List.of("/d\nx")), "Bot");
    assertThat(StayView.of(view.text())).isEqualTo(view);
  }

  @Test
  void aScopeOfManyPrefixesDoesNotFillTheDisk() throws IOException {
    visits(1, 1, VisitState.RUNNING);
    var scope = Scope.site("http://site.example");
    var prefix = "/" + "a".repeat(StayStore.MOST_VIEW_CHARS);
    var longer = new Scope(scope.origin(), List.of("/", prefix), List.of());
    var usual = parking(1, "s", WakeConditions.byMessage());
    var parking =
        new Parking(
            usual.key(),
            usual.signer(),
            new StayView(longer, "Bot"),
            usual.until(),
            usual.ends(),
            usual.mark(),
            usual.at());
    assertThat(stays.park(parking, LIMITS).await()).isEqualTo(ParkResult.SCOPE_TOO_LONG);
  }

  @Test
  void thoseThatHaveNotSeenWhatMayHaveChangedAreRoused() throws IOException {
    visits(1, 3, VisitState.RUNNING);
    var until = WakeConditions.byChange();
    assertThat(stays.earliestMark("record")).isEmpty();
    assertThat(stays.park(marked(1, until, 7), limits(9, 9)).await()).isEqualTo(ParkResult.PARKED);
    assertThat(stays.park(marked(2, until, 5), limits(9, 9)).await()).isEqualTo(ParkResult.PARKED);
    assertThat(stays.park(marked(3, until, 5), limits(9, 9)).await()).isEqualTo(ParkResult.PARKED);
    assertThat(stays.earliestMark("record")).contains(5L);

    var five = new StayStore.Seen(VIEW, new ChangeMark("record", 5));
    var seven = new StayStore.Seen(VIEW, new ChangeMark("record", 7));
    assertThat(stays.awaitingChange("http://site.example")).containsExactlyInAnyOrder(five, seven);
    assertThat(stays.rouse(five, NOW).await()).isEqualTo(2);
    assertThat(stays.awaitingChange("http://site.example")).containsExactly(seven);
    assertThat(stays.due("s", NOW, 10)).hasSize(2);
  }

  private static Parking marked(int agent, WakeConditions until, long generation) {
    var usual = parking(agent, "s", until);
    return new Parking(
        usual.key(),
        usual.signer(),
        usual.view(),
        until,
        usual.ends(),
        new ChangeMark("record", generation),
        usual.at());
  }
}

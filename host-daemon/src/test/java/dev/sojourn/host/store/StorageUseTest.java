package dev.sojourn.host.store;

import static dev.sojourn.host.store.TestArrivals.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.host.quota.StorageLimits.Share;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The use of a host by agents, counted in the writes that take it.
class StorageUseTest {
  private static final int MIB = 1 << 20;
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());
  private static final SigningKey OTHER = SigningKey.generate(new SecureRandom());

  @TempDir Path folder;
  private Store store;
  private int agents;

  @BeforeEach
  void open() throws IOException {
    store = Store.open(folder.resolve("data"));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void whoSeesACheckpointOrAnEndSeesTheSumOfTheDayToo() throws IOException {
    var arrival = admitted(OWNER, "signer", code(1));
    var key = arrival.key();
    assertThat(store.usage("signer", NOW)).isEqualTo(usage(1, 0, 0, 0));

    var taken = new SignerUse("signer", NOW, usage(0, 3, 4, 5));
    assertThat(store.visits().checkpoint(key, progress(1), taken, StorageLimits.NONE).await())
        .isEmpty();
    assertThat(store.usage("signer", NOW)).isEqualTo(usage(1, 3, 4, 5));

    var ending =
        new VisitEnding(
            new VisitOutcome.Finished(List.of()),
            List.of(),
            Optional.empty(),
            Optional.of(VisitTally.NONE),
            NOW);
    var _ =
        store
            .visits()
            .end(
                key,
                ending,
                new EndStatementSigner(arrival.visit(), Digest.of(Bytes.utf8("granted")), OTHER),
                taken)
            .await();
    assertThat(store.usage("signer", NOW)).isEqualTo(usage(1, 6, 8, 10));
  }

  @Test
  void agentsThatComeAtTheSameTimeDoNotExceedTheDayTogether() throws Exception {
    var limits = new IntakeLimits(1_000, usage(3, 1, 1, 1_000), StorageLimits.NONE);
    var noted = new ArrayList<Future<AdmitResult>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 40; i++) {
        var arrival = arrival(OWNER, "signer", code(1));
        noted.add(threads.submit(() -> store.arrivals().admit(arrival, limits).await()));
      }
    }
    int kept = 0;
    for (var admission : noted) {
      kept += admission.get() == AdmitResult.KEPT ? 1 : 0;
    }
    assertThat(kept).isEqualTo(3);
    assertThat(noted.stream().map(Future::resultNow))
        .containsOnly(AdmitResult.KEPT, AdmitResult.DAY_SPENT);
  }

  @Test
  void aSignerHasOneShareOfTheDiskHoweverManyKeys() throws IOException {
    var limits = storage(3 * MIB, 100L * MIB);
    assertThat(admit(OWNER, "signer", code(MIB), limits)).isEqualTo(AdmitResult.KEPT);
    assertThat(admit(OTHER, "signer", code(MIB), limits)).isEqualTo(AdmitResult.KEPT);
    assertThat(admit(OWNER, "signer", code(MIB), limits))
        .isEqualTo(AdmitResult.SIGNER_STORAGE_SPENT);
    assertThat(admit(OTHER, "signer", code(MIB), limits))
        .isEqualTo(AdmitResult.SIGNER_STORAGE_SPENT);
    assertThat(admit(OTHER, "somebody else", code(MIB), limits)).isEqualTo(AdmitResult.KEPT);
  }

  @Test
  void allTogetherHaveABoundToo() throws IOException {
    var limits = storage(3 * MIB, 4L * MIB);
    assertThat(admit(OWNER, "signer", code(2 * MIB), limits)).isEqualTo(AdmitResult.KEPT);
    assertThat(admit(OTHER, "other", code(MIB), limits)).isEqualTo(AdmitResult.KEPT);
    assertThat(admit(OTHER, "other", code(MIB), limits)).isEqualTo(AdmitResult.STORAGE_SPENT);
  }

  @Test
  void whatAnOwnerGivesUpIsRoomAgainWithItsCode() throws IOException {
    var limits = storage(2 * MIB, 100L * MIB);
    var first = admitted(OWNER, "signer", code(MIB));
    assertThat(admit(OWNER, "signer", code(MIB), limits))
        .isEqualTo(AdmitResult.SIGNER_STORAGE_SPENT);

    store.visits().end(first.key(), VisitEnding.killed("done", NOW)).await();
    store.forget(first.key()).await();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> admit(OWNER, "signer", code(MIB), limits) == AdmitResult.KEPT);
  }

  @Test
  void codeThatIsWantedNowIsNotWhatMakesRoom() throws IOException {
    var shared = code(MIB);
    var first = admitted(OWNER, "signer", shared);
    store.visits().end(first.key(), VisitEnding.killed("done", NOW)).await();
    store.forget(first.key()).await();
    reopen();

    var next = arrival(OWNER, "signer", shared);
    var without = new Arrival(next.agent().withoutCode(), next.passport(), "signer", NOW);
    assertThat(store.arrivals().admit(without, storage(MIB / 2, MIB / 2)).await())
        .isEqualTo(AdmitResult.SIGNER_STORAGE_SPENT);
    assertThat(store.arrivals().admit(without, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.KEPT);
    assertThat(store.code(next.passport().codeDigest())).contains(shared.toArray());
  }

  @Test
  void whoTakesTooMuchCostsNobodyElseTheirCode() throws IOException {
    var others = admitted(OTHER, "other", code(MIB));
    store.visits().end(others.key(), VisitEnding.killed("done", NOW)).await();
    store.forget(others.key()).await();
    var key = admitted(OWNER, "signer", code(1)).key();
    var use = new SignerUse("signer", NOW, SignerUsage.NONE);
    assertThat(
            store
                .visits()
                .checkpoint(key, progress(2 * MIB), use, new StorageLimits(MIB, 100L * MIB))
                .await())
        .contains(Share.SIGNER);
    assertThat(store.code(others.passport().codeDigest())).isPresent();
  }

  @Test
  void aCheckpointWithoutRoomIsNotKeptAndTheOneBeforeIs() throws IOException {
    var key = admitted(OWNER, "signer", code(1)).key();
    var use = new SignerUse("signer", NOW, usage(0, 1, 1, 1));
    var limits = new StorageLimits(MIB, 100L * MIB);
    assertThat(store.visits().checkpoint(key, progress(MIB / 2), use, limits).await()).isEmpty();
    assertThat(store.visits().checkpoint(key, progress(2 * MIB), use, limits).await())
        .contains(Share.SIGNER);
    assertThat(store.state(key).orElseThrow()).hasSize(MIB / 2);
    assertThat(store.usage("signer", NOW).pages()).isEqualTo(1);
    // A state that takes the place of another does not count twice.
    for (int i = 0; i < 10; i++) {
      assertThat(store.visits().checkpoint(key, progress(MIB / 2), use, limits).await()).isEmpty();
    }
  }

  @Test
  void parcelsThatNobodyCollectsAreBounded() throws IOException {
    var key = admitted(OWNER, "signer", code(1)).key();
    var use = new SignerUse("signer", NOW, SignerUsage.NONE);
    var limits = new StorageLimits(MIB, 100L * MIB);
    var random = new Random(1);
    Optional<Share> full = Optional.empty();
    int kept = 0;
    while (full.isEmpty() && kept < 1_000) {
      full = store.visits().checkpoint(key, progress(1, noise(random)), use, limits).await();
      kept++;
    }
    assertThat(full).contains(Share.SIGNER);
    assertThat(kept).isBetween(5, 40);

    store.visits().acknowledge(key, 1_000).await();
    assertThat(store.visits().checkpoint(key, progress(1, noise(random)), use, limits).await())
        .isEmpty();
  }

  @Test
  void whatAnInterruptedVisitSpentIsKnownAfterARestart() throws IOException {
    var arrival = admitted(OWNER, "signer", code(1));
    var spending =
        new VisitSpending(Duration.ofSeconds(7), 8, new VisitSpending.Said(9, 10, 11, 12));
    var tally = new VisitTally(Duration.ofSeconds(1), 2, 3, 4, 5, spending);
    var use = new SignerUse("signer", NOW, usage(0, 0, 0, 7_000));
    store.visits().setBack(arrival.key(), tally, tally, use).await();
    reopen();

    assertThat(store.find(arrival.key()).orElseThrow().tally()).isEqualTo(tally);
    assertThat(store.usage("signer", NOW)).isEqualTo(usage(1, 0, 0, 7_000));

    store.visits().end(arrival.key(), VisitEnding.killed("done", NOW)).await();
    store.visits().setBack(arrival.key(), tally, VisitTally.NONE, use).await();
    assertThat(store.find(arrival.key()).orElseThrow().tally()).isEqualTo(tally);
  }

  @Test
  void pagesThatWereReadAfterTheLastCheckpointCountOnceWhereAVisitEndsThere() throws IOException {
    var use = new SignerUse("signer", NOW, SignerUsage.NONE);
    var repeated = admitted(OWNER, "signer", code(1)).key();
    var ended = admitted(OWNER, "signer", code(2)).key();
    for (var key : List.of(repeated, ended)) {
      store.visits().setBack(key, pages(50), pages(0), use).await();
      store.visits().setBack(key, pages(20), pages(0), use).await();
    }
    reopen();
    var progress = new VisitProgress(new byte[0], List.of(), pages(60));
    assertThat(store.visits().checkpoint(repeated, progress, use, StorageLimits.NONE).await())
        .isEmpty();
    for (var key : List.of(repeated, ended)) {
      store.visits().end(key, VisitEnding.killed("done", NOW)).await();
    }
    assertThat(store.find(repeated).orElseThrow().tally()).isEqualTo(pages(60));
    assertThat(store.find(ended).orElseThrow().tally()).isEqualTo(pages(50));
    assertThat(SavingsRow.read(folder.resolve("data"), Optional.empty()))
        .extracting(SavingsRow::pages)
        .containsExactly(110L);
  }

  private static VisitTally pages(int pages) {
    return new VisitTally(Duration.ZERO, pages, pages * 100L, pages * 30L, 0, VisitSpending.NONE);
  }

  @Test
  void whatIsForgottenIsGivenBackToTheDisk() throws IOException {
    var large = new ArrayList<VisitKey>();
    for (int i = 0; i < 10; i++) {
      large.add(admitted(OWNER, "signer", code(8 * MIB)).key());
    }
    for (var key : large) {
      store.visits().end(key, VisitEnding.killed("done", NOW)).await();
    }
    store.tidy(NOW.plus(Duration.ofDays(3)), Duration.ofDays(2));
    reopen();
    assertThat(Files.size(folder.resolve("data/host.db"))).isLessThan(20L * MIB);
  }

  private void reopen() throws IOException {
    store.close();
    store = Store.open(folder.resolve("data"));
  }

  private Arrival admitted(SigningKey owner, String signer, Bytes code) throws IOException {
    var arrival = arrival(owner, signer, code);
    assertThat(store.arrivals().admit(arrival, IntakeLimits.unfinished(1_000)).await())
        .isEqualTo(AdmitResult.KEPT);
    return arrival;
  }

  private AdmitResult admit(SigningKey owner, String signer, Bytes code, IntakeLimits limits)
      throws IOException {
    return store.arrivals().admit(arrival(owner, signer, code), limits).await();
  }

  private Arrival arrival(SigningKey owner, String signer, Bytes code) {
    int number = ++agents;
    var arrival =
        TestArrivals.arrival(
            owner, "a" + number, "d" + number, "nonce-%08d".formatted(number), code);
    return new Arrival(arrival.agent(), arrival.passport(), signer, NOW);
  }

  /// Each time with other code.
  private Bytes code(int bytes) {
    var code = new byte[bytes];
    new Random(++agents).nextBytes(code);
    return Bytes.wrap(code);
  }

  private static ParcelLine noise(Random random) {
    var text = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      text.append((char) ('0' + random.nextInt(70)));
    }
    return new ParcelLine.Log(text.toString().replace('\\', '-').replace('"', '-'));
  }

  private static VisitProgress progress(int stateBytes, ParcelLine... lines) {
    var state = "s".repeat(stateBytes).getBytes(StandardCharsets.UTF_8);
    return new VisitProgress(state, List.of(lines), VisitTally.NONE);
  }

  private static IntakeLimits storage(long signerBytes, long allBytes) {
    return new IntakeLimits(1_000, SignerUsage.UNBOUNDED, new StorageLimits(signerBytes, allBytes));
  }

  private static SignerUsage usage(long visits, long pages, long pageBytes, long cpuMillis) {
    return new SignerUsage(visits, pages, pageBytes, Duration.ofMillis(cpuMillis));
  }

  @Test
  void theUseOfCodeIsWrittenOnceInAWhile() throws SQLException {
    var uses = new StorageUse(() -> 0);
    try (var session = new SqliteSession(DriverManager.getConnection("jdbc:sqlite::memory:"))) {
      session.execute("CREATE TABLE code (digest TEXT PRIMARY KEY, used INTEGER)");
      session.update("INSERT INTO code (digest, used) VALUES (?, ?)", "d", Instant.EPOCH);

      uses.codeUsed(session, "d", NOW);
      assertThat(used(session)).isEqualTo(NOW);
      uses.codeUsed(session, "d", NOW.plusSeconds(9));
      assertThat(used(session)).isEqualTo(NOW);
      uses.codeUsed(session, "d", NOW.plusSeconds(10));
      assertThat(used(session)).isEqualTo(NOW.plusSeconds(10));
      // The clock was set back: the kept time must not stay in the future.
      uses.codeUsed(session, "d", NOW);
      assertThat(used(session)).isEqualTo(NOW);
    }
  }

  private static Instant used(SqliteSession session) throws SQLException {
    return Instant.ofEpochMilli(session.number("SELECT used FROM code WHERE digest = ?", "d"));
  }

  @Test
  void manyVisitsAreCountedTenTimesASecondAtMost() throws SQLException {
    var nanoTime = new AtomicLong();
    var uses = new StorageUse(nanoTime::get);
    int most = StorageUse.FEW_VISITS + 1;
    try (var session = visits(most)) {
      assertThat(uses.hasFewerVisits(most, session)).isFalse();

      end(session, 1);
      assertThat(uses.hasFewerVisits(most, session)).isFalse();
      nanoTime.addAndGet(Duration.ofMillis(100).toNanos());
      assertThat(uses.hasFewerVisits(most, session)).isTrue();
    }
  }

  @Test
  void roomAmongFewVisitsIsFoundAtOnce() throws SQLException {
    var uses = new StorageUse(() -> 0);
    try (var session = visits(5)) {
      assertThat(uses.hasFewerVisits(5, session)).isFalse();
      end(session, 1);
      assertThat(uses.hasFewerVisits(5, session)).isTrue();
    }
  }

  @Test
  void thatNothingHasRoomIsKnownWithoutCounting() throws SQLException {
    try (var session = new SqliteSession(DriverManager.getConnection("jdbc:sqlite::memory:"))) {
      // There is no table to count.
      assertThat(new StorageUse(() -> 0).hasFewerVisits(0, session)).isFalse();
    }
  }

  /// A session with the part of the table of visits that is counted.
  private static SqliteSession visits(int count) throws SQLException {
    var session = new SqliteSession(DriverManager.getConnection("jdbc:sqlite::memory:"));
    session.execute("CREATE TABLE visit (id INTEGER PRIMARY KEY, phase TEXT)");
    session.update(
        "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?)"
            + " INSERT INTO visit (id, phase) SELECT id, ? FROM n",
        count,
        VisitState.WAITING.word());
    return session;
  }

  private static void end(SqliteSession session, int id) throws SQLException {
    session.update("UPDATE visit SET phase = ? WHERE id = ?", VisitState.FINISHED.word(), id);
  }
}

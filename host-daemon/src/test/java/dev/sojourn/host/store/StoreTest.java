package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.signature.NonceMemory;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitTally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(120);
  private static final Bytes CODE = Bytes.utf8("a jar");
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());

  private static final SignerUse USE = new SignerUse("signer", NOW, SignerUsage.NONE);

  @TempDir Path folder;
  private Store store;

  @BeforeEach
  void open() throws IOException {
    store = Store.open(folder.resolve("data"));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  /// This holds also in an older directory that others may read.
  @Test
  void nobodyElseCanReadWhatAHostKeeps() throws IOException {
    var given = Files.createDirectory(folder.resolve("given"));
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (var other = Store.open(given);
        var entries = Files.list(given)) {
      assertThat(
              other
                  .arrivals()
                  .admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10))
                  .await())
          .isEqualTo(AdmitResult.KEPT);
      assertThat(entries.filter(entry -> !entry.endsWith("lock")))
          .isNotEmpty()
          .allSatisfy(
              entry ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(entry)))
                      .isEqualTo("rw-------"));
    }
    assertThat(Files.getPosixFilePermissions(folder.resolve("data")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void keepsAnAgentAcrossARestart() throws IOException {
    var arrival = arrival("a1", "d1", "nonce-01");

    assertThat(store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.KEPT);
    reopen();

    var kept = store.find(arrival.key()).orElseThrow();
    assertThat(kept.passport()).isEqualTo(arrival.passport());
    assertThat(kept.status().state()).isEqualTo(VisitState.WAITING);
    assertThat(kept.tally()).isEqualTo(VisitTally.NONE);
    assertThat(kept.arrived()).isEqualTo(NOW);
    assertThat(kept.agent().code()).isEmpty();
    assertThat(store.code(Digest.of(CODE)))
        .hasValueSatisfying(jar -> assertThat(jar).isEqualTo(CODE.toArray()));
    assertThat(store.unfinished()).extracting(KeptVisit::key).containsExactly(arrival.key());
  }

  @Test
  void aHopLogComesBackWithItsVisitAndGoesWithIt() throws IOException {
    var plain = arrival("a1", "d1", "nonce-01");
    var log = List.of(Envelope.sign("text/plain", Bytes.utf8("a stay"), OWNER));
    store
        .arrivals()
        .admit(
            new Arrival(plain.agent().withHops(log), plain.passport(), "signer", NOW),
            IntakeLimits.unfinished(10))
        .await();
    reopen();

    assertThat(store.find(plain.key()).orElseThrow().agent().hops()).isEqualTo(log);
    assertThat(store.unfinished()).extracting(visit -> visit.agent().hops()).containsExactly(log);

    store.visits().end(plain.key(), VisitEnding.killed("done", NOW)).await();
    assertThat(
            store
                .arrivals()
                .admit(arrival("a1", "d2", "nonce-02"), IntakeLimits.unfinished(10))
                .await())
        .isEqualTo(AdmitResult.KEPT);
    assertThat(store.find(plain.key()).orElseThrow().agent().hops()).isEmpty();
  }

  @Test
  void theDirectoryIsOfItsOwnerOnly() throws IOException {
    assertThat(Files.getPosixFilePermissions(folder.resolve("data"))).hasSize(3);
  }

  @Test
  void aSecondProcessIsTurnedAway() {
    assertThatThrownBy(() -> Store.open(folder.resolve("data")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another host daemon");
  }

  @Test
  void theSameTransferAgainIsRecognisedAlsoAfterARestart() throws IOException {
    var arrival = arrival("a1", "d1", "nonce-01");
    store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
    reopen();

    assertThat(store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.REPEATED);
  }

  @Test
  void aTransferOfAVisitThatIsForgottenIsStillRecognised() throws IOException {
    var arrival = arrival("a1", "d1", "nonce-01");
    store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
    store.forget(arrival.key()).await();

    assertThat(store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.REPEATED);
    assertThat(store.find(arrival.key())).isEmpty();
  }

  @Test
  void aDispatchIdOrANonceWithAnotherPassportIsReused() throws IOException {
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();

    assertThat(
            store
                .arrivals()
                .admit(arrival("a2", "d1", "nonce-02"), IntakeLimits.unfinished(10))
                .await())
        .isEqualTo(AdmitResult.REUSED);
    assertThat(
            store
                .arrivals()
                .admit(arrival("a2", "d2", "nonce-01"), IntakeLimits.unfinished(10))
                .await())
        .isEqualTo(AdmitResult.REUSED);
    assertThat(store.find(arrival("a2", "d2", "nonce-02").key())).isEmpty();
  }

  @Test
  void codeThatIsNotHereIsAskedForAndNothingIsKept() throws IOException {
    var arrival = arrival("a1", "d1", "nonce-01");
    var without = new Arrival(arrival.agent().withoutCode(), arrival.passport(), "signer", NOW);

    assertThat(store.arrivals().admit(without, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.CODE_MISSING);
    assertThat(store.find(arrival.key())).isEmpty();
    assertThat(store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.KEPT);
  }

  @Test
  void codeThatIsHereNeedNotCome() throws IOException {
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();
    var second = arrival("a2", "d2", "nonce-02");

    assertThat(
            store
                .arrivals()
                .admit(
                    new Arrival(second.agent().withoutCode(), second.passport(), "signer", NOW),
                    IntakeLimits.unfinished(10))
                .await())
        .isEqualTo(AdmitResult.KEPT);
  }

  @Test
  void anAgentUnderWayIsNotReplacedAndOneThatEndedIs() throws IOException {
    var first = arrival("a1", "d1", "nonce-01");
    store.arrivals().admit(first, IntakeLimits.unfinished(10)).await();

    assertThat(
            store
                .arrivals()
                .admit(arrival("a1", "d2", "nonce-02"), IntakeLimits.unfinished(10))
                .await())
        .isEqualTo(AdmitResult.AGENT_HERE);

    store
        .visits()
        .checkpoint(first.key(), progress("state", finding("1")), USE, StorageLimits.NONE)
        .await();
    store.visits().end(first.key(), VisitEnding.killed("done", NOW)).await();
    assertThat(
            store
                .arrivals()
                .admit(arrival("a1", "d2", "nonce-02"), IntakeLimits.unfinished(10))
                .await())
        .isEqualTo(AdmitResult.KEPT);
    var visit = store.find(first.key()).orElseThrow();
    assertThat(visit.status().lastParcel()).isZero();
    assertThat(store.parcels(first.key(), 0, 1_000_000)).isEmpty();
    assertThat(store.state(first.key())).isEmpty();
  }

  @Test
  void moreVisitsThanMayWaitAreTurnedAway() throws IOException {
    assertThat(
            store
                .arrivals()
                .admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(1))
                .await())
        .isEqualTo(AdmitResult.KEPT);
    assertThat(
            store
                .arrivals()
                .admit(arrival("a2", "d2", "nonce-02"), IntakeLimits.unfinished(1))
                .await())
        .isEqualTo(AdmitResult.CROWDED);
  }

  @Test
  void aVisitThatEndsMakesRoomForAnother() throws IOException {
    var first = arrival("a1", "d1", "nonce-01");
    store.arrivals().admit(first, IntakeLimits.unfinished(2)).await();
    store.arrivals().admit(arrival("a2", "d2", "nonce-02"), IntakeLimits.unfinished(2)).await();
    assertThat(
            store
                .arrivals()
                .admit(arrival("a3", "d3", "nonce-03"), IntakeLimits.unfinished(2))
                .await())
        .isEqualTo(AdmitResult.CROWDED);

    store.visits().end(first.key(), VisitEnding.killed("done", NOW)).await();

    assertThat(
            store
                .arrivals()
                .admit(arrival("a3", "d3", "nonce-03"), IntakeLimits.unfinished(2))
                .await())
        .isEqualTo(AdmitResult.KEPT);
    assertThat(
            store
                .arrivals()
                .admit(arrival("a4", "d4", "nonce-04"), IntakeLimits.unfinished(2))
                .await())
        .isEqualTo(AdmitResult.CROWDED);
    assertThat(
            store
                .arrivals()
                .admit(arrival("a4", "d4", "nonce-04"), IntakeLimits.unfinished(3))
                .await())
        .isEqualTo(AdmitResult.KEPT);
  }

  @Test
  void aCheckpointKeepsStateLinesAndTallyTogether() throws IOException {
    var key = arrival("a1", "d1", "nonce-01").key();
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();
    store.visits().begun(key, NOW).await();

    store
        .visits()
        .checkpoint(
            key,
            progress("one", finding("1"), new ParcelLine.Log("hello")),
            USE,
            StorageLimits.NONE)
        .await();
    store.visits().checkpoint(key, progress("two", finding("2")), USE, StorageLimits.NONE).await();
    reopen();

    var status = store.find(key).orElseThrow().status();
    assertThat(status.state()).isEqualTo(VisitState.RUNNING);
    assertThat(status.started()).contains(NOW);
    assertThat(status.lastParcel()).isEqualTo(2);
    assertThat(status.pages()).isEqualTo(3);
    assertThat(text(store.state(key))).isEqualTo("two");
    assertThat(lines(store.parcels(key, 0, 1_000_000)))
        .containsExactly(finding("1"), new ParcelLine.Log("hello"), finding("2"));
  }

  @Test
  void aCheckpointWithoutLinesMakesNoParcel() throws IOException {
    var key = arrival("a1", "d1", "nonce-01").key();
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();

    store.visits().checkpoint(key, progress("one"), USE, StorageLimits.NONE).await();

    assertThat(store.find(key).orElseThrow().status().lastParcel()).isZero();
    assertThat(text(store.state(key))).isEqualTo("one");
  }

  @Test
  void theEndIsKeptWithTheLastLines() throws IOException {
    var key = arrival("a1", "d1", "nonce-01").key();
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();

    store
        .visits()
        .end(
            key,
            new VisitEnding(
                new VisitOutcome.Finished(List.of("http://a.example/1", "http://b.example/2")),
                List.of(finding("last")),
                Optional.of("final".getBytes(StandardCharsets.UTF_8)),
                Optional.of(new VisitTally(Duration.ofSeconds(5), 7, 8, 9, 10, VisitSpending.NONE)),
                NOW.plusSeconds(9)))
        .await();
    reopen();

    var visit = store.find(key).orElseThrow();
    assertThat(visit.status().state()).isEqualTo(VisitState.FINISHED);
    assertThat(visit.status().next()).containsExactly("http://a.example/1", "http://b.example/2");
    assertThat(visit.status().ended()).contains(NOW.plusSeconds(9));
    assertThat(visit.tally())
        .isEqualTo(new VisitTally(Duration.ofSeconds(5), 7, 8, 9, 10, VisitSpending.NONE));
    assertThat(text(store.state(key))).isEqualTo("final");
    assertThat(lines(store.parcels(key, 0, 1_000_000))).containsExactly(finding("last"));
    assertThat(store.unfinished()).isEmpty();
  }

  @Test
  void acknowledgedParcelsAreForgottenAndNumbersGoOn() throws IOException {
    var key = arrival("a1", "d1", "nonce-01").key();
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();
    store.visits().checkpoint(key, progress("s", finding("1")), USE, StorageLimits.NONE).await();
    store.visits().checkpoint(key, progress("s", finding("2")), USE, StorageLimits.NONE).await();

    store.visits().acknowledge(key, 2).await();
    store.visits().checkpoint(key, progress("s", finding("3")), USE, StorageLimits.NONE).await();

    assertThat(store.parcels(key, 0, 1_000_000)).extracting(Parcel::number).containsExactly(3L);
  }

  @Test
  void aDeliveryIsBoundedAndHoldsAtLeastOneParcel() throws IOException {
    var key = arrival("a1", "d1", "nonce-01").key();
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();
    for (int i = 0; i < 5; i++) {
      store
          .visits()
          .checkpoint(key, progress("s", finding("x" + i)), USE, StorageLimits.NONE)
          .await();
    }

    assertThat(store.parcels(key, 0, 1)).extracting(Parcel::number).containsExactly(1L);
    assertThat(store.parcels(key, 3, 1_000_000)).extracting(Parcel::number).containsExactly(4L, 5L);
  }

  @Test
  void twoOwnersMayNameTheirAgentsAlike() throws IOException {
    var other = SigningKey.generate(new SecureRandom());
    var ours = arrival("a1", "d1", "nonce-01");
    var theirs = arrival(other, "a1", "d1", "nonce-01");

    assertThat(store.arrivals().admit(ours, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.KEPT);
    assertThat(store.arrivals().admit(theirs, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.KEPT);
    store.forget(ours.key()).await();

    assertThat(store.find(theirs.key())).isPresent();
  }

  @Test
  void aNonceIsGoodOnceAlsoAfterARestart() throws IOException {
    assertThat(store.useNonce("key", "n", NOW, NOW, NOW)).isEqualTo(NonceMemory.Use.FRESH);
    assertThat(store.useNonce("key", "n", NOW, NOW, NOW)).isEqualTo(NonceMemory.Use.USED);
    assertThat(store.useNonce("other", "n", NOW, NOW, NOW)).isEqualTo(NonceMemory.Use.FRESH);
    reopen();
    assertThat(store.useNonce("key", "n", NOW, NOW, NOW)).isEqualTo(NonceMemory.Use.USED);
  }

  @Test
  void aKeyHasAsManyNoncesAsTheOperatorSet() throws IOException {
    store.close();
    store = Store.open(folder.resolve("data"), 3);
    for (int i = 0; i < 3; i++) {
      assertThat(store.useNonce("key", "n" + i, NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FRESH);
    }
    assertThat(store.useNonce("key", "n3", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FULL);
    assertThat(store.useNonce("other", "n3", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FRESH);
  }

  /// A copy of the files is what a crash leaves behind: the nonce may be in them, or not yet.
  @Test
  void aNonceIsNotGoodAgainAfterACrash() throws IOException {
    assertThat(store.useNonce("key", "n", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FRESH);
    try (var crashed = Store.open(copyOfFiles())) {
      assertThat(crashed.useNonce("key", "n", NOW, LATER, NOW))
          .isIn(NonceMemory.Use.USED, NonceMemory.Use.UNCERTAIN);
    }
  }

  @Test
  void afterACrashOnlySignaturesOfItsMomentAreRefused() throws IOException {
    store.useNonce("key", "n", NOW, LATER, NOW);
    try (var crashed = Store.open(copyOfFiles())) {
      assertThat(crashed.useNonce("key", "m", NOW.plusSeconds(2), LATER, NOW))
          .as("signed when the first may not have been on disk")
          .isEqualTo(NonceMemory.Use.UNCERTAIN);
      assertThat(crashed.useNonce("key", "m", NOW.plusSeconds(3), LATER, NOW))
          .isEqualTo(NonceMemory.Use.FRESH);
    }
    var again = folder.resolve("crashed");
    try (var reopened = Store.open(again)) {
      assertThat(reopened.useNonce("key", "o", NOW.plusSeconds(2), LATER, NOW))
          .as("an orderly end does not bring back what the crash lost")
          .isEqualTo(NonceMemory.Use.UNCERTAIN);
      assertThat(reopened.useNonce("key", "o", NOW.plusSeconds(3), LATER, NOW))
          .isEqualTo(NonceMemory.Use.FRESH);
    }
  }

  /// Whether the first of them is on disk, or not yet, when the others come.
  @Test
  void ofManyUsesOfANonceAtOnceOneCounts() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 40; i++) {
        var nonce = "n" + i;
        Callable<NonceMemory.Use> use = () -> store.useNonce("key", nonce, NOW, LATER, NOW);
        var uses = threads.invokeAll(Collections.nCopies(8, use));
        assertThat(uses.stream().map(Future::resultNow)).containsOnlyOnce(NonceMemory.Use.FRESH);
        assertThat(store.useNonce("key", nonce, NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.USED);
      }
    }
  }

  @Test
  void afterAnOrderlyEndNoNonceIsUncertain() throws IOException {
    store.useNonce("key", "n", NOW, LATER, NOW);
    reopen();

    assertThat(store.useNonce("key", "n", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.USED);
    assertThat(store.useNonce("key", "m", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FRESH);
  }

  @Test
  void aKeyWithAsManyNoncesAsFitGetsNoMoreUntilTheyExpire() throws Exception {
    store.close();
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("data/host.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
              + " INSERT INTO nonce (key, nonce, expires) SELECT 'key', 'n' || i, "
              + NOW.plusSeconds(60).toEpochMilli()
              + " FROM n");
    }
    store = Store.open(folder.resolve("data"));

    assertThat(store.useNonce("key", "m", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FULL);
    assertThat(store.useNonce("other", "m", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FRESH);
    assertThat(store.useNonce("key", "m", NOW, LATER, NOW.plusSeconds(61)))
        .isEqualTo(NonceMemory.Use.FRESH);
  }

  /// Each count takes the thread that writes for milliseconds, and a trusted key may ask often.
  @Test
  void aKeyThatGoesOnThoughItIsFullDoesNotHaveItsNoncesCountedEachTime() throws Exception {
    store.close();
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("data/host.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
              + " INSERT INTO nonce (key, nonce, expires) SELECT 'key', 'n' || i, "
              + NOW.plusMillis(100).toEpochMilli()
              + " FROM n");
    }
    store = Store.open(folder.resolve("data"));
    var late = LATER.plusSeconds(9);

    assertThat(store.useNonce("key", "m", NOW, late, NOW)).isEqualTo(NonceMemory.Use.FULL);
    assertThat(store.useNonce("key", "m", NOW, late, NOW.plusMillis(999)))
        .as("a count would find that all have expired")
        .isEqualTo(NonceMemory.Use.FULL);
    assertThat(store.useNonce("key", "m", NOW, late, NOW.plusSeconds(1)))
        .isEqualTo(NonceMemory.Use.FRESH);
  }

  @Test
  void aForgottenNonceIsNotGoodAgainWhenTheClockGoesBack() throws IOException {
    store.useNonce("key", "n", NOW, LATER, NOW);
    store.tidy(NOW.plus(Duration.ofDays(1)), Duration.ofDays(2));

    assertThat(store.useNonce("key", "n", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.UNCERTAIN);
    reopen();
    assertThat(store.useNonce("key", "n", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.UNCERTAIN);
    assertThat(store.useNonce("key", "n", NOW, LATER.plusSeconds(1), NOW))
        .as("a signature that expires later is another one")
        .isEqualTo(NonceMemory.Use.FRESH);
  }

  /// The clock is a day ahead while the host starts, the host forgets the transfer, and the clock
  /// is set right. Then the passport is good again.
  @Test
  void aPackageDoesNotRunTwiceWhenTheClockWasAheadAndGoesBack() throws IOException {
    var arrival = arrival("a1", "d1", "nonce-01");
    store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
    store.visits().end(arrival.key(), VisitEnding.killed("done", NOW)).await();
    store.forget(arrival.key()).await();
    store.tidy(NOW.plus(Duration.ofDays(1)), Duration.ofDays(2));

    assertThat(store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.UNCERTAIN);
    reopen();
    assertThat(store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await())
        .isEqualTo(AdmitResult.UNCERTAIN);
    assertThat(store.arrivals().admit(later(arrival), IntakeLimits.unfinished(10)).await())
        .as("a passport that expires later is another one")
        .isEqualTo(AdmitResult.KEPT);
  }

  private static Arrival later(Arrival arrival) {
    var p = arrival.passport();
    var later =
        new Passport(
            p.identity(),
            p.grant(),
            p.journey(),
            new Passport.Validity(
                p.audience(), p.notBefore(), p.expires().plusSeconds(1), "nonce-02"));
    return new Arrival(AgentPackage.sign(later, OWNER, CODE), later, "signer", NOW);
  }

  /// A DISPOSE and a DISPATCH of the same name come between the operator's look and the deletion.
  @Test
  void droppingAVisitDeletesNothingOfALaterOneOfItsName() throws IOException {
    var first = arrival("a1", "d1", "nonce-01");
    store.arrivals().admit(first, IntakeLimits.unfinished(10)).await();
    store
        .visits()
        .checkpoint(first.key(), progress("s", finding("1")), USE, StorageLimits.NONE)
        .await();
    store.visits().end(first.key(), VisitEnding.killed("done", NOW)).await();
    var dropped = store.find(first.key()).orElseThrow();
    store.forget(first.key()).await();
    var second = arrival("a1", "d2", "nonce-02");
    store
        .arrivals()
        .admit(
            new Arrival(second.agent(), second.passport(), "signer", NOW.plusMillis(1)),
            IntakeLimits.unfinished(10))
        .await();
    store
        .visits()
        .checkpoint(first.key(), progress("s", finding("2")), USE, StorageLimits.NONE)
        .await();

    store.visits().dropParcels(dropped).await();
    assertThat(lines(store.parcels(first.key(), 0, 1_000_000))).containsExactly(finding("2"));
    store.visits().dropParcels(store.find(first.key()).orElseThrow()).await();
    assertThat(store.parcels(first.key(), 0, 1_000_000)).isEmpty();
  }

  private Path copyOfFiles() throws IOException {
    var copy = Files.createDirectory(folder.resolve("crashed"));
    for (var name : List.of("host.db", "host.db-wal")) {
      Files.copy(folder.resolve("data").resolve(name), copy.resolve(name));
    }
    return copy;
  }

  @Test
  void tidyingForgetsOnlyWhatNobodyCanNeed() throws IOException {
    var old = arrival("a1", "d1", "nonce-01");
    var young = arrival("a2", "d2", "nonce-02");
    store.arrivals().admit(old, IntakeLimits.unfinished(10)).await();
    store.arrivals().admit(young, IntakeLimits.unfinished(10)).await();
    store.visits().end(old.key(), VisitEnding.killed("done", NOW)).await();
    store.useNonce("key", "n", NOW, NOW, NOW);

    assertThat(store.tidy(NOW.plus(Duration.ofDays(3)), Duration.ofDays(2))).isEqualTo(1);

    assertThat(store.find(old.key())).isEmpty();
    assertThat(store.find(young.key())).isPresent();
    assertThat(store.code(Digest.of(CODE))).as("a visit still uses it").isPresent();
    assertThat(store.useNonce("key", "n", NOW, LATER, NOW)).isEqualTo(NonceMemory.Use.FRESH);
    store.forget(young.key()).await();
    store.tidy(NOW.plus(Duration.ofDays(3)), Duration.ofDays(2));
    assertThat(store.code(Digest.of(CODE))).isEmpty();
  }

  @Test
  void manyWritersAtOnceShareCommitsAndLoseNothing() throws Exception {
    var key = arrival("a1", "d1", "nonce-01").key();
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writes = new ArrayList<CompletableFuture<Void>>();
      for (int i = 0; i < 200; i++) {
        var line = finding("x" + i);
        writes.add(
            CompletableFuture.runAsync(
                () -> {
                  try {
                    store
                        .visits()
                        .checkpoint(key, progress("s", line), USE, StorageLimits.NONE)
                        .await();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                },
                threads));
      }
      CompletableFuture.allOf(writes.toArray(CompletableFuture<?>[]::new)).get();
    }
    assertThat(store.parcels(key, 0, 1L << 30))
        .extracting(Parcel::number)
        .hasSize(200)
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void aWriteThatFailsDoesNotTakeOthersWithIt() throws IOException {
    var arrival = arrival("a1", "d1", "nonce-01");
    store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
    var nobody = new VisitKey(OWNER.id(), "nobody");

    // A parcel of a visit that is not there breaks a foreign key.
    assertThatThrownBy(
            () ->
                store
                    .visits()
                    .checkpoint(nobody, progress("s", finding("1")), USE, StorageLimits.NONE)
                    .await())
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.isFull()).isFalse());

    store
        .visits()
        .checkpoint(arrival.key(), progress("s", finding("1")), USE, StorageLimits.NONE)
        .await();
    assertThat(store.parcels(arrival.key(), 0, 1_000)).hasSize(1);
  }

  @Test
  void whatWasSaidOfAnEndIsNotChangedByAVisitThatGoesOn() throws Exception {
    var key = arrival("a1", "d1", "nonce-01").key();
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();
    store.visits().end(key, VisitEnding.killed("Its owner called it back.", NOW)).await();
    var over = store.status(key);

    assertThatThrownBy(
            () ->
                store
                    .visits()
                    .checkpoint(key, progress("s", finding("1")), USE, StorageLimits.NONE)
                    .await())
        .isInstanceOf(StoreException.class);
    store.visits().begun(key, NOW).await();
    store.visits().end(key, VisitEnding.killed("Another word.", NOW.plusSeconds(1))).await();

    assertThat(store.status(key)).isEqualTo(over);
    assertThat(store.parcels(key, 0, 1_000)).isEmpty();
  }

  @Test
  void anInterruptWaitsForTheWriteAndIsKept() throws IOException {
    store.arrivals().admit(arrival("a1", "d1", "nonce-01"), IntakeLimits.unfinished(10)).await();

    Thread.currentThread().interrupt();
    store
        .visits()
        .checkpoint(
            arrival("a1", "d1", "nonce-01").key(),
            progress("s", finding("1")),
            USE,
            StorageLimits.NONE)
        .await();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(store.parcels(arrival("a1", "d1", "nonce-01").key(), 0, 1_000)).hasSize(1);
  }

  private void reopen() throws IOException {
    store.close();
    store = Store.open(folder.resolve("data"));
  }

  private static ParcelLine finding(String value) {
    return new ParcelLine.Finding("{\"value\":\"" + value + "\"}");
  }

  private static VisitProgress progress(String state, ParcelLine... lines) {
    return new VisitProgress(
        state.getBytes(StandardCharsets.UTF_8),
        List.of(lines),
        new VisitTally(Duration.ofSeconds(1), 3, 4, 5, 6, VisitSpending.NONE));
  }

  private static List<ParcelLine> lines(List<Parcel> parcels) {
    var lines = new ArrayList<ParcelLine>();
    for (var parcel : parcels) {
      var reading = parcel.unpack(ParcelLimits.DEFAULT);
      assertThat(reading).isInstanceOf(ParcelReading.Lines.class);
      lines.addAll(((ParcelReading.Lines) reading).toList());
    }
    return lines;
  }

  private static String text(Optional<byte[]> state) {
    return new String(state.orElseThrow(), StandardCharsets.UTF_8);
  }

  private static Arrival arrival(String agentId, String dispatchId, String nonce) {
    return arrival(OWNER, agentId, dispatchId, nonce);
  }

  private static Arrival arrival(
      SigningKey owner, String agentId, String dispatchId, String nonce) {
    return TestArrivals.arrival(owner, agentId, dispatchId, nonce, CODE);
  }
}

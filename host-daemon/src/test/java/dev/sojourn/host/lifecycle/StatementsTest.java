package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.JourneyVerifier;
import dev.sojourn.atp.journey.JourneyVerifier.Stay;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.daemon.HostFolder;
import dev.sojourn.host.daemon.HostKey;
import dev.sojourn.host.daemon.Owner;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.Terms;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.store.AdmitResult;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustedSigner;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The statements of hosts about stays, from their stores to the owner's verdict.
class StatementsTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final AtpAddress HOST = new AtpAddress("host.example", 10434);
  private static final Bytes CODE = Bytes.utf8("the code");

  private static final SignerUse USE = new SignerUse("signer", NOW, SignerUsage.NONE);

  @TempDir private Path folder = Path.of("");
  private final Owner owner = new Owner();
  private final List<SigningKey> hosts = new ArrayList<>();
  private HostConfig config;

  @BeforeEach
  void configure() throws IOException {
    var file = new HostFolder(folder).config(List.of(owner), "");
    config = ((ConfigReading.Valid) ConfigReader.read(file, Map.of(), Instant.now())).config();
  }

  @AfterEach
  void close() {
    owner.close();
  }

  @Test
  void aJourneyOverTwoHostsHolds() throws IOException {
    var first = owner.passport(HOST, CODE, "org.example.Indexer");
    var one = stay("one", owner.sign(first, CODE), first, 3);

    var passport = following(first, one);
    var second = stay("two", sign(passport, one.log(), one.state()), passport, 2);

    var stays = List.of(known(first, one), known(passport, second));
    assertThat(
            new JourneyVerifier(trust())
                .verify(first.agentId(), 0, Optional.empty(), stays, second.log()))
        .isInstanceOfSatisfying(
            JourneyVerifier.Outcome.Holds.class,
            holds -> {
              assertThat(holds.statements()).hasSize(2);
              assertThat(holds.statements().getLast().pages()).isEqualTo(2);
              assertThat(holds.statements().getFirst().time()).isEqualTo(Duration.ofMillis(30));
            });
    var lost =
        List.of(
            known(first, one),
            new Stay(
                passport.codeDigest(),
                passport.nonce(),
                passport.stateDigest(),
                Optional.empty(),
                ParcelChain.EMPTY.head()));
    assertThat(
            new JourneyVerifier(trust())
                .verify(first.agentId(), 0, Optional.empty(), lost, second.log()))
        .isInstanceOfSatisfying(
            JourneyVerifier.Outcome.Broken.class,
            broken -> assertThat(broken.sentence()).contains("other findings"));
  }

  @Test
  void aStatementStaysTheSameAfterARestartAndWhenItsParcelsAreGone() throws IOException {
    var passport = owner.passport(HOST, CODE, "org.example.Indexer");
    var before = stay("one", owner.sign(passport, CODE), passport, 3);
    var data = folder.resolve("one");
    try (var store = Store.open(data)) {
      var key = new VisitKey(passport.ownerKeyId(), passport.agentId());
      store.visits().acknowledge(key, 3).await();
      var statements = statements(store, data);
      var again = statements.of(store.find(key).orElseThrow()).orElseThrow();
      assertThat(again).isEqualTo(before.log().getLast());
      var status = statements.status(key, store.status(key).orElseThrow());
      assertThat(VisitStatus.read(status.toJson()).statement()).contains(again);
    } catch (JsonException e) {
      throw new IOException(e);
    }
  }

  /// A caller that waits for the end has the statement at once; a later one would say the same.
  @Test
  void theStatementIsKeptTogetherWithTheEnd() throws IOException {
    var passport = owner.passport(HOST, CODE, "org.example.Indexer");
    var key = new VisitKey(passport.ownerKeyId(), passport.agentId());
    var data = folder.resolve("one");
    try (var store = Store.open(data)) {
      store
          .arrivals()
          .admit(
              new Arrival(owner.sign(passport, CODE), passport, "signer", NOW),
              IntakeLimits.unfinished(10))
          .await();
      var statements = statements(store, data);
      var waiting = store.find(key).orElseThrow();
      store.visits().begun(key, NOW).await();
      store.visits().checkpoint(key, progress("state", 2), USE, StorageLimits.NONE).await();

      store
          .visits()
          .end(
              key,
              finished(Optional.empty()),
              statements.endSigner(waiting, granted(passport)),
              USE)
          .await();

      var kept = store.status(key).orElseThrow();
      assertThat(kept.status()).isEqualTo(store.find(key).orElseThrow().status());
      var envelope = statements.of(store.find(key).orElseThrow()).orElseThrow();
      assertThat(kept.statement()).contains(envelope.encode());
      assertThat(statements.status(key, kept).statement()).contains(envelope);
      var statement = HopStatement.read(envelope.payload());
      assertThat(statement.stateOut()).contains(Digest.of(Bytes.utf8("state")));
      assertThat(statement.findings()).isEqualTo(store.chain(key).orElseThrow());
      assertThat(statement.started()).isEqualTo(NOW);
      assertThat(statement.ended()).isEqualTo(NOW.plusSeconds(5));
      assertThat(statement.pages()).isEqualTo(2);
    } catch (JsonException e) {
      throw new IOException(e);
    }
  }

  @Test
  void aVisitThatIsNotOverHasNoStatement() throws IOException {
    var passport = owner.passport(HOST, CODE, "org.example.Indexer");
    try (var store = Store.open(folder.resolve("one"))) {
      store
          .arrivals()
          .admit(
              new Arrival(owner.sign(passport, CODE), passport, "signer", NOW),
              IntakeLimits.unfinished(10))
          .await();
      var key = new VisitKey(passport.ownerKeyId(), passport.agentId());
      assertThat(statements(store, folder.resolve("one")).of(store.find(key).orElseThrow()))
          .isEmpty();
    }
  }

  @Test
  void theKeyOfAHostIsItsOwnersOnlyAndStays() throws IOException {
    var data = folder.resolve("fresh");
    var key = HostKey.open(data);

    assertThat(HostKey.open(data).id()).isEqualTo(key.id());
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("host.key"))))
        .isEqualTo("rw-------");
  }

  /// The owner's knowledge after a stay.
  private record Home(List<Envelope> log, Bytes state, Digest findings) {}

  private Home stay(String host, AgentPackage agent, Passport passport, int parcels)
      throws IOException {
    var data = folder.resolve(host);
    try (var store = Store.open(data)) {
      assertThat(
              store
                  .arrivals()
                  .admit(new Arrival(agent, passport, "signer", NOW), IntakeLimits.unfinished(10))
                  .await())
          .isEqualTo(AdmitResult.KEPT);
      var key = new VisitKey(passport.ownerKeyId(), passport.agentId());
      store.visits().begun(key, NOW).await();
      var state = ("state of " + host).getBytes(StandardCharsets.UTF_8);
      for (int i = 1; i <= parcels; i++) {
        store
            .visits()
            .checkpoint(key, progress("state of " + host, i), USE, StorageLimits.NONE)
            .await();
      }
      store.visits().end(key, finished(Optional.of(state))).await();
      var chain = ParcelChain.EMPTY;
      for (var parcel : store.parcels(key, 0, Long.MAX_VALUE)) {
        chain = chain.then(parcel);
      }
      hosts.add(HostKey.open(data));
      var log = new ArrayList<>(agent.hops());
      log.add(statements(store, data).of(store.find(key).orElseThrow()).orElseThrow());
      return new Home(log, Bytes.wrap(state), chain.head());
    }
  }

  private static VisitProgress progress(String state, int i) {
    return new VisitProgress(
        state.getBytes(StandardCharsets.UTF_8),
        List.of(new ParcelLine.Finding("{\"n\":" + i + "}")),
        new VisitTally(Duration.ofMillis(10L * i), i, 100L * i, 50L * i, i, VisitSpending.NONE));
  }

  private static VisitEnding finished(Optional<byte[]> state) {
    return new VisitEnding(
        new VisitOutcome.Finished(List.of()),
        List.of(),
        state,
        Optional.empty(),
        NOW.plusSeconds(5));
  }

  private Terms.Granted granted(Passport passport) throws IOException {
    var rules =
        CurrentRules.Rules.of(
            config,
            (_, _) -> new KeyLookup.Result.NotPublished(),
            InstantSource.system(),
            TrustDecisions.NONE);
    return (Terms.Granted) Terms.of(passport, rules.sites(), config.limits());
  }

  private Statements statements(Store store, Path data) throws IOException {
    return new Statements(
        store,
        new CurrentRules(
            CurrentRules.Rules.of(
                config,
                (_, _) -> new KeyLookup.Result.NotPublished(),
                InstantSource.system(),
                TrustDecisions.NONE),
            InstantSource.system()),
        HostKey.open(data));
  }

  private static Stay known(Passport passport, Home home) {
    return new Stay(
        passport.codeDigest(),
        passport.nonce(),
        passport.stateDigest(),
        Optional.of(Digest.of(home.state())),
        home.findings());
  }

  /// The next passport of the same agent, which vouches for the earlier stays.
  private Passport following(Passport p, Home home) {
    var next = owner.passport(HOST, CODE, p.entryClass());
    return new Passport(
        new Passport.Identity(
            p.agentId(), next.dispatchId(), p.ownerKeyId(), p.signatureAgent(), p.productToken()),
        new Passport.Grant(p.codeDigest(), p.entryClass(), p.scope(), p.starts(), p.limits()),
        new Passport.Journey(
            home.log().size(),
            Optional.of(home.log().getLast().digest()),
            Optional.of(Digest.of(home.state()))),
        new Passport.Validity(p.audience(), p.notBefore(), p.expires(), next.nonce()));
  }

  private AgentPackage sign(Passport passport, List<Envelope> log, Bytes state) {
    return owner.sign(passport, CODE).withHops(log).withState(state);
  }

  private TrustList trust() {
    return id ->
        hosts.stream()
            .filter(key -> key.id().equals(id))
            .findFirst()
            .map(key -> new TrustedSigner("host", key.verifyKey()));
  }
}

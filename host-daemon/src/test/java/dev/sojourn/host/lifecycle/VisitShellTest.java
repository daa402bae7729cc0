package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.daemon.HostFolder;
import dev.sojourn.host.daemon.HostKey;
import dev.sojourn.host.daemon.Owner;
import dev.sojourn.host.metrics.VisitCounts;
import dev.sojourn.host.onward.OnwardHops;
import dev.sojourn.host.page.PageStore;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Visits that are ended before their agents run: there is no sandbox here.
@Timeout(60)
class VisitShellTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final InstantSource CLOCK = InstantSource.fixed(NOW);
  private static final String SIGNER = "signer";
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final KeyLookup NO_KEYS = (_, _) -> new KeyLookup.Result.NotPublished();

  @TempDir private Path folder = Path.of("");
  private final Owner owner = new Owner();
  private final RateLimitedLog faults = new RateLimitedLog(System.getLogger("test"));
  private final SignerPlaces places = new SignerPlaces(() -> 1, _ -> 1);
  private final AtomicInteger forgotten = new AtomicInteger();
  private Store store;
  private AuditTrail trail;
  private VisitExecution execution;
  private Arrival arrival;

  @BeforeEach
  void open() throws IOException {
    var data = folder.resolve("data");
    store = Store.open(data);
    var key = HostKey.open(data);
    trail =
        new AuditTrail(
            AuditLog.open(folder.resolve("audit"), AuditConfig.DEFAULT, key, () -> false, CLOCK),
            CLOCK);
    var file = new HostFolder(folder).config(List.of(owner), "");
    var config = ((ConfigReading.Valid) ConfigReader.read(file, Map.of(), NOW)).config();
    var rules =
        new CurrentRules(CurrentRules.Rules.of(config, NO_KEYS, CLOCK, TrustDecisions.NONE), CLOCK);
    var stays = new StayStore(store);
    execution =
        new VisitExecution(
            store,
            trail,
            rules,
            new TrustRecheck(
                new PackageVerifier(VerifierSettings.of(rules.owners(), Set.of()), CLOCK)),
            new Statements(store, rules, key),
            new VisitRunner(noSandbox(), CLOCK),
            PageStore.open(data, 0, CLOCK),
            () -> false,
            CLOCK,
            faults,
            new VisitCounts(Set::of),
            stays,
            new NoChanges(),
            new WakeSchedule(stays, new NoChanges(), rules, Duration.ofMillis(1), CLOCK, faults),
            OnwardHops.schedule(store, rules, key, trail, new NoHops(), CLOCK, faults));
    var code = Bytes.utf8("the code");
    var passport =
        owner.passport(new AtpAddress("host.example", 10434), code, "org.example.Indexer");
    arrival = new Arrival(owner.sign(passport, code), passport, SIGNER, NOW);
    store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
  }

  @AfterEach
  void close() throws IOException {
    trail.close();
    store.close();
    owner.close();
  }

  private static Sandbox noSandbox() {
    return (Sandbox)
        Proxy.newProxyInstance(
            Sandbox.class.getClassLoader(),
            new Class<?>[] {Sandbox.class},
            (_, method, _) -> {
              if (method.getName().equals("reader")) {
                return new InProcessReader();
              }
              throw new IllegalStateException(method.getName());
            });
  }

  private static final class NoChanges implements SiteChanges {
    @Override
    public ChangeMark mark(String origin) {
      return ChangeMark.NONE;
    }

    @Override
    public PageChanges since(String origin, ChangeMark mark, PageFilter filter) {
      return new PageChanges.Reported(List.of(), true);
    }

    @Override
    public boolean hasChangedSince(String origin, ChangeMark mark, PageFilter filter) {
      return false;
    }
  }

  private static final class NoHops implements OnwardHops.Owner {
    @Override
    public Optional<String> objection(KeptVisit visit) {
      return Optional.empty();
    }

    @Override
    public void end(KeptVisit visit, String reason) {}

    @Override
    public void settled(VisitKey key) {}
  }

  private VisitShell shell(Optional<VisitShell> earlier) {
    var visit =
        new ActiveVisit(arrival.key(), VisitLog.Guest.of(SIGNER, arrival, ""), Optional.empty());
    return new VisitShell(visit, earlier, Optional.empty(), store, places, execution, faults);
  }

  private void start(VisitShell shell) {
    shell.start(forgotten::incrementAndGet);
  }

  private VisitState onDisk() throws IOException {
    return store.status(arrival.key()).orElseThrow().status().state();
  }

  /// Its place is free for the next visit, and the table has forgotten it.
  private void assertLeft(VisitShell shell) throws InterruptedException {
    assertThat(shell.visit().awaitEnd(LONGEST)).isTrue();
    assertThat(forgotten).hasValue(1);
    assertThat(places.enter(SIGNER, () -> {}).isAtOnce()).isTrue();
  }

  @Test
  void aKillThatComesAsAVisitBeginsEndsIt() throws Exception {
    var shell = shell(Optional.empty());
    shell.announce(new VisitEvent.Killed("Its owner gave it up.", NOW));
    start(shell);

    assertLeft(shell);
    assertThat(onDisk()).isEqualTo(VisitState.KILLED);
    assertThat(store.status(arrival.key()).orElseThrow().status().reason())
        .isEqualTo("Its owner gave it up.");
  }

  @Test
  void aCloseThatComesAsAVisitBeginsLeavesItForTheNextStart() throws Exception {
    var shell = shell(Optional.empty());
    shell.announce(new VisitEvent.Closed());
    start(shell);

    assertLeft(shell);
    assertThat(onDisk()).isEqualTo(VisitState.WAITING);
    assertThat(store.unfinished()).hasSize(1);
  }

  @Test
  void aVisitBehindAnotherOfItsNameAsksForAPlaceOnceThatHasLeft() throws Exception {
    var taken = places.enter(SIGNER, () -> {});
    var earlier = shell(Optional.empty());
    var later = shell(Optional.of(earlier));
    start(later);
    assertThat(places.waiting(SIGNER)).isZero();
    earlier.announce(new VisitEvent.Closed());
    start(earlier);

    assertThat(earlier.visit().awaitEnd(LONGEST)).isTrue();
    await().until(() -> places.waiting(SIGNER) == 1);
    assertThat(later.visit().awaitEnd(Duration.ZERO)).isFalse();
    later.announce(new VisitEvent.Closed());
    assertThat(later.visit().awaitEnd(LONGEST)).isTrue();
    assertThat(places.waiting(SIGNER)).isZero();
    taken.leave();
  }
}

package dev.sojourn.host.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.release.ReleaseDecision;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The door through which answers leave.
class DeparturesTest {
  private static final AuditVisit VISIT = new AuditVisit("crawler.example", "key", "a1");

  private static final Instant CAME = Instant.parse("2026-11-24T10:00:00Z");

  @TempDir Path folder;

  @Test
  void anAnswerLeavesOnceItsLineIsOnDiskAndNotWithoutOne() throws IOException {
    try (var store = Store.open(folder.resolve("data"))) {
      anAnswerLeavesOnceItsLineIsOnDiskAndNotWithoutOne(store);
    }
  }

  private void anAnswerLeavesOnceItsLineIsOnDiskAndNotWithoutOne(Store store) throws IOException {
    var answer = AtpResponse.okay("text/plain", Bytes.utf8("what an agent found"));
    var trail = trail();
    var departures =
        new Departures(
            trail,
            store,
            new ReleaseCheck(store, Releases.open(folder, false)),
            InstantSource.system());

    assertThat(departures.leave(VISIT, Optional.empty(), "RETRACT", answer, Optional.empty()))
        .isEqualTo(answer);
    assertThat(Files.readString(folder.resolve("audit/audit-000000000000001.jsonl")))
        .contains(
            "\"agent\":\"a1\",\"method\":\"RETRACT\",\"bytes\":19,\"digest\":\""
                + Digest.of(answer.body()).hex());

    trail.close();
    var other = AtpResponse.okay("text/plain", Bytes.utf8("the rest of it"));
    var refusal = departures.leave(VISIT, Optional.empty(), "RETRACT", other, Optional.empty());
    assertThat(refusal.problem().code()).isEqualTo("audit-failed");
    assertThat(refusal.body().asUtf8()).doesNotContain("the rest");
  }

  /// A RETRACT beside a DISPOSE: the answer is made, and then the visit is forgotten.
  @Test
  void anAnswerAboutAVisitThatIsGoneDoesNotLeaveWhereTheOperatorReleasesFirst() throws IOException {
    try (var store = Store.open(folder.resolve("data"));
        var trail = trail()) {
      var answer = AtpResponse.okay("text/plain", Bytes.utf8("what an agent found"));
      var departures =
          new Departures(
              trail,
              store,
              new ReleaseCheck(store, Releases.open(folder, true)),
              InstantSource.system());

      var left = departures.leave(VISIT, Optional.empty(), "RETRACT", answer, Optional.empty());
      var noted =
          departures.announce(new VisitKey("key", "a1"), Optional.empty(), "STATUS", answer);

      assertThat(left.problem().code()).isEqualTo("agent-unknown");
      assertThat(noted.problem().code()).isEqualTo("agent-unknown");
    }
    assertThat(Files.readString(folder.resolve("audit/audit-000000000000001.jsonl")))
        .doesNotContain("\"event\":\"left\"");
  }

  /// The owner gives the visit up while a RETRACT is under way, and sends another agent of its
  /// name, which the operator releases. The findings of the first one must not leave by that
  /// release.
  @Test
  void whatAWithheldVisitFoundDoesNotLeaveByTheReleaseOfALaterVisitOfItsName() throws IOException {
    try (var store = Store.open(folder.resolve("data"));
        var trail = trail()) {
      var owner = SigningKey.generate(new SecureRandom());
      var releases = Releases.open(folder, true);
      var departures =
          new Departures(trail, store, new ReleaseCheck(store, releases), InstantSource.system());
      var first = keep(store, owner, "d1", CAME);
      var asked = departures.asked(AtpMethod.RETRACT, first);
      assertThat(asked.objection()).isEmpty();
      store.forget(first).await();
      var later = keep(store, owner, "d2", CAME.plusSeconds(1));
      releases.decide(
          List.of(
              new ReleaseDecision(
                  later, CAME.plusSeconds(1), true, "ab".repeat(32), CAME.plusSeconds(2))),
          _ -> true);

      var visit = new AuditVisit("crawler.example", owner.id(), "a1");
      var answer = AtpResponse.okay("text/plain", Bytes.utf8("what the first agent found"));
      var left = departures.leave(visit, asked.arrived(), "RETRACT", answer, Optional.empty());
      var noted = departures.announce(later, asked.arrived(), "STATUS", answer);
      assertThat(left.problem().code()).isEqualTo("withheld");
      assertThat(noted.problem().code()).isEqualTo("withheld");
      var again = departures.asked(AtpMethod.RETRACT, later);
      assertThat(departures.leave(visit, again.arrived(), "RETRACT", answer, Optional.empty()))
          .isEqualTo(answer);
    }
  }

  private static VisitKey keep(Store store, SigningKey owner, String dispatchId, Instant at)
      throws IOException {
    var code = Bytes.utf8("code");
    var passport =
        new Passport(
            new Passport.Identity("a1", dispatchId, owner.id(), Optional.empty(), "ExampleBot"),
            new Passport.Grant(
                Digest.of(code),
                "org.example.Indexer",
                new PassportScope("http://site.example", List.of("/"), List.of()),
                List.of("http://site.example/"),
                new PassportLimits(Duration.ofMinutes(1), 10, 1_000, 10)),
            new Passport.Journey(0, Optional.empty(), Optional.empty()),
            new Passport.Validity(
                new AtpAddress("127.0.0.1", 1_000),
                CAME,
                CAME.plusSeconds(600),
                "nonce-" + dispatchId));
    var arrival = new Arrival(AgentPackage.sign(passport, owner, code), passport, "signer", at);
    store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
    store.visits().end(arrival.key(), VisitEnding.killed("done", at)).await();
    return arrival.key();
  }

  private AuditTrail trail() throws IOException {
    var clock = InstantSource.system();
    var key = SigningKey.generate(new SecureRandom());
    return new AuditTrail(
        AuditLog.open(folder.resolve("audit"), AuditConfig.DEFAULT, key, () -> false, clock),
        clock);
  }
}

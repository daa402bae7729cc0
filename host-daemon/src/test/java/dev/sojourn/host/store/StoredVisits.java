package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.host.release.ReleaseDecision;
import dev.sojourn.host.rules.Ban;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.NonceMemory;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A scenario of visits as a daemon keeps them: each step in the order in which the daemon's parts
/// take it. It uses neither time nor chance, so its n-th operation is always the same one.
///
/// @param key the host's
/// @param owner of all agents
/// @param arrivals of agents, which are signed once and asked for in each of many runs
record StoredVisits(SigningKey key, SigningKey owner, Map<String, Arrival> arrivals) {
  static final Instant NOW = TestArrivals.NOW;
  static final String SIGNER = "signer";
  static final Bytes CODE = Bytes.utf8("a jar of some length ".repeat(300));

  /// The findings of a visit, one for each parcel.
  static final List<String> FINDINGS = List.of("1", "2", "3");

  private static final IntakeLimits LIMITS = IntakeLimits.unfinished(10);

  StoredVisits(SigningKey key, SigningKey owner) {
    this(key, owner, new ConcurrentHashMap<>());
  }

  Arrival arrival(String agent) {
    return arrivals.computeIfAbsent(
        agent,
        name -> TestArrivals.arrival(owner, name, "dispatch" + name, "nonce-for-" + name, CODE));
  }

  AuditVisit audited(String agent) {
    return new AuditVisit(SIGNER, owner.id(), agent);
  }

  /// Two visits from their arrival to the decision of the operator; one is given up by its owner.
  void run(HostDisk disk, FaultLedger ledger) {
    visit(disk, ledger, "a", NOW);
    if (ledger.hasKept("end a")) {
      ledger.step("release a", () -> decided(disk, "a", true));
      ledger.step("leave a", () -> left(disk, "a"));
      var _ = disk.store().visits().acknowledge(arrival("a").key(), 1);
    }
    ledger.step(
        "ban",
        () -> {
          TrustDecisions.read(disk.data())
              .with(new Ban("somebody", NOW, Optional.empty(), Optional.empty(), Optional.empty()))
              .write(disk.data());
          return true;
        });
    visit(disk, ledger, "b", NOW);
    if (ledger.hasKept("end b")) {
      ledger.step("drop b", () -> decided(disk, "b", false));
    }
    if (ledger.hasKept("admit a")) {
      ledger.step("dispose a", () -> disposed(disk, "a"));
    }
    ledger.step("tidy", () -> disk.store().tidy(NOW, Duration.ofDays(30)));
  }

  /// One visit from its arrival to its end; one whose checkpoint fails goes no further.
  ///
  /// @param signed when the request that brings it was signed
  void visit(HostDisk disk, FaultLedger ledger, String agent, Instant signed) {
    var key = arrival(agent).key();
    ledger.step("nonce " + agent, () -> fresh(disk, agent, signed));
    ledger.step("admit " + agent, () -> admitted(disk, agent));
    if (!ledger.hasKept("admit " + agent)) {
      return;
    }
    disk.trail().arrived(audited(agent), arrival(agent).passport(), 1_000, "192.0.2.1");
    var _ = disk.store().visits().begun(key, NOW);
    for (var finding : FINDINGS.subList(0, 2)) {
      ledger.step("parcel " + agent + finding, () -> checkpoint(disk, key, agent + finding));
      if (!ledger.hasKept("parcel " + agent + finding)) {
        return;
      }
    }
    ledger.step("end " + agent, () -> ended(disk, key, agent));
  }

  private boolean fresh(HostDisk disk, String nonce, Instant signed) throws IOException {
    var use = disk.store().useNonce(owner.id(), nonce, signed, signed.plusSeconds(120), NOW);
    return expected(use == NonceMemory.Use.FRESH, "the nonce is " + use);
  }

  private boolean admitted(HostDisk disk, String agent) throws IOException {
    var result = disk.store().arrivals().admit(arrival(agent), LIMITS).await();
    return expected(result == AdmitResult.KEPT, "the agent is " + result);
  }

  private static boolean expected(boolean is, String otherwise) {
    if (!is) {
      throw new IllegalStateException(otherwise);
    }
    return true;
  }

  private boolean checkpoint(HostDisk disk, VisitKey key, String finding) throws IOException {
    var lines = List.<ParcelLine>of(finding(finding));
    var full =
        disk.store()
            .visits()
            .checkpoint(
                key, new VisitProgress(state(finding), lines, tally()), use(), StorageLimits.NONE)
            .await();
    disk.trail().asked(audited(key.agentId()));
    disk.trail().writePages(audited(key.agentId()));
    return expected(full.isEmpty(), "no room for a checkpoint");
  }

  private boolean ended(HostDisk disk, VisitKey key, String agent) throws IOException {
    var visit = disk.store().find(key).orElseThrow();
    var last = agent + FINDINGS.getLast();
    var ending =
        new VisitEnding(
            new VisitOutcome.Recalled("its time is over"),
            List.of(finding(last)),
            Optional.of(state(last)),
            Optional.of(tally()),
            NOW);
    var status =
        disk.store()
            .visits()
            .end(
                key, ending, new EndStatementSigner(visit, Digest.of(new byte[0]), this.key), use())
            .await();
    disk.trail().ended(audited(agent), status.orElseThrow().status());
    return true;
  }

  /// As in `ReleaseCommands`: the line first.
  private boolean decided(HostDisk disk, String agent, boolean isReleased) throws IOException {
    var digest = Digest.of(Bytes.utf8(agent)).hex();
    disk.trail().decided(audited(agent), isReleased, digest);
    disk.releases()
        .decide(
            List.of(new ReleaseDecision(arrival(agent).key(), NOW, isReleased, digest, NOW)),
            _ -> true);
    return true;
  }

  /// As in `Departures`: the line first.
  private boolean left(HostDisk disk, String agent) throws IOException {
    var key = arrival(agent).key();
    var bytes = new StringBuilder();
    for (Parcel parcel : disk.store().parcels(key, 0, 1 << 20)) {
      bytes.append(parcel.digest().hex());
    }
    disk.trail()
        .left(
            audited(agent),
            Optional.empty(),
            "COLLECT",
            Bytes.utf8(bytes.toString()),
            Optional.of("1-3"));
    var _ = disk.store().countSent(key, NOW, bytes.length());
    return true;
  }

  private boolean disposed(HostDisk disk, String agent) throws IOException {
    var _ = disk.store().forget(arrival(agent).key()).await();
    disk.trail().disposed(audited(agent));
    return true;
  }

  static ParcelLine finding(String value) {
    return new ParcelLine.Finding("{\"value\":\"" + value + "\"}");
  }

  private static byte[] state(String last) {
    return ("after " + last).getBytes(StandardCharsets.UTF_8);
  }

  private static VisitTally tally() {
    return new VisitTally(Duration.ofSeconds(1), 1, 10, 5, 1, VisitSpending.NONE);
  }

  private static SignerUse use() {
    return new SignerUse(SIGNER, NOW, new SignerUsage(0, 1, 10, Duration.ofMillis(5)));
  }
}

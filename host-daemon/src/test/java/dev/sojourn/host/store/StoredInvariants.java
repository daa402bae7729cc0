package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditVerdict;
import dev.sojourn.host.audit.AuditVerifier;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.release.ReleaseState;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.identity.signature.NonceMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The invariants of a host's data after a fault: rows that must be there, rows that must not, and
/// rows that must agree.
///
/// @param visits the scenario
/// @param ledger the steps that were tried and kept before the fault
record StoredInvariants(StoredVisits visits, FaultLedger ledger) {

  /// The breaches, in sentences; none if all is well.
  List<String> breaches(HostDisk disk) throws IOException {
    var breaches = new ArrayList<String>();
    for (var agent : List.of("a", "b")) {
      breaches.addAll(visit(disk, agent));
    }
    var usage = disk.store().usage(StoredVisits.SIGNER, StoredVisits.NOW);
    within(breaches, "visits of the day", usage.visits(), "admit ");
    long pages = usage.pages();
    long least = ledger.keptOf("parcel ") + ledger.keptOf("end ");
    long most = ledger.triedOf("parcel ") + ledger.triedOf("end ");
    require(breaches, least <= pages && pages <= most, "pages of the day: " + pages);
    boolean isBanned = !TrustDecisions.read(disk.data()).bans().isEmpty();
    require(breaches, isBanned || !ledger.hasKept("ban"), "a ban is lost");
    require(breaches, !isBanned || ledger.hasTried("ban"), "a ban came from nowhere");
    return breaches;
  }

  private List<String> visit(HostDisk disk, String agent) throws IOException {
    var breaches = new ArrayList<String>();
    var arrival = visits.arrival(agent);
    var kept = disk.store().find(arrival.key());
    boolean isHere = kept.isPresent();
    if (ledger.hasKept("admit " + agent) && !ledger.hasTried("dispose " + agent)) {
      require(breaches, isHere, "an acknowledged agent is lost");
    }
    require(breaches, !isHere || ledger.hasTried("admit " + agent), "an agent from nowhere");
    require(breaches, !isHere || !ledger.hasKept("dispose " + agent), "given up, and here");
    if (ledger.hasKept("admit " + agent)) {
      var again = disk.store().arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
      require(breaches, again == AdmitResult.REPEATED, "a hop would run twice: " + again);
    }
    if (ledger.hasKept("nonce " + agent)) {
      var use =
          disk.store()
              .useNonce(
                  visits.owner().id(),
                  agent,
                  StoredVisits.NOW,
                  StoredVisits.NOW.plusSeconds(120),
                  StoredVisits.NOW);
      require(breaches, use != NonceMemory.Use.FRESH, "a nonce is good for a second time");
    }
    if (isHere) {
      findings(breaches, disk, kept.get(), agent);
      decisions(breaches, disk, kept.get(), agent);
    }
    return breaches.stream().map(breach -> agent + ": " + breach).toList();
  }

  /// The parcels are those that were kept, in their order, and perhaps one that was tried.
  private void findings(List<String> breaches, HostDisk disk, KeptVisit visit, String agent)
      throws IOException {
    long last = visit.status().lastParcel();
    boolean isOver = visit.status().state().isFinal();
    long least = ledger.keptOf("parcel " + agent) + ledger.keptOf("end " + agent);
    long most = ledger.triedOf("parcel " + agent) + ledger.triedOf("end " + agent);
    require(breaches, least <= last && last <= most, "findings are lost or doubled: " + last);
    require(breaches, isOver || !ledger.hasKept("end " + agent), "an end is lost");
    require(
        breaches,
        !isOver || disk.store().statement(visit.key()).isPresent(),
        "an end without a statement");
    var parcels = disk.store().parcels(visit.key(), 0, 1 << 20);
    long first = parcels.isEmpty() ? last + 1 : parcels.getFirst().number();
    require(
        breaches, first == 1 || ledger.hasTried("leave " + agent), "findings went unacknowledged");
    var chain = ParcelChain.EMPTY;
    long number = first;
    for (var parcel : parcels) {
      require(breaches, parcel.number() == number++, "parcels have a gap");
      chain = chain.then(parcel);
      var expected =
          StoredVisits.finding(agent + StoredVisits.FINDINGS.get((int) parcel.number() - 1));
      boolean isRight =
          parcel.unpack(ParcelLimits.DEFAULT) instanceof ParcelReading.Lines lines
              && lines.toList().equals(List.of(expected));
      require(breaches, isRight, "parcel " + parcel.number() + " has other findings");
    }
    require(breaches, number == last + 1, "parcels are missing at the end");
    boolean isWhole = first == 1;
    require(
        breaches,
        !isWhole || disk.store().chain(visit.key()).equals(Optional.of(chain.head())),
        "the chain does not fit its parcels");
  }

  /// A decision counts only with its line in the audit log.
  private void decisions(List<String> breaches, HostDisk disk, KeptVisit visit, String agent)
      throws IOException {
    var state = disk.releases().stateOf(visit);
    var said = ledger.hasKept("release " + agent) || ledger.hasKept("drop " + agent);
    require(breaches, !said || state != ReleaseState.WITHHELD, "a decision is lost");
    if (state != ReleaseState.WITHHELD) {
      var event = state == ReleaseState.RELEASED ? "released" : "dropped";
      require(
          breaches,
          lines(disk.data(), event, named(agent)) > 0,
          "a decision counts without its line");
    }
  }

  /// The audit log after the data were opened and closed again: whole, with all awaited lines, and
  /// each once. A line that nobody waits for may be lost if the log does not say that the daemon
  /// ended in order.
  List<String> auditBreaches(Path data) throws IOException {
    var breaches = new ArrayList<String>();
    var verdict =
        AuditVerifier.verify(
            AuditLog.directory(data),
            Optional.of(visits.key().id()),
            Optional.empty(),
            Optional.empty());
    if (verdict instanceof AuditVerdict.Broken broken) {
      breaches.add("the audit log is broken: " + broken);
    }
    once(breaches, data, "left", "a", ledger.hasKept("leave a"));
    once(breaches, data, "released", "a", ledger.hasKept("release a"));
    once(breaches, data, "dropped", "b", ledger.hasKept("drop b"));
    boolean isOrderly = lines(data, "stopped", "\"at\":\"" + StoredVisits.NOW) > 1;
    for (var agent : List.of("a", "b")) {
      once(breaches, data, "arrived", agent, isOrderly && ledger.hasKept("admit " + agent));
      once(breaches, data, "ended", agent, isOrderly && ledger.hasKept("end " + agent));
    }
    return breaches;
  }

  private static void once(
      List<String> breaches, Path data, String event, String agent, boolean isExpected)
      throws IOException {
    long lines = lines(data, event, named(agent));
    require(breaches, lines <= 1, "the line '" + event + "' of " + agent + " is there twice");
    require(
        breaches, lines > 0 || !isExpected, "the line '" + event + "' of " + agent + " is lost");
  }

  private static String named(String agent) {
    return "\"agent\":\"" + agent + "\"";
  }

  private static long lines(Path data, String event, String part) throws IOException {
    long found = 0;
    try (var files = Files.list(AuditLog.directory(data))) {
      for (var file : files.toList()) {
        found +=
            Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"event\":\"" + event + "\""))
                .filter(line -> line.contains(part))
                .count();
      }
    }
    return found;
  }

  private void within(List<String> breaches, String what, long count, String step) {
    require(
        breaches,
        ledger.keptOf(step) <= count && count <= ledger.triedOf(step),
        what + ": " + count);
  }

  private static void require(List<String> breaches, boolean holds, String otherwise) {
    if (!holds) {
      breaches.add(otherwise);
    }
  }
}

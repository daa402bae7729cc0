package dev.sojourn.host.control;

import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlAnswer.Done;
import dev.sojourn.control.ControlAnswer.End;
import dev.sojourn.control.ControlAnswer.Refused;
import dev.sojourn.control.ControlAnswer.Why;
import dev.sojourn.control.ControlRequest.Decide;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.release.ReleaseDecision;
import dev.sojourn.host.release.ReleaseState;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.release.VisitFindings;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.PendingWrite;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// The operator's commands that show, release or drop held results of visits. Safe for use by
/// several threads.
public final class ReleaseCommands {
  private static final int MOST = 100_000;
  private static final int STATE_BYTES_AN_ITEM = 24 << 10;
  private static final Refused NOTHING_WITHHELD =
      new Refused(
          Why.NONE,
          "This daemon withholds nothing: policy.hold was not true when it started. What visits"
              + " find leaves as their owners collect it.");

  private final Store store;
  private final CurrentRules rules;
  private final Releases releases;
  private final AuditTrail trail;
  private final InstantSource clock;

  /// Serialises decisions, so that released results cannot be dropped later.
  private final ReentrantLock deciding = new ReentrantLock();

  /// Creates the commands.
  ///
  /// @param store the store of the visits
  /// @param rules the rules, for the names of signers
  /// @param releases stores the decisions
  /// @param trail records the decisions in the audit log
  /// @param clock the time
  public ReleaseCommands(
      Store store, CurrentRules rules, Releases releases, AuditTrail trail, InstantSource clock) {
    this.store = store;
    this.rules = rules;
    this.releases = releases;
    this.trail = trail;
    this.clock = clock;
  }

  End list(ControlAnswer answer) throws IOException {
    if (!releases.isWithholding()) {
      return NOTHING_WITHHELD;
    }
    var shown = new AtomicLong();
    eachWithheld(
        visit -> {
          var digest = new VisitFindings(store, visit).digest().hex();
          answer.item(json -> members(json, visit, digest));
          shown.incrementAndGet();
        });
    return new Done(json -> json.put("visits", shown.get()));
  }

  /// Shows one visit with its exact results: first the visit, then each line of its parcels, then
  /// the state.
  End one(ForeignText id, ControlAnswer answer) throws IOException {
    if (!releases.isWithholding()) {
      return NOTHING_WITHHELD;
    }
    var meant = named(id.written(), Set.of(ReleaseState.WITHHELD));
    var found = meant.size() == 1 ? store.find(meant.getFirst()) : Optional.<KeptVisit>empty();
    if (found.isEmpty()) {
      return unclear(id, meant);
    }
    var visit = found.get();
    var findings = new VisitFindings(store, visit);
    var digest = findings.digest().hex();
    answer.item(
        json -> {
          members(json, visit, digest);
          json.put("reason", visit.status().reason()).put("next", visit.status().next());
        });
    findings.parcels(
        parcel -> {
          var damage =
              parcel.read(
                  ParcelLimits.DEFAULT,
                  line -> answer.item(json -> json.put("line", line.asLine())));
          if (damage.isPresent()) {
            throw new IOException(damage.get());
          }
        });
    var state = findings.state();
    for (int at = 0; at < state.length; at += STATE_BYTES_AN_ITEM) {
      var part = Arrays.copyOfRange(state, at, Math.min(state.length, at + STATE_BYTES_AN_ITEM));
      answer.item(json -> json.put("state", Base64.getEncoder().encodeToString(part)));
    }
    return new Done(json -> json.put("digest", digest));
  }

  /// Makes a decision. The lines of the audit log are on disk before the decisions. A line without
  /// a decision has no effect.
  End decide(Decide request, ControlAnswer answer) throws IOException, InterruptedException {
    if (!releases.isWithholding()) {
      return NOTHING_WITHHELD;
    }
    deciding.lockInterruptibly();
    try {
      return decideNow(request, answer);
    } finally {
      deciding.unlock();
    }
  }

  private End decideNow(Decide request, ControlAnswer answer)
      throws IOException, InterruptedException {
    var meant = meant(request);
    if (request.id().isPresent() && meant.size() != 1) {
      return unclear(request.id().get(), meant);
    }
    var made = new ArrayList<ReleaseDecision>();
    for (var key : meant) {
      var visit = store.find(key);
      if (visit.isEmpty()) {
        continue;
      }
      var digest = new VisitFindings(store, visit.get()).digest().hex();
      if (request.digest().isPresent() && !digest.equals(request.digest().get())) {
        return otherDigest(key, digest);
      }
      trail.decided(audited(visit.get()), request.isReleased(), digest);
      made.add(
          new ReleaseDecision(
              key, visit.get().arrived(), request.isReleased(), digest, clock.instant()));
    }
    releases.decide(made, this::isKept);
    carryOut(made, answer);
    return new Done(
        json -> json.put(request.isReleased() ? "released" : "dropped", (long) made.size()));
  }

  /// A decision with the operator's name for the signer, and with the deletion that must finish
  /// first.
  private record Carried(
      ReleaseDecision decision, String signer, Optional<PendingWrite<Integer>> deleted) {}

  /// Deletes the findings of all dropped visits at the same time. If this fails, the operator can
  /// repeat the command.
  private void carryOut(List<ReleaseDecision> made, ControlAnswer answer)
      throws IOException, InterruptedException {
    var carried = new ArrayList<Carried>();
    for (var decision : made) {
      var visit = store.find(decision.key()).filter(decision::isAbout);
      if (visit.isPresent()) {
        carried.add(
            new Carried(
                decision,
                rules.signerName(visit.get().passport()),
                decision.isReleased()
                    ? Optional.empty()
                    : Optional.of(store.visits().dropParcels(visit.get()))));
      }
    }
    for (var each : carried) {
      if (each.deleted().isPresent()) {
        var _ = each.deleted().get().await();
      }
      answer.item(
          json ->
              json.put("id", each.decision().key().agentId())
                  .put("signer", each.signer())
                  .put("state", each.decision().isReleased() ? "released" : "dropped"));
    }
  }

  private AuditVisit audited(KeptVisit visit) {
    return new AuditVisit(
        rules.signerName(visit.passport()), visit.key().owner(), visit.key().agentId());
  }

  private static Refused otherDigest(VisitKey key, String digest) {
    return new Refused(
        Why.NONE,
        "What visit %s found has the digest %s, not the one given; look at it again with 'host"
                .formatted(key.agentId(), digest)
            + " held'.");
  }

  private List<VisitKey> meant(Decide request) throws IOException {
    if (request.id().isPresent()) {
      // A dropped visit can be dropped again, in case its findings could not be deleted.
      return named(
          request.id().get().written(),
          request.isReleased()
              ? Set.of(ReleaseState.WITHHELD)
              : Set.of(ReleaseState.WITHHELD, ReleaseState.DROPPED));
    }
    var signer = request.signer().map(ForeignText::written);
    var keys = new ArrayList<VisitKey>();
    eachWithheld(
        visit -> {
          if (signer.isEmpty()
              || signer.equals(Optional.of(rules.signerName(visit.passport())))
              || signer.get().equals(visit.key().owner())) {
            keys.add(visit.key());
          }
        });
    return keys;
  }

  /// The ended visits whose ids begin with a text; only the exact match, if there is one.
  private List<VisitKey> named(String id, Set<ReleaseState> states) throws IOException {
    var begins = new ArrayList<VisitKey>();
    for (var key : store.named(id, MOST)) {
      var visit = over(key).filter(one -> states.contains(releases.stateOf(one)));
      if (visit.isPresent()) {
        if (key.agentId().equals(id)) {
          return List.of(key);
        }
        begins.add(key);
      }
    }
    return begins;
  }

  /// Reads one visit.
  @FunctionalInterface
  private interface VisitReader {
    void read(KeptVisit visit) throws IOException;
  }

  /// Reads the visits that wait for a decision one by one, because together they could exceed the
  /// daemon's memory.
  private void eachWithheld(VisitReader reader) throws IOException {
    for (var key : store.named("", MOST)) {
      var visit = over(key).filter(one -> releases.stateOf(one) == ReleaseState.WITHHELD);
      if (visit.isPresent()) {
        reader.read(visit.get());
      }
    }
  }

  private Optional<KeptVisit> over(VisitKey key) throws IOException {
    return store.find(key).filter(visit -> visit.status().state().isFinal());
  }

  private boolean isKept(ReleaseDecision decision) throws IOException {
    return store.find(decision.key()).filter(decision::isAbout).isPresent();
  }

  private static Refused unclear(ForeignText id, List<VisitKey> meant) {
    return meant.size() < 2
        ? new Refused(
            Why.NONE,
            "No visit that is over and waits for release has an id that begins with '%s'; 'host"
                    .formatted(id)
                + " held' lists them.")
        : VisitShow.unclear(id, meant);
  }

  private void members(JsonWriter json, KeptVisit visit, String digest) {
    var status = visit.status();
    json.put("id", visit.key().agentId())
        .put("signer", rules.signerName(visit.passport()))
        .put("thumbprint", visit.key().owner())
        .put("site", visit.passport().scope().origin())
        .put("state", status.state().word())
        .put("pages", status.pages())
        .put("findings", status.findings())
        .put("parcels", status.lastParcel())
        .putIfPresent("ended", status.ended())
        .put("digest", digest);
  }
}

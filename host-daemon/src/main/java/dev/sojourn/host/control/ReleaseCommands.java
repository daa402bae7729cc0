package dev.sojourn.host.control;

import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.control.ControlAnswer.Done;
import dev.sojourn.host.control.ControlAnswer.End;
import dev.sojourn.host.control.ControlAnswer.Refused;
import dev.sojourn.host.control.ControlAnswer.Why;
import dev.sojourn.host.control.ControlRequest.Decide;
import dev.sojourn.host.release.ReleaseDecision;
import dev.sojourn.host.release.ReleaseState;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.release.VisitFindings;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/// The commands of an operator about what visits found: to look at it, to release it, and to drop
/// it. Safe for use by several threads.
///
/// @param store has the visits
/// @param rules name signers
/// @param releases keeps the decisions
/// @param trail hears of them
/// @param clock the time
public record ReleaseCommands(
    Store store, CurrentRules rules, Releases releases, AuditTrail trail, InstantSource clock) {
  private static final int MOST = 100_000;
  private static final int STATE_BYTES_AN_ITEM = 24 << 10;
  private static final Refused NOTHING_WITHHELD =
      new Refused(
          Why.NONE,
          "This daemon withholds nothing: policy.hold was not true when it started. What visits"
              + " find leaves as their owners collect it.");

  End list(ControlAnswer answer) throws IOException {
    if (!releases.isWithholding()) {
      return NOTHING_WITHHELD;
    }
    long shown = 0;
    for (var visit : withheld("")) {
      var digest = new VisitFindings(store, visit).digest().hex();
      answer.item(json -> members(json, visit, digest));
      shown++;
    }
    long all = shown;
    return new Done(json -> json.put("visits", all));
  }

  /// Shows the exact bytes: first the visit, then each line of its parcels, then the state.
  End one(String id, ControlAnswer answer) throws IOException {
    if (!releases.isWithholding()) {
      return NOTHING_WITHHELD;
    }
    var meant = named(id);
    if (meant.size() != 1) {
      return unclear(id, meant);
    }
    var visit = meant.getFirst();
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

  End decide(Decide request, ControlAnswer answer) throws IOException {
    if (!releases.isWithholding()) {
      return NOTHING_WITHHELD;
    }
    var meant = meant(request);
    if (request.id().isPresent() && meant.size() != 1) {
      return unclear(request.id().get(), meant);
    }
    var made = new ArrayList<ReleaseDecision>();
    for (var visit : meant) {
      var digest = new VisitFindings(store, visit).digest().hex();
      if (request.digest().isPresent() && !digest.equals(request.digest().get())) {
        return new Refused(
            Why.NONE,
            "What visit %s found has the digest %s, not the one given; look at it again with 'host"
                    .formatted(visit.key().agentId(), digest)
                + " held'.");
      }
      made.add(
          new ReleaseDecision(
              visit.key(), visit.arrived(), request.isReleased(), digest, clock.instant()));
    }
    releases.decide(made, this::isKept);
    for (int i = 0; i < made.size(); i++) {
      tell(meant.get(i), made.get(i), answer);
    }
    return new Done(
        json -> json.put(request.isReleased() ? "released" : "dropped", (long) made.size()));
  }

  private void tell(KeptVisit visit, ReleaseDecision decision, ControlAnswer answer)
      throws IOException {
    var signer = rules.signerName(visit.passport());
    var audited = new AuditVisit(signer, visit.key().owner(), visit.key().agentId());
    trail.decided(audited, decision.isReleased(), decision.digest());
    if (!decision.isReleased()) {
      // Nobody may read the parcels any more.
      var _ = store.acknowledge(visit.key(), visit.status().lastParcel());
    }
    answer.item(
        json ->
            json.put("id", visit.key().agentId())
                .put("signer", signer)
                .put("state", decision.isReleased() ? "released" : "dropped"));
  }

  private List<KeptVisit> meant(Decide request) throws IOException {
    if (request.id().isPresent()) {
      return named(request.id().get());
    }
    var all = withheld("");
    return request.signer().isEmpty()
        ? all
        : all.stream()
            .filter(
                visit ->
                    rules.signerName(visit.passport()).equals(request.signer().get())
                        || visit.key().owner().equals(request.signer().get()))
            .toList();
  }

  private List<KeptVisit> named(String id) throws IOException {
    var begins = withheld(id);
    var exact = begins.stream().filter(visit -> visit.key().agentId().equals(id)).toList();
    return exact.isEmpty() ? begins : exact;
  }

  /// The visits that are over and wait for a decision.
  private List<KeptVisit> withheld(String prefix) throws IOException {
    var found = new ArrayList<KeptVisit>();
    for (var key : store.named(prefix, MOST)) {
      store
          .find(key)
          .filter(visit -> visit.status().state().isFinal())
          .filter(visit -> releases.stateOf(visit) == ReleaseState.WITHHELD)
          .ifPresent(found::add);
    }
    return found;
  }

  private boolean isKept(ReleaseDecision decision) throws IOException {
    return store.find(decision.key()).filter(decision::isAbout).isPresent();
  }

  private static Refused unclear(String id, List<KeptVisit> meant) {
    return meant.isEmpty()
        ? new Refused(
            Why.NONE,
            "No visit that is over and waits for release has an id that begins with '%s'; 'host"
                    .formatted(id)
                + " held' lists them.")
        : VisitShow.unclear(id, meant.stream().map(KeptVisit::key).toList());
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

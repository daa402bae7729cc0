package dev.sojourn.host.control;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlAnswer.Done;
import dev.sojourn.control.ControlAnswer.End;
import dev.sojourn.control.ControlAnswer.Refused;
import dev.sojourn.control.ControlAnswer.Why;
import dev.sojourn.host.lifecycle.ActiveVisit;
import dev.sojourn.host.lifecycle.VisitSnapshot;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.stay.ParkedVisit;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The visits of a daemon as JSON objects. Safe for use by several threads.
///
/// @param visits the visits that wait or run
/// @param store the store of all visits, including ended ones
/// @param rules the rules, for the names of signers
public record VisitShow(Visits visits, Store store, CurrentRules rules) {
  private static final int MOST_NAMED = 5;
  private static final int MOST_HOPS = 100;
  private static final int PARKED_AT_ONCE = 500;

  /// A key that sorts before every visit.
  private static final VisitKey NOBODY = new VisitKey("", "");

  /// Lists all visits. Each item has its own snapshot, so no visit waits for another visit or for
  /// the reader.
  End list(ControlAnswer answer) throws IOException {
    long shown = 0;
    for (var visit : visits.present()) {
      answer.item(members(visit.snapshot()));
      shown++;
    }
    for (var parked = parkedAfter(NOBODY); !parked.isEmpty(); parked = parkedAfter(parked)) {
      for (var one : parked) {
        var kept = store.find(one.key()).filter(VisitShow::isParked);
        if (kept.isPresent()) {
          answer.item(members(ended(kept.get())));
          shown++;
        }
      }
    }
    shown += listLeaving(answer);
    long all = shown;
    return new Done(json -> json.put("visits", all));
  }

  /// Lists the sites in their current state.
  End sites(ControlAnswer answer) throws IOException {
    var sites = rules.sites();
    for (var origin : sites.origins()) {
      var absence = sites.find(origin).flatMap(Site::absence);
      answer.item(
          json ->
              json.put("site", origin)
                  .put("source", sites.source(origin))
                  .put("state", absence.isPresent() ? "unreadable" : "here")
                  .putIfPresent("reason", absence));
    }
    return new Done(json -> json.put("sites", sites.origins().size()));
  }

  private long listLeaving(ControlAnswer answer) throws IOException {
    long shown = 0;
    var leaving = new LeavingAgents(store);
    for (var keys = leaving.after(NOBODY); !keys.isEmpty(); keys = leaving.after(keys.getLast())) {
      for (var key : keys) {
        var kept = store.find(key);
        var way = kept.isEmpty() ? Optional.<LeavingAgents.Way>empty() : leaving.of(kept.get());
        if (way.isPresent()) {
          answer.item(members(ended(kept.get())).andThen(way.get()::write));
          shown++;
        }
      }
    }
    return shown;
  }

  private List<ParkedVisit> parkedAfter(List<ParkedVisit> before) throws IOException {
    return parkedAfter(before.getLast().key());
  }

  private List<ParkedVisit> parkedAfter(VisitKey before) throws IOException {
    return visits.parked().after(before, PARKED_AT_ONCE);
  }

  private static boolean isParked(KeptVisit visit) {
    return visit.status().state() == VisitState.PARKED;
  }

  End one(ForeignText id, ControlAnswer answer) throws IOException {
    var named = store.named(id.written(), MOST_NAMED);
    var exact = named.stream().filter(key -> key.agentId().equals(id.written())).toList();
    var meant = exact.isEmpty() ? named : exact;
    if (meant.size() != 1) {
      return unclear(id, meant);
    }
    var key = meant.getFirst();
    var kept = store.find(key);
    if (kept.isEmpty()) {
      return unclear(id, List.of());
    }
    var now = visits.active(key).map(ActiveVisit::snapshot);
    var way = new LeavingAgents(store).of(kept.get());
    answer.item(
        json -> {
          members(now.orElseGet(() -> ended(kept.get()))).accept(json);
          way.ifPresent(on -> on.write(json));
          more(json, kept.get(), now);
        });
    return new Done(_ -> {});
  }

  /// The answer if an id matches no visit, or several visits.
  static Refused unclear(ForeignText id, List<VisitKey> meant) {
    return meant.isEmpty()
        ? new Refused(
            Why.NONE,
            "There is no visit here whose id begins with '%s'; 'host ps' lists them.".formatted(id))
        : new Refused(
            Why.NONE,
            "Several visits have ids that begin with '%s': %s; give more of it."
                .formatted(id, meant.stream().map(VisitKey::agentId).limit(MOST_NAMED).toList()));
  }

  /// The JSON members of a listed visit.
  static Consumer<JsonWriter> members(VisitSnapshot visit) {
    return json ->
        json.put("id", visit.key().agentId())
            .put("signer", visit.signer())
            .put("thumbprint", visit.key().owner())
            .put("productToken", visit.productToken())
            .put("site", visit.site())
            .put("scope", visit.scope())
            .put("state", visit.state().word())
            .put("since", visit.since())
            .put("pages", visit.pages())
            .put("pageBytes", visit.pageBytes())
            .put("sentBytes", visit.sentBytes())
            .put("cpuMilliseconds", visit.cpu().toMillis());
  }

  private VisitSnapshot ended(KeptVisit visit) {
    var status = visit.status();
    var passport = visit.passport();
    return new VisitSnapshot(
        visit.key(),
        rules.signerName(passport),
        passport.productToken(),
        passport.scope().origin(),
        passport.scope().origin() + " " + passport.scope().includes(),
        status.state(),
        status.started().orElse(visit.arrived()),
        status.pages(),
        status.pageBytes(),
        0,
        visit.tally().spending().cpu(),
        List.of());
  }

  private static void more(JsonWriter json, KeptVisit visit, Optional<VisitSnapshot> now) {
    var status = visit.status();
    json.put("arrived", visit.arrived())
        .putIfPresent("ended", status.ended())
        .put("reason", status.reason())
        .put("findings", status.findings())
        .put("parcels", status.lastParcel())
        .put("lastPages", now.map(VisitSnapshot::lastPages).orElse(List.of()))
        .put("passport", visit.agent().passport().payload().asUtf8())
        .put("hops", hops(visit.agent()))
        .put("hopsInAll", visit.agent().hops().size());
  }

  private static List<String> hops(AgentPackage agent) {
    var all = agent.hops();
    return all.subList(Math.max(0, all.size() - MOST_HOPS), all.size()).stream()
        .map(hop -> hop.payload().asUtf8())
        .toList();
  }
}

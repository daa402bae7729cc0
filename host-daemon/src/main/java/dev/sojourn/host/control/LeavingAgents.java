package dev.sojourn.host.control;

import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.host.onward.OnwardStore;
import dev.sojourn.host.onward.PendingHop;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The agents that are leaving this host for others, for reports to an operator. Safe for use by
/// several threads.
///
/// @param store the store of their visits at this host
record LeavingAgents(Store store) {
  private static final int AT_ONCE = 500;

  /// The departure of an agent at one moment.
  ///
  /// @param since the end of its visit at this host
  /// @param to the next host; empty until it is chosen
  /// @param mayBeThere whether the next host may already have the agent
  record Way(Instant since, Optional<AtpAddress> to, boolean mayBeThere) {
    void write(JsonWriter json) {
      json.put("leavingSince", since)
          .putIfPresent("to", to.map(AtpAddress::toString))
          .put("mayBeThere", mayBeThere ? "yes" : "no");
    }
  }

  /// {@return the next visits after a given one, in the order of their keys}
  ///
  /// @param before the last visit of the earlier result
  List<VisitKey> after(VisitKey before) throws StoreException {
    return store.read(
        session ->
            session.all(
                row -> new VisitKey(row.getString("owner"), row.getString("agent")),
                "SELECT owner, agent FROM onward WHERE next IS NOT NULL AND (owner, agent) > (?, ?)"
                    + " ORDER BY owner, agent LIMIT ?",
                before.owner(),
                before.agentId(),
                AT_ONCE));
  }

  /// {@return the departure of a visit's agent; empty if the agent is not leaving}
  ///
  /// @param visit the stored visit
  Optional<Way> of(KeptVisit visit) throws StoreException {
    if (visit.status().state() != VisitState.LEAVING) {
      return Optional.empty();
    }
    try {
      var hop = new OnwardStore(store).find(visit.key());
      return hop.map(
          found ->
              new Way(
                  visit.status().ended().orElse(found.since()),
                  target(found, visit),
                  found.isUnsure()));
    } catch (StoreException _) {
      // An unreadable row must not hide the others. The place of its agent is unknown.
      return visit.status().ended().map(since -> new Way(since, Optional.empty(), true));
    }
  }

  private static Optional<AtpAddress> target(PendingHop hop, KeptVisit visit) {
    return hop.statement()
        .flatMap(
            statement -> {
              try {
                return OnwardStatement.read(statement.payload()).to();
              } catch (JsonException e) {
                throw new IllegalStateException("a statement in the store is malformed", e);
              }
            })
        .flatMap(number -> number.of(visit.passport()))
        .map(stop -> stop.host());
  }
}

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

/// The agents that are on their way from this host to others, as an operator sees them. Safe for
/// use by several threads.
///
/// @param store has their visits here
record LeavingAgents(Store store) {
  private static final int AT_ONCE = 500;

  /// The way of an agent at one moment.
  ///
  /// @param since when its visit here was over
  /// @param to the host that it is sent to; empty until one is chosen
  /// @param mayBeThere whether that host may have it already
  record Way(Instant since, Optional<AtpAddress> to, boolean mayBeThere) {
    void write(JsonWriter json) {
      json.put("leavingSince", since)
          .putIfPresent("to", to.map(AtpAddress::toString))
          .put("mayBeThere", mayBeThere ? "yes" : "no");
    }
  }

  /// {@return the visits behind one, in the order of their names; some at a time}
  ///
  /// @param before the last one of those before
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

  /// {@return the way of the agent of a visit; empty if it is on none}
  ///
  /// @param visit as it is kept
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
      // A way that cannot be read must not hide all others. The place of its agent is unknown.
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

package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.host.lifecycle.ActiveVisit;
import dev.sojourn.host.lifecycle.Statements;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Handles COLLECT: deletes the parcels that the owner acknowledges, and returns the next ones. If
/// no parcel is ready, the answer waits as long as the owner requests.
///
/// @param store the store of parcels
/// @param visits the waiting and running visits
/// @param statements about ended visits
/// @param releases reports what the operator withholds
/// @param clock the time
public record CollectHandler(
    Store store, Visits visits, Statements statements, ReleaseCheck releases, InstantSource clock) {
  // Less than the limit of a message body, with room for one more parcel.
  private static final long MAX_DELIVERY_BYTES = 4L << 20;

  /// A waiting request keeps its body, which counts in the limits of all connections and of
  /// unpacked bodies. Therefore only small requests wait; larger ones are answered at once. A
  /// compressed body also stays in its original form.
  private static final int MAX_WAITING_BODY_BYTES = 64 << 10;

  /// An answer.
  ///
  /// @param parcels numbers of its first and last parcel, as `3-7`; empty without parcels
  record Collected(AtpResponse answer, Optional<String> parcels) {
    static Collected without(AtpResponse answer) {
      return new Collected(answer, Optional.empty());
    }
  }

  Collected answer(AtpRequest request, VisitKey key) throws StoreException, InterruptedException {
    CollectRequest collect;
    try {
      collect = CollectRequest.read(request.body());
    } catch (JsonException e) {
      return Collected.without(
          AtpResponse.refusal(
              new Problem(
                  "collect-malformed",
                  AtpStatus.BAD_REQUEST,
                  "The body of a COLLECT is malformed: " + e.getMessage())));
    }
    var wait = mayWait(request) ? collect.longestWait() : Duration.ZERO;
    var objection = releases.objection(key, wait);
    if (objection.isPresent()) {
      return Collected.without(objection.get());
    }
    if (collect.acknowledged() > 0) {
      var _ = store.visits().acknowledge(key, collect.acknowledged());
    }
    return awaitParcels(key, collect.acknowledged(), clock.instant().plus(wait));
  }

  private static boolean mayWait(AtpRequest request) {
    return Math.max(request.body().size(), request.content().size()) <= MAX_WAITING_BODY_BYTES;
  }

  private Collected awaitParcels(VisitKey key, long acknowledged, Instant until)
      throws StoreException, InterruptedException {
    while (true) {
      var visit = visits.active(key);
      long known = visit.map(ActiveVisit::news).orElse(0L);
      var kept = store.status(key);
      if (kept.isEmpty()) {
        return Collected.without(AgentRefusals.unknown(key));
      }
      var status = statements.status(key, kept.get());
      var parcels =
          status.lastParcel() > acknowledged
              ? store.parcels(key, acknowledged, MAX_DELIVERY_BYTES)
              : List.<Parcel>of();
      var left = Duration.between(clock.instant(), until);
      var moved = parcels.isEmpty() ? AgentRefusals.moved(status) : Optional.<AtpResponse>empty();
      if (moved.isPresent()) {
        return Collected.without(moved.get());
      }
      boolean isAwaited =
          status.state() == VisitState.PARKED || status.state() == VisitState.LEAVING;
      boolean isStill = visit.isEmpty() && !isAwaited;
      if (!parcels.isEmpty() || status.state().isFinal() || isStill || !left.isPositive()) {
        var numbers =
            parcels.isEmpty()
                ? Optional.<String>empty()
                : Optional.of(parcels.getFirst().number() + "-" + parcels.getLast().number());
        return new Collected(
            AtpResponse.okay(Delivery.MEDIA_TYPE, new Delivery(status, parcels).encode()), numbers);
      }
      if (visit.isPresent()) {
        visit.get().awaitNews(known, left);
      } else {
        visits.parked().awaitNews(key, left);
      }
    }
  }
}

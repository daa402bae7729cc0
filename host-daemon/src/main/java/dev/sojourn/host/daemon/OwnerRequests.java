package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Answers owners about their agents. Who asks was verified before; an agent of somebody else is
/// looked up under the name of who asks, so it is not found, whether it exists or not.
final class OwnerRequests {
  // Below the limit of a message's body, with room for one parcel more.
  private static final long MAX_DELIVERY_BYTES = 4L << 20;

  private final Store store;
  private final Visits visits;
  private final HomeDesk home;
  private final MessageDesk messages;
  private final Statements statements;
  private final InstantSource clock;

  OwnerRequests(
      Store store,
      Visits visits,
      HomeDesk home,
      MessageDesk messages,
      Statements statements,
      InstantSource clock) {
    this.store = store;
    this.visits = visits;
    this.home = home;
    this.messages = messages;
    this.statements = statements;
    this.clock = clock;
  }

  /// Answers a request of the agent's owner.
  AtpResponse answer(AtpRequest request, VisitKey key) throws StoreException, InterruptedException {
    return switch (request.method()) {
      case STATUS -> status(key);
      case COLLECT -> collect(request, key);
      case RETRACT -> home.retract(request, key);
      case DISPOSE -> store.standing(key).isPresent() ? dispose(key) : HomeDesk.unknown(key);
      case MESSAGE ->
          store.standing(key).isPresent() ? messages.deliver(request, key) : HomeDesk.unknown(key);
      case DISPATCH, FETCH ->
          throw new IllegalArgumentException(
              "method: " + request.method() + " (expected: one that acts on an agent)");
    };
  }

  private AtpResponse status(VisitKey key) throws StoreException {
    var standing = store.standing(key);
    return standing.isPresent()
        ? AtpResponse.okay("application/json", statements.status(key, standing.get()).toJson())
        : HomeDesk.unknown(key);
  }

  private AtpResponse collect(AtpRequest request, VisitKey key)
      throws StoreException, InterruptedException {
    CollectRequest collect;
    try {
      collect = CollectRequest.read(request.body());
    } catch (JsonException e) {
      return AtpResponse.refusal(
          new Problem(
              "collect-malformed",
              AtpStatus.BAD_REQUEST,
              "The body of a COLLECT is malformed: " + e.getMessage()));
    }
    if (collect.acknowledged() > 0) {
      var _ = store.acknowledge(key, collect.acknowledged());
    }
    var wait = HomeDesk.mayWait(request) ? collect.longestWait() : Duration.ZERO;
    return awaitParcels(key, collect.acknowledged(), clock.instant().plus(wait));
  }

  private AtpResponse awaitParcels(VisitKey key, long acknowledged, Instant until)
      throws StoreException, InterruptedException {
    while (true) {
      var stay = visits.stay(key);
      long known = stay.map(ActiveVisit::news).orElse(0L);
      var standing = store.standing(key);
      if (standing.isEmpty()) {
        return HomeDesk.unknown(key);
      }
      var status = statements.status(key, standing.get());
      var parcels =
          status.lastParcel() > acknowledged
              ? store.parcels(key, acknowledged, MAX_DELIVERY_BYTES)
              : List.<Parcel>of();
      var left = Duration.between(clock.instant(), until);
      if (!parcels.isEmpty() || status.state().isFinal() || stay.isEmpty() || !left.isPositive()) {
        return AtpResponse.okay(Delivery.MEDIA_TYPE, new Delivery(status, parcels).encode());
      }
      stay.get().awaitNews(known, left);
    }
  }

  private AtpResponse dispose(VisitKey key) throws StoreException, InterruptedException {
    var _ = visits.kill(key, "Its owner gave it up.");
    store.forget(key);
    return AtpResponse.okay();
  }
}

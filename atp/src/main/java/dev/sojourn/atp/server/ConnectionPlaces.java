package dev.sojourn.atp.server;

import dev.sojourn.atp.wire.PeerNetwork;
import java.net.InetAddress;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/// The places of connections, in total, by address and by network. Safe for use by many threads.
///
/// Silence costs a peer nothing, so silent connections must not keep others out. If a limit is
/// reached, a new connection takes the place of an older one. This is the oldest connection without
/// a proven signature and without a request under way. If the limit of an address or a network is
/// reached, the older connection is from the same address or network. If the total limit is
/// reached, the older connection is from the network with the most such connections. So an attacker
/// with many networks displaces himself before a new peer.
///
/// A connection with a request under way keeps its place, since its request uses memory and a
/// thread even after the connection is closed.
final class ConnectionPlaces {

  private final ServerCapacity capacity;
  private final int maxRefused;
  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private final Map<PeerNetwork, Integer> byNetwork = new HashMap<>();
  private final Map<PeerNetwork, LinkedHashSet<Place>> unproven = new HashMap<>();
  private final Map<ConnectionLimit, Long> refusals = new EnumMap<>(ConnectionLimit.class);
  private final Map<ConnectionLimit, Long> displacements = new EnumMap<>(ConnectionLimit.class);
  private int open;
  private int proven;
  private int refused;
  private long accepted;

  /// Creates places that are all free.
  ///
  /// @param capacity how many connections may be served
  /// @param maxRefused refused connections that may stay open at once until their peers have read
  ///   the reason
  ConnectionPlaces(ServerCapacity capacity, int maxRefused) {
    this.capacity = capacity;
    this.maxRefused = maxRefused;
    for (var limit : ConnectionLimit.values()) {
      refusals.put(limit, 0L);
      displacements.put(limit, 0L);
    }
  }

  /// The decision whether a connection may be served.
  sealed interface Admission {

    /// The connection may be served.
    ///
    /// @param place must be left at the end
    record Served(Place place) implements Admission {}

    /// The connection may not be served, but may get an answer; [#leaveRefused] must follow.
    record Refused() implements Admission {}

    /// The connection may not be served, and must be closed without an answer.
    record Dropped() implements Admission {}
  }

  /// The place of one connection.
  final class Place {
    private final InetAddress address;
    private final PeerNetwork network;
    private final Runnable close;
    private volatile boolean isBusy;
    private boolean isProven;
    private boolean isLeft;

    private Place(InetAddress address, Runnable close) {
      this.address = address;
      this.network = PeerNetwork.of(address);
      this.close = close;
    }

    /// Records whether requests of this connection are under way.
    void busy(boolean hasRequests) {
      isBusy = hasRequests;
    }

    /// Records that a signature of the peer was verified. From now on, no other connection
    /// displaces this one.
    void prove() {
      ConnectionPlaces.this.prove(this);
    }

    /// Frees the place. The connection is closed, and none of its requests is under way any more.
    void leave() {
      ConnectionPlaces.this.leave(this);
    }
  }

  /// Decides about a new connection.
  ///
  /// @param address of its peer
  /// @param close closes the connection; called at most once, from any thread, if another takes its
  ///   place
  Admission enter(InetAddress address, Runnable close) {
    Optional<Place> displaced;
    Admission admission;
    synchronized (this) {
      var place = new Place(address, close);
      var limit = reached(place);
      displaced = limit.flatMap(reached -> displaceable(reached, place));
      if (limit.isPresent() && displaced.isEmpty()) {
        return refuse(limit.get());
      }
      displaced.ifPresent(
          oldest -> {
            leave(oldest);
            displacements.merge(limit.get(), 1L, Long::sum);
          });
      // Room within the narrowest limit is also room within the others.
      admission = serve(place);
    }
    displaced.ifPresent(oldest -> oldest.close.run());
    return admission;
  }

  private Admission serve(Place place) {
    open++;
    accepted++;
    byAddress.merge(place.address, 1, Integer::sum);
    byNetwork.merge(place.network, 1, Integer::sum);
    unproven.computeIfAbsent(place.network, _ -> new LinkedHashSet<>()).add(place);
    return new Admission.Served(place);
  }

  private Admission refuse(ConnectionLimit limit) {
    refusals.merge(limit, 1L, Long::sum);
    if (refused < maxRefused) {
      refused++;
      return new Admission.Refused();
    }
    return new Admission.Dropped();
  }

  /// Finds the narrowest limit that is reached.
  private Optional<ConnectionLimit> reached(Place place) {
    if (byAddress.getOrDefault(place.address, 0) >= capacity.maxConnectionsPerAddress()) {
      return Optional.of(ConnectionLimit.ADDRESS);
    }
    if (byNetwork.getOrDefault(place.network, 0) >= capacity.maxConnectionsPerNetwork()) {
      return Optional.of(ConnectionLimit.NETWORK);
    }
    return open >= capacity.maxConnections()
        ? Optional.of(ConnectionLimit.TOTAL)
        : Optional.empty();
  }

  private Optional<Place> displaceable(ConnectionLimit limit, Place newcomer) {
    return switch (limit) {
      case ADDRESS -> oldest(newcomer.network, Optional.of(newcomer.address));
      case NETWORK -> oldest(newcomer.network, Optional.empty());
      case TOTAL -> oldestOfLargest();
    };
  }

  private Optional<Place> oldest(PeerNetwork network, Optional<InetAddress> address) {
    return unproven.getOrDefault(network, new LinkedHashSet<>()).stream()
        .filter(place -> !place.isBusy)
        .filter(place -> address.isEmpty() || address.get().equals(place.address))
        .findFirst();
  }

  private Optional<Place> oldestOfLargest() {
    Optional<Place> oldest = Optional.empty();
    int most = 0;
    for (var network : unproven.entrySet()) {
      if (network.getValue().size() > most) {
        var candidate = oldest(network.getKey(), Optional.empty());
        if (candidate.isPresent()) {
          most = network.getValue().size();
          oldest = candidate;
        }
      }
    }
    return oldest;
  }

  private synchronized void prove(Place place) {
    if (!place.isProven && !place.isLeft) {
      place.isProven = true;
      proven++;
      forgetUnproven(place);
    }
  }

  private void forgetUnproven(Place place) {
    unproven.computeIfPresent(
        place.network,
        (_, places) -> {
          places.remove(place);
          return places.isEmpty() ? null : places;
        });
  }

  private synchronized void leave(Place place) {
    if (place.isLeft) {
      return;
    }
    place.isLeft = true;
    open--;
    if (place.isProven) {
      proven--;
    } else {
      forgetUnproven(place);
    }
    byAddress.computeIfPresent(place.address, (_, count) -> count == 1 ? null : count - 1);
    byNetwork.computeIfPresent(place.network, (_, count) -> count == 1 ? null : count - 1);
  }

  synchronized void leaveRefused() {
    refused--;
  }

  /// {@return the connections at this moment, and totals since the start}
  synchronized ConnectionCounts now() {
    var largest =
        byNetwork.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(crowd -> new ConnectionCounts.Crowd(crowd.getKey(), crowd.getValue()));
    return new ConnectionCounts(
        open, proven, capacity.maxConnections(), accepted, refusals, displacements, largest);
  }
}

package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.json.JsonException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/// A host that says of each agent that it is parked, and answers each COLLECT at once. It gives
/// what a test hands it, and forgets a parcel when that is acknowledged, as real hosts do.
final class ParkingHost implements AutoCloseable {
  /// How often it was asked.
  final AtomicInteger collects = new AtomicInteger();

  private final NavigableMap<Long, List<ParcelLine>> parcels = new ConcurrentSkipListMap<>();
  private final AtpServer server;
  private volatile boolean isStay;
  private volatile LongConsumer whenAcknowledged = _ -> {};

  ParkingHost() throws IOException {
    server =
        AtpServer.start(
            new AtpServerConfig(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Optional.empty(),
                WireLimits.DEFAULT,
                ServerTimeouts.DEFAULT,
                ServerCapacity.DEFAULT,
                AddressFilter.NONE),
            (request, _) -> answer(request),
            (_, _) -> {},
            InstantSource.system());
  }

  String url() {
    return "atp://127.0.0.1:" + server.address().getPort();
  }

  /// Whether it was asked as for an agent that stays.
  boolean isStay() {
    return isStay;
  }

  /// Hears the numbers that are acknowledged, before each answer.
  void whenAcknowledged(LongConsumer hears) {
    whenAcknowledged = hears;
  }

  /// Lets the agent report lines.
  void announce(long number, ParcelLine... lines) {
    parcels.put(number, List.of(lines));
  }

  boolean has(long number) {
    return parcels.containsKey(number);
  }

  private AtpResponse answer(AtpRequest request) {
    return switch (request.method()) {
      case COLLECT -> collected(request);
      case STATUS -> AtpResponse.okay("application/json", VisitStatus.waiting().toJson());
      case DISPATCH, MESSAGE, RETRACT, FETCH, DISPOSE -> AtpResponse.okay();
    };
  }

  private AtpResponse collected(AtpRequest request) {
    collects.incrementAndGet();
    var collect = read(request);
    long acknowledged = collect.acknowledged();
    isStay |= collect.longestWait().equals(CollectRequest.MAX_WAIT);
    parcels.headMap(acknowledged, true).clear();
    whenAcknowledged.accept(acknowledged);
    var agentId = request.target().agentId().orElseThrow();
    var next =
        parcels.entrySet().stream()
            .map(noted -> Parcel.pack(agentId, noted.getKey(), noted.getValue()))
            .toList();
    var status =
        new VisitStatus(
            VisitState.PARKED,
            "",
            List.of(),
            0,
            0,
            0,
            0,
            parcels.isEmpty() ? acknowledged : parcels.lastKey(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    return AtpResponse.okay(Delivery.MEDIA_TYPE, new Delivery(status, next).encode());
  }

  private static CollectRequest read(AtpRequest request) {
    try {
      return CollectRequest.read(request.body());
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}

package dev.sojourn.atp.server;

import dev.sojourn.atp.wire.BodyBudget;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.identity.net.AtpAddress;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/// The server's real pipeline without a socket: text in, text out. Handlers run at once, on the
/// thread of the test.
public final class PipelineHarness {

  public static final AtpAddress NAME = new AtpAddress("host.example", 10434);
  static final String DATE = "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n";

  private final EmbeddedChannel channel;
  private final BodyBudget bodies;
  private final List<String> faults = new ArrayList<>();
  private final ConnectionPlaces places;

  private PipelineHarness(AtpServerConfig config, AtpHandler handler, ExecutorService threads) {
    places = new ConnectionPlaces(config.capacity(), 0);
    bodies = new BodyBudget(config.capacity().bodies().maxBytes());
    var core =
        new ServerContext(
            config,
            new DecompressionHandler(
                Gateway.closed(Set.of(NAME), handler),
                config.limits(),
                config.capacity().bodies().maxUnpackedAtOnce()),
            threads,
            (what, fault) -> faults.add(what + ": " + fault.getClass().getSimpleName()),
            Optional.empty(),
            bodies,
            places,
            new MalformedRequests(),
            InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")));
    var peer = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    channel = new EmbeddedChannel();
    channel.freezeTime();
    var admission = places.enter(peer.getAddress(), channel::close);
    AtpServerInitializer.addServing(
        channel.pipeline(), core, peer, ((ConnectionPlaces.Admission.Served) admission).place());
    channel.pipeline().fireChannelActive();
  }

  static AtpServerConfig config(WireLimits limits, ServerCapacity capacity) {
    return new AtpServerConfig(
        List.of(new InetSocketAddress(0)),
        Optional.empty(),
        limits,
        ServerTimeouts.DEFAULT,
        capacity,
        AddressFilter.NONE);
  }

  public static PipelineHarness open(AtpHandler handler) {
    return open(config(WireLimits.DEFAULT, ServerCapacity.DEFAULT), handler);
  }

  static PipelineHarness open(AtpServerConfig config, AtpHandler handler) {
    return new PipelineHarness(config, handler, new AtOnce());
  }

  static PipelineHarness open(AtpServerConfig config, AtpHandler handler, ExecutorService threads) {
    return new PipelineHarness(config, handler, threads);
  }

  public PipelineHarness send(String latin1) {
    return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  public PipelineHarness send(byte[] octets) {
    if (channel.isActive()) {
      channel.writeInbound(Unpooled.wrappedBuffer(octets));
      run();
    }
    return this;
  }

  /// Has other connections hold this many bytes of bodies.
  void hold(long bytes) {
    if (!bodies.share().reserve(bytes)) {
      throw new IllegalArgumentException(
          "bytes: " + bytes + " (expected: not more than there are)");
    }
  }

  PipelineHarness pass(Duration time) {
    channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    run();
    return this;
  }

  void run() {
    channel.runPendingTasks();
  }

  /// All that was sent since the last call.
  public String received() {
    var text = new StringBuilder();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      text.append(next.toString(StandardCharsets.ISO_8859_1));
      next.release();
    }
    return text.toString();
  }

  boolean isOpen() {
    return channel.isActive();
  }

  /// How often the place of this connection was given back.
  ConnectionPlaces places() {
    return places;
  }

  boolean isReading() {
    return channel.config().isAutoRead();
  }

  public long reservedBytes() {
    return bodies.reservedBytes();
  }

  /// The reported faults of the program.
  public List<String> faults() {
    return faults;
  }

  EmbeddedChannel channel() {
    return channel;
  }

  public void close() {
    channel.finishAndReleaseAll();
  }

  /// Runs tasks in the caller.
  private static final class AtOnce extends AbstractExecutorService {
    private boolean isShutDown;

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      isShutDown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      isShutDown = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return isShutDown;
    }

    @Override
    public boolean isTerminated() {
      return isShutDown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}

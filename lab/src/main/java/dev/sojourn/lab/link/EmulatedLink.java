package dev.sojourn.lab.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// One emulated link: a port of the loopback address. Through it, clients reach one server with the
/// delay and rate of the link. All connections share its two directions. Thread-safe.
public final class EmulatedLink implements AutoCloseable {
  /// The largest number of connections of a link. Further connections are refused and counted.
  public static final int MOST_CONNECTIONS = 1_024;

  private final EventLoop loop;
  private final LinkSettings settings;
  private final LinkMemory memory;
  private final Bootstrap bootstrap;
  private final LinkDirection toServer;
  private final LinkDirection fromServer;
  private final ChannelGroup clients;
  private final LongAdder connections = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile InetSocketAddress target = new InetSocketAddress(0);
  private volatile int port;
  private volatile boolean isClosed;

  EmulatedLink(
      EventLoop loop,
      LinkSettings settings,
      SplittableRandom random,
      LinkMemory memory,
      Bootstrap bootstrap) {
    this.loop = loop;
    this.settings = settings;
    this.memory = memory;
    this.bootstrap = bootstrap;
    this.toServer = new LinkDirection(loop, settings, random.split());
    this.fromServer = new LinkDirection(loop, settings, random.split());
    this.clients = new DefaultChannelGroup(loop);
  }

  /// Records the channel that listens for clients.
  void listens(Channel listener) {
    port = ((InetSocketAddress) listener.localAddress()).getPort();
    clients.add(listener);
  }

  /// Accepts a client. Called on the event loop.
  void accept(Channel client) {
    boolean isFull = clients.size() > MOST_CONNECTIONS;
    if (isFull) {
      refused.increment();
    }
    if (isFull || target.getPort() == 0) {
      var _ = client.close();
      return;
    }
    clients.add(client);
    connections.increment();
    new LinkConnection(client, toServer, fromServer, memory).open(bootstrap, target);
  }

  /// {@return the settings}
  public LinkSettings settings() {
    return settings;
  }

  /// {@return the port of the loopback address to which clients connect}
  public int port() {
    return port;
  }

  /// Sets the server. Before that, clients are refused.
  ///
  /// @param serverPort port of the server on the loopback address
  public void connectTo(int serverPort) {
    target = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
  }

  /// {@return the port of the server; 0 if it is not set}
  int serverPort() {
    return target.getPort();
  }

  /// Marks the start of the crawl: figures and outages are counted from now on. Waits until that is
  /// done. Must not be called on the event loop.
  public void begin() {
    loop.submit(
            () -> {
              connections.reset();
              refused.reset();
              toServer.begin();
              fromServer.begin();
            })
        .awaitUninterruptibly();
  }

  /// {@return the totals since the start of the crawl; before that, since the link was opened}
  public LinkTotals totals() {
    var there = toServer.counts();
    var back = fromServer.counts();
    long arrivals = there.arrivals() + back.arrivals();
    double late = there.lateNanos() + (double) back.lateNanos();
    long most = Math.max(there.mostLateNanos(), back.mostLateNanos());
    double nanosPerMilli = TimeUnit.MILLISECONDS.toNanos(1);
    return new LinkTotals(
        connections.sum(),
        refused.sum(),
        there.bytes(),
        back.bytes(),
        there.droppedPackets() + back.droppedPackets(),
        there.lostPackets() + back.lostPackets(),
        arrivals == 0 ? 0 : late / arrivals / nanosPerMilli,
        most / nanosPerMilli);
  }

  /// {@return whether the link is closed}
  boolean isClosed() {
    return isClosed;
  }

  /// {@return whether no bytes are under way}
  boolean isIdle() throws InterruptedException, ExecutionException {
    return loop.submit(() -> toServer.isIdle() && fromServer.isIdle()).get();
  }

  /// Closes the port and all connections at once.
  @Override
  public void close() {
    isClosed = true;
    clients.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    loop.execute(
        () -> {
          toServer.close();
          fromServer.close();
        });
  }
}

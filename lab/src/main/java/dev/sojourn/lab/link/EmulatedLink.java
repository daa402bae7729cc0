package dev.sojourn.lab.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// One emulated link: a port of the loopback address, through which clients reach one server with
/// the delay and the rate of the link. All connections share its two directions. May be used from
/// any thread.
public final class EmulatedLink implements AutoCloseable {
  /// With [ChunkHandler#WINDOW_BYTES] this bounds the memory of a link.
  private static final int MAX_CONNECTIONS = 256;

  private final EventLoop loop;
  private final LinkSettings settings;
  private final Bootstrap bootstrap;
  private final LinkDirection toServer;
  private final LinkDirection fromServer;
  private final ChannelGroup clients;
  private final LongAdder connections = new LongAdder();
  private volatile InetSocketAddress target = new InetSocketAddress(0);
  private volatile int port;

  EmulatedLink(EventLoop loop, LinkSettings settings, Bootstrap bootstrap) {
    this.loop = loop;
    this.settings = settings;
    this.bootstrap = bootstrap;
    this.toServer = new LinkDirection(loop, settings);
    this.fromServer = new LinkDirection(loop, settings);
    this.clients = new DefaultChannelGroup(loop);
  }

  /// Notes the channel that listens for clients.
  void listens(Channel listener) {
    port = ((InetSocketAddress) listener.localAddress()).getPort();
    clients.add(listener);
  }

  /// Takes a client in; called on the event loop.
  void accept(Channel client) {
    if (target.getPort() == 0 || clients.size() > MAX_CONNECTIONS) {
      var _ = client.close();
      return;
    }
    clients.add(client);
    connections.increment();
    new LinkConnection(client, toServer, fromServer).open(bootstrap, target);
  }

  /// {@return the settings}
  public LinkSettings settings() {
    return settings;
  }

  /// {@return the port of the loopback address where clients connect}
  public int port() {
    return port;
  }

  /// Names the server. Clients that came before were sent away.
  ///
  /// @param serverPort its port of the loopback address
  public void connectTo(int serverPort) {
    target = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
  }

  /// Says that the crawl begins now: outages are counted from here.
  public void begin() {
    loop.execute(
        () -> {
          toServer.begin();
          fromServer.begin();
        });
  }

  /// {@return the bytes that it has passed on up to now}
  public LinkTotals totals() {
    long passages = toServer.passages() + fromServer.passages();
    double late = toServer.lateNanos() + (double) fromServer.lateNanos();
    long most = Math.max(toServer.mostLateNanos(), fromServer.mostLateNanos());
    double nanosPerMilli = TimeUnit.MILLISECONDS.toNanos(1);
    return new LinkTotals(
        connections.sum(),
        toServer.bytes(),
        fromServer.bytes(),
        passages == 0 ? 0 : late / passages / nanosPerMilli,
        most / nanosPerMilli);
  }

  /// Ends the port and all connections at once.
  @Override
  public void close() {
    clients.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
  }
}

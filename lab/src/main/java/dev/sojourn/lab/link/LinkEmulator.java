package dev.sojourn.lab.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The link emulator: one thread that runs all links of an experiment.
///
/// It relays TCP connections with the timing of a router with a limited queue, and of TCP senders.
/// `docs/lab.md` lists what it emulates and what it does not.
public final class LinkEmulator implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup loops;
  private final LinkMemory memory = new LinkMemory();
  private final AtomicInteger links = new AtomicInteger();
  private final Set<EmulatedLink> opened = ConcurrentHashMap.newKeySet();

  private LinkEmulator(MultiThreadIoEventLoopGroup loops) {
    this.loops = loops;
  }

  /// {@return an emulator without links; the caller must close it}
  public static LinkEmulator start() {
    return new LinkEmulator(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()));
  }

  /// Opens a link. The link refuses clients until it knows its server.
  ///
  /// @param settings of each direction
  /// @return the link; it ends with the emulator at the latest
  /// @throws IOException if there is no free port
  /// @throws InterruptedException if the thread is interrupted
  public EmulatedLink open(LinkSettings settings) throws IOException, InterruptedException {
    var reads = new FixedRecvByteBufAllocator(settings.chunkBytes()).maxMessagesPerRead(1);
    var bootstrap =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .option(ChannelOption.RECVBUF_ALLOCATOR, reads);
    // Each link has its own random losses, which are the same in every run of the program.
    var random = new SplittableRandom(links.incrementAndGet());
    var link = new EmulatedLink(loops.next(), settings, random, memory, bootstrap);
    var bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, reads)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel client) {
                    link.accept(client);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .await();
    if (!bound.isSuccess()) {
      throw new IOException("no port for a link: " + bound.cause(), bound.cause());
    }
    link.listens(bound.channel());
    opened.removeIf(EmulatedLink::isClosed);
    opened.add(link);
    return link;
  }

  /// Ends all links at once.
  @Override
  public void close() {
    opened.forEach(EmulatedLink::close);
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}

package dev.sojourn.lab.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/// The link emulator: one thread that carries all links of an experiment.
///
/// It works on TCP connections, not on packets. So it has the noticeable effects of delay, rate and
/// outages, and has no loss, no slow start and no retransmission. `docs/lab.md` lists both.
public final class LinkEmulator implements AutoCloseable {
  private static final int LEAST_CHUNK_BYTES = 1_460;
  private static final int MOST_CHUNK_BYTES = 16 << 10;
  private static final int CHUNKS_PER_SECOND = 200;
  private static final int CHUNKS_PER_READ = 4;

  private final MultiThreadIoEventLoopGroup loops;

  private LinkEmulator(MultiThreadIoEventLoopGroup loops) {
    this.loops = loops;
  }

  /// {@return an emulator without links; the caller closes it}
  public static LinkEmulator start() {
    return new LinkEmulator(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()));
  }

  /// Opens a link, which sends clients away until it knows its server.
  ///
  /// @param settings of each direction
  /// @return the link; it ends with the emulator at the latest
  /// @throws IOException if no port can be had
  /// @throws InterruptedException if the wait is given up
  public EmulatedLink open(LinkSettings settings) throws IOException, InterruptedException {
    var reads = reads(settings);
    var bootstrap =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .option(ChannelOption.RECVBUF_ALLOCATOR, reads);
    var link = new EmulatedLink(loops.next(), settings, bootstrap);
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
    return link;
  }

  /// Chunks last 5 ms on the link at most, so that connections take turns.
  private static RecvByteBufAllocator reads(LinkSettings settings) {
    long perSecond = settings.bitsPerSecond() == 0 ? Long.MAX_VALUE : settings.bitsPerSecond() / 8;
    long chunk = Math.clamp(perSecond / CHUNKS_PER_SECOND, LEAST_CHUNK_BYTES, MOST_CHUNK_BYTES);
    return new FixedRecvByteBufAllocator(Math.toIntExact(chunk))
        .maxMessagesPerRead(CHUNKS_PER_READ);
  }

  /// Ends all links at once.
  @Override
  public void close() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}

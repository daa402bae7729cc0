package dev.sojourn.atp.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A connection of a load balancer, until its header has named the peer (PROXY protocol, versions 1
/// and 2). The connection is closed if the header is wrong, late or missing. All fields are
/// confined to the event loop.
// The outcome of closing is ignored.
@SuppressWarnings("FutureReturnValueIgnored")
final class BalancedConnection extends ChannelInboundHandlerAdapter {

  /// The largest size of header extensions, in bytes. Load balancers add a few hundred bytes, and a
  /// peer's certificate a few thousand.
  private static final int MAX_ADDITIONS = 8 << 10;

  private final InetSocketAddress balancer;
  private final Duration longest;
  private final BiConsumer<Channel, InetSocketAddress> admission;
  private final Runnable malformed;
  private @Nullable Future<?> deadline;
  private boolean isRefused;

  private BalancedConnection(
      InetSocketAddress balancer,
      Duration longest,
      BiConsumer<Channel, InetSocketAddress> admission,
      Runnable malformed) {
    this.balancer = balancer;
    this.longest = longest;
    this.admission = admission;
    this.malformed = malformed;
  }

  /// Waits for the header of a new connection.
  ///
  /// @param longest the longest wait for the header
  /// @param admission receives the peer that the header names, and adds the handlers of the
  ///   connection. In a health check without a peer, it receives the balancer.
  /// @param malformed runs if anything other than a header arrived
  static void await(
      Channel channel,
      InetSocketAddress balancer,
      Duration longest,
      BiConsumer<Channel, InetSocketAddress> admission,
      Runnable malformed) {
    channel
        .pipeline()
        .addLast("balancer-header", new HAProxyMessageDecoder(MAX_ADDITIONS))
        .addLast("balanced", new BalancedConnection(balancer, longest, admission, malformed));
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    deadline =
        context
            .channel()
            .eventLoop()
            .schedule(() -> context.close(), longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stopWaiting();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Optional<InetSocketAddress> peer;
    var header = (HAProxyMessage) message;
    try {
      peer = peer(header);
    } finally {
      header.release();
    }
    stopWaiting();
    if (peer.isEmpty()) {
      refuse(context);
      return;
    }
    admission.accept(context.channel(), peer.get());
    // The added handlers have missed this event. The bytes after the header follow.
    context.fireChannelActive();
    context.pipeline().remove(this);
  }

  private void stopWaiting() {
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  private Optional<InetSocketAddress> peer(HAProxyMessage header) {
    if (header.command() == HAProxyCommand.LOCAL) {
      return Optional.of(balancer);
    }
    return switch (header.proxiedProtocol()) {
      case TCP4, TCP6 -> source(header);
      // Version 1 has no other form for health checks.
      case UNKNOWN -> Optional.of(balancer);
      default -> Optional.empty();
    };
  }

  /// Reads the peer's address. The decoder accepts an address with a zone, but this machine may not
  /// have the zone.
  private static Optional<InetSocketAddress> source(HAProxyMessage header) {
    try {
      var address = InetAddress.ofLiteral(header.sourceAddress());
      return Optional.of(new InetSocketAddress(address, header.sourcePort()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Closes the connection. The decoder continues after a wrong header, so this method may be
  /// called again.
  private void refuse(ChannelHandlerContext context) {
    if (!isRefused) {
      isRefused = true;
      malformed.run();
    }
    context.close();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == AtpServerHandler.Signal.CLOSING || event instanceof ChannelInputShutdownEvent) {
      context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof DecoderException) {
      refuse(context);
    } else {
      context.close();
    }
  }
}

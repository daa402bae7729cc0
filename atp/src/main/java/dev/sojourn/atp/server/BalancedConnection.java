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

/// A connection of a load balancer, until its header has named the peer (the PROXY protocol,
/// versions 1 and 2). It is closed if the header is wrong, late or missing. All fields are confined
/// to the event loop.
// The outcome of closing is ignored.
@SuppressWarnings("FutureReturnValueIgnored")
final class BalancedConnection extends ChannelInboundHandlerAdapter {

  /// Balancers of today add some hundred bytes, and a certificate of a peer a few thousand.
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
  /// @param longest wait for it
  /// @param admission gets the peer that the header names, or the balancer itself in a health check
  ///   without a peer; adds the handlers of its connection
  /// @param malformed runs if anything but a header came
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
    // The added handlers have missed it. The octets behind the header follow.
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
      // Version 1 has no other form for a health check.
      case UNKNOWN -> Optional.of(balancer);
      default -> Optional.empty();
    };
  }

  /// The decoder lets an address with a zone pass; this machine may not have the zone.
  private static Optional<InetSocketAddress> source(HAProxyMessage header) {
    try {
      var address = InetAddress.ofLiteral(header.sourceAddress());
      return Optional.of(new InetSocketAddress(address, header.sourcePort()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// The decoder goes on behind a wrong header, so this may be called again.
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

package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.wire.Outbound;
import dev.sojourn.atp.wire.RequestDecoder;
import dev.sojourn.atp.wire.ResponseEncoder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.stream.ChunkedWriteHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Builds the pipeline of a connection. No other class does.
///
/// ```
/// socket -> flushes -> stalled -> [tls -> protocol] -> decoder -> flow -> handoff -> virtual thread
/// socket <- flushes <- stalled <- [tls] <-- pieces <-- encoder <--------- handoff <- virtual thread
/// ```
///
/// All handlers are added when the address of the peer is known. That is at once, or after the
/// header of a load balancer arrived.
///
/// `flushes` sends answers together if they are ready at the same time. This is frequent, since
/// agents that arrive together are on disk at the same moment. `flow` holds back decoded requests
/// while reading is suspended. `pieces` writes a large body to the socket in pieces, at the pace of
/// the peer.
// The outcome of writing and closing goes to the pipeline, or to a listener if it matters.
@SuppressWarnings("FutureReturnValueIgnored")
final class AtpServerInitializer extends ChannelInitializer<Channel> {

  private static final Duration REFUSED_HANDSHAKE = Duration.ofSeconds(5);

  /// Answers are flushed at the latest after this number of answers.
  private static final int FLUSH_AT_LEAST_EVERY = 64;

  private final ServerContext core;
  private final ChannelGroup open;
  private final LongAdder denied = new LongAdder();

  /// Connections of load balancers whose peers are not known yet.
  private final Set<Channel> unnamed = ConcurrentHashMap.newKeySet();

  AtpServerInitializer(ServerContext core, ChannelGroup open) {
    this.core = core;
    this.open = open;
  }

  /// The connections that were closed because of their address since the start.
  long denied() {
    return denied.sum();
  }

  @Override
  protected void initChannel(Channel channel) {
    if (!(channel.remoteAddress() instanceof InetSocketAddress peer)) {
      // The peer has disconnected already.
      channel.close();
      return;
    }
    if (core.config().peers().isBalancer(peer.getAddress())) {
      awaitHeader(channel, peer);
    } else {
      admit(channel, peer);
    }
  }

  /// Waits for the header of a load balancer. A connection without a known peer has no place yet,
  /// so at most as many wait as there are places.
  private void awaitHeader(Channel channel, InetSocketAddress balancer) {
    channel.closeFuture().addListener(_ -> unnamed.remove(channel));
    open.add(channel);
    unnamed.add(channel);
    if (unnamed.size() > core.config().capacity().maxConnections()) {
      channel.close();
      return;
    }
    BalancedConnection.await(
        channel,
        balancer,
        core.config().timeouts().handshake(),
        (named, peer) -> {
          unnamed.remove(named);
          admit(named, peer);
        },
        // This is not counted for the balancer's address: a program that bans senders would ban all
        // peers behind the balancer.
        () -> core.malformed().count(MalformedRequests.BALANCER_HEADER));
  }

  private void admit(Channel channel, InetSocketAddress peer) {
    if (!core.config().peers().admits(peer.getAddress())) {
      denied.increment();
      channel.close();
      return;
    }
    switch (core.connections().enter(peer.getAddress(), channel::close)) {
      case ConnectionPlaces.Admission.Served served -> {
        open.add(channel);
        addServing(channel.pipeline(), core, peer, served.place());
      }
      case ConnectionPlaces.Admission.Refused _ -> {
        channel.closeFuture().addListener(_ -> core.connections().leaveRefused());
        addRefusing(channel.pipeline(), core);
      }
      case ConnectionPlaces.Admission.Dropped _ -> channel.close();
    }
  }

  /// Adds the handlers of a connection that is served.
  ///
  /// @param place is left when the connection is closed and none of its requests is under way
  static void addServing(
      ChannelPipeline pipeline,
      ServerContext core,
      InetSocketAddress peer,
      ConnectionPlaces.Place place) {
    var budget = core.bodies().share(peer.getAddress());
    var handoff = new AtpServerHandler(core, budget, new Peer(peer, place::prove), place);
    pipeline.channel().closeFuture().addListener(_ -> handoff.closed());
    pipeline.addLast("flushes", new FlushConsolidationHandler(FLUSH_AT_LEAST_EVERY, true));
    pipeline.addLast("stalled", new WriteStallHandler(core.config().timeouts().write()));
    core.certificate()
        .ifPresent(shown -> shown.addTo(pipeline, core.config().timeouts().handshake()));
    pipeline
        .addLast("pieces", new ChunkedWriteHandler())
        .addLast("encoder", new ResponseEncoder(core.clock()))
        .addLast("decoder", new RequestDecoder(core.config().limits(), budget))
        .addLast("flow", new FlowControlHandler())
        .addLast("handoff", handoff);
  }

  /// Adds the handlers of a connection over the limit, which gets an answer that says so.
  private static void addRefusing(ChannelPipeline pipeline, ServerContext core) {
    var handshake = core.config().timeouts().handshake();
    var brief = handshake.compareTo(REFUSED_HANDSHAKE) < 0 ? handshake : REFUSED_HANDSHAKE;
    core.certificate().ifPresent(shown -> shown.addTo(pipeline, brief));
    pipeline
        .addLast("encoder", new ResponseEncoder(core.clock()))
        .addLast("refusal", new Refusal(core.certificate().isPresent()));
  }

  /// Answers a peer that there are too many connections, as soon as the peer can read the answer.
  /// Reads none of its bytes.
  private static final class Refusal extends ChannelInboundHandlerAdapter {
    private final boolean isTls;

    Refusal(boolean isTls) {
      this.isTls = isTls;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      if (!isTls) {
        say(context);
      }
    }

    private static void say(ChannelHandlerContext context) {
      var answer =
          AtpResponse.unavailable(
              "too-many-connections",
              "There are too many connections, in total or from this address.",
              Duration.ofSeconds(5));
      LingeringClose.say(context, new Outbound(answer, false));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
        say(context);
      } else {
        // The peer has closed its sending side: it sends no more, and has the complete answer.
        context.close();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}

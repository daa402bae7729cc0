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
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// The one place where the pipeline of a connection is built.
///
/// ```
/// socket -> stalled -> [tls -> protocol] -> decoder -> flow -> handoff -> virtual thread
/// socket <- stalled <- [tls] <------------- encoder <--------- handoff <- virtual thread
/// ```
///
/// `flow` holds back requests that were decoded while reading is suspended.
// What comes of writing and closing is told to the pipeline, or to a listener where it matters.
@SuppressWarnings("FutureReturnValueIgnored")
final class AtpServerInitializer extends ChannelInitializer<Channel> {

  private final ServerCore core;
  private final ChannelGroup open;

  AtpServerInitializer(ServerCore core, ChannelGroup open) {
    this.core = core;
    this.open = open;
  }

  @Override
  protected void initChannel(Channel channel) {
    if (!(channel.remoteAddress() instanceof InetSocketAddress address)) {
      // The peer has gone already.
      channel.close();
      return;
    }
    var peer = new Peer(address);
    switch (core.connections().enter(peer.address().getAddress())) {
      case SERVED -> {
        open.add(channel);
        channel
            .closeFuture()
            .addListener(_ -> core.connections().leave(peer.address().getAddress()));
        addServing(channel.pipeline(), core, peer);
      }
      case REFUSED -> {
        channel.closeFuture().addListener(_ -> core.connections().leaveRefused());
        if (core.certificate().isPresent()) {
          // To say why takes a handshake, which is just what there is no room for.
          channel.close();
          return;
        }
        channel
            .pipeline()
            .addLast("encoder", new ResponseEncoder(core.clock()))
            .addLast("refusal", new Refusal());
      }
      case DROPPED -> channel.close();
    }
  }

  /// The handlers of a connection that is served.
  static void addServing(ChannelPipeline pipeline, ServerCore core, Peer peer) {
    var budget = core.bodies().share();
    long stalled = core.config().timeouts().write().toMillis();
    pipeline.addLast("stalled", new IdleStateHandler(true, 0, stalled, 0, TimeUnit.MILLISECONDS));
    core.certificate()
        .ifPresent(shown -> shown.addTo(pipeline, core.config().timeouts().handshake()));
    pipeline
        .addLast("encoder", new ResponseEncoder(core.clock()))
        .addLast("decoder", new RequestDecoder(core.config().limits(), budget))
        .addLast("flow", new FlowControlHandler())
        .addLast("handoff", new RequestHandoff(core, budget, peer));
  }

  /// Tells a peer that there are too many connections, and reads nothing of what it sends.
  private static final class Refusal extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      var answer =
          AtpResponse.unavailable(
              "too-many-connections",
              "There are too many connections, in total or from this address.",
              Duration.ofSeconds(5));
      LastWord.say(context, new Outbound(answer, false));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      // Half-closed by the peer: it has nothing more to say and has been told all.
      context.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}

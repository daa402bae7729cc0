package dev.sojourn.atp.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/// Closes a connection whose peer speaks TLS but did not negotiate ATP. Without this check, a peer
/// that offers no protocol would pass the negotiation.
// The outcome of closing goes to the pipeline.
@SuppressWarnings("FutureReturnValueIgnored")
final class ProtocolCheck extends ChannelInboundHandlerAdapter {

  private final SslHandler tls;

  ProtocolCheck(SslHandler tls) {
    this.tls = tls;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    boolean isOther =
        event instanceof SslHandshakeCompletionEvent done
            && done.isSuccess()
            && !TlsRules.PROTOCOL.equals(tls.applicationProtocol());
    if (isOther) {
      context.close();
    } else {
      context.fireUserEventTriggered(event);
    }
  }
}

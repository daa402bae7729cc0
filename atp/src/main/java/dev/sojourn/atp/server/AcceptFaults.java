package dev.sojourn.atp.server;

import dev.sojourn.base.log.RateLimitedLog;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/// The end of the pipeline of a listening socket. If a connection cannot be accepted, for example
/// because too many files are open, it logs a warning. It logs at most once a minute, since peers
/// can cause these warnings. Netty pauses for a second and then accepts connections again.
final class AcceptFaults extends ChannelInboundHandlerAdapter {
  private final RateLimitedLog log =
      new RateLimitedLog(System.getLogger(AcceptFaults.class.getName()));

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    log.line(
        System.Logger.Level.WARNING,
        "A connection could not be taken in, which is tried again: {0}. Where too many files are"
            + " open, raise their number (LimitNOFILE), or lower wire.connections",
        cause.toString());
  }
}

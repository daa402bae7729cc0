package dev.sojourn.atp.server;

import dev.sojourn.base.log.RateLimitedLog;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/// The end of the pipeline of a listening socket. If a connection cannot be taken in, as when this
/// process may open no more files, the log says so. It does so once a minute at most, since peers
/// cause it. Netty itself pauses for a second, and then takes in others.
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

package dev.sojourn.atp.client;

import dev.sojourn.atp.WireBytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/// Counts the bytes that cross the socket. This handler is the first in the pipeline, so it sees
/// the bytes as they are on the wire. The event loop writes the counts, and any thread may read
/// them.
// Write futures are ignored: their promises report the outcome.
@SuppressWarnings("FutureReturnValueIgnored")
final class ByteTally extends ChannelDuplexHandler {

  private volatile WireBytes bytes = WireBytes.NONE;

  WireBytes bytes() {
    return bytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf read) {
      bytes = bytes.plus(new WireBytes(0, read.readableBytes()));
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf written) {
      bytes = bytes.plus(new WireBytes(written.readableBytes(), 0));
    }
    context.write(message, promise);
  }
}

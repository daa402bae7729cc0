package dev.sojourn.atp.client;

import dev.sojourn.atp.WireBytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/// Counts the bytes that cross the socket. Stands first in the pipeline, so that it sees the bytes
/// as they are on the wire. Written by the event loop, read by any thread.
// The outcome of a write comes through its promise.
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

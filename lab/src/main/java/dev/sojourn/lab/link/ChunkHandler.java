package dev.sojourn.lab.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// One direction of one connection. It reads from one channel, and writes to another channel the
/// bytes that the link delivers. It stops reading while the window of the sender or the receiver is
/// full, so a connection holds a limited number of bytes. Confined to the event loop of its link.
final class ChunkHandler extends ChannelInboundHandlerAdapter {
  private final LinkDirection direction;
  private final LinkMemory memory;
  private final Runnable whenEnded;
  private final Flow flow;
  private @Nullable Channel source;
  private @Nullable Channel target;
  private int held;
  private boolean isEnded;

  /// Creates a direction that does not read yet.
  ///
  /// @param whenEnded runs once all bytes and the end have been delivered
  ChunkHandler(LinkDirection direction, LinkMemory memory, Runnable whenEnded) {
    this.direction = direction;
    this.memory = memory;
    this.whenEnded = whenEnded;
    this.flow = direction.flow(this::read);
  }

  /// Sends a sign without bytes over the link, after all bytes read so far.
  ///
  /// @param arrival runs at the far end
  void sign(Runnable arrival) {
    direction.pass(flow, 0, arrival);
  }

  /// Begins to read.
  ///
  /// @param to receives all bytes
  void start(Channel to) {
    target = to;
    read();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    source = context.channel();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf chunk)) {
      ReferenceCountUtil.release(message);
      return;
    }
    int size = chunk.readableBytes();
    held += size;
    memory.add(size);
    direction.pass(flow, size, () -> deliver(chunk, size));
  }

  private void deliver(ByteBuf chunk, int size) {
    if (target == null) {
      chunk.release();
      taken(size);
      return;
    }
    var _ =
        target
            .writeAndFlush(chunk)
            .addListener(
                written ->
                    direction.acknowledge(
                        () -> {
                          taken(size);
                          if (!written.isSuccess()) {
                            reset();
                          }
                        }));
  }

  /// The far end accepts no more bytes. Over a real link, it would send a reset.
  private void reset() {
    if (source != null) {
      var _ = source.close();
    }
  }

  private void taken(int size) {
    held -= size;
    memory.remove(size);
    read();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    read();
  }

  private void read() {
    if (source != null && target != null && !isEnded && hasRoom()) {
      source.read();
    }
  }

  private boolean hasRoom() {
    return flow.hasRoom() && held < memory.windowBytes();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      end(false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(true);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      System.getLogger(ChunkHandler.class.getName())
          .log(System.Logger.Level.ERROR, "A link failed by a fault of this program", cause);
    }
    var _ = context.close();
  }

  private void end(boolean isAbrupt) {
    if (isEnded) {
      return;
    }
    isEnded = true;
    sign(() -> deliverEnd(isAbrupt));
  }

  private void deliverEnd(boolean isAbrupt) {
    if (!(target instanceof DuplexChannel open)) {
      whenEnded.run();
    } else if (isAbrupt) {
      var _ = open.close();
      whenEnded.run();
    } else {
      // Shutting down the output fails pending writes, so an empty write comes first.
      var _ =
          open.writeAndFlush(Unpooled.EMPTY_BUFFER)
              .addListener(
                  _ -> {
                    var _ = open.shutdownOutput();
                    whenEnded.run();
                  });
    }
  }
}

package dev.sojourn.atp.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Closes a connection whose peer takes none of the bytes that wait for it. The time begins with
/// the first byte that waits, not with the last that was taken. A peer that takes something within
/// each such time has all the time that it needs.
///
/// Answers are written and taken often, so a connection has one clock, which is not set anew with
/// each answer. If it runs out early, it goes on for the rest.
///
/// Answers are given out as they are taken, so few writes of theirs ever wait. More of them come
/// only from TLS's own answers. A peer that asks for new keys again and again and reads no answer
/// would fill the memory with them.
// The outcome of closing is ignored.
@SuppressWarnings("FutureReturnValueIgnored")
final class WriteStallHandler extends ChannelOutboundHandlerAdapter {

  /// More than a channel lets wait before it counts as full, whatever the size of the writes.
  static final int MAX_WAITING = 1_024;

  private final long patienceNanos;
  private int waiting;
  private long taken;
  private Progress seen = new Progress(0, 0);
  private long seenNanos;
  private @Nullable Future<?> clock;

  /// Watches one connection.
  ///
  /// @param patience for a peer to take something
  WriteStallHandler(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /// The bytes that the peer took: whole writes, and some bytes of the next.
  private record Progress(long writes, long bytesOfNext) {}

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    waiting++;
    if (waiting > MAX_WAITING) {
      context.close();
    }
    if (waiting == 1) {
      see(context, progress(context));
      if (clock == null) {
        wind(context, patienceNanos);
      }
    }
    context
        .write(message, promise.unvoid())
        .addListener(
            _ -> {
              waiting--;
              taken++;
            });
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (clock != null) {
      clock.cancel(false);
    }
  }

  private void look(ChannelHandlerContext context) {
    clock = null;
    if (waiting == 0) {
      return;
    }
    var now = progress(context);
    if (!now.equals(seen)) {
      see(context, now);
    }
    long left = patienceNanos - (context.executor().ticker().nanoTime() - seenNanos);
    if (left <= 0) {
      context.close();
    } else {
      wind(context, left);
    }
  }

  private void see(ChannelHandlerContext context, Progress progress) {
    seen = progress;
    seenNanos = context.executor().ticker().nanoTime();
  }

  private void wind(ChannelHandlerContext context, long nanos) {
    clock = context.executor().schedule(() -> look(context), nanos, TimeUnit.NANOSECONDS);
  }

  private Progress progress(ChannelHandlerContext context) {
    var buffer = context.channel().unsafe().outboundBuffer();
    return new Progress(taken, buffer == null ? 0 : buffer.currentProgress());
  }
}

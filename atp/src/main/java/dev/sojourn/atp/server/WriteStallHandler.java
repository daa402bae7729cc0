package dev.sojourn.atp.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Closes a connection whose peer takes none of the bytes that wait for it. The time begins with
/// the first waiting byte, not with the last byte that was taken. A peer that takes some bytes
/// within each such time is never cut off.
///
/// Answers are written and taken often, so a connection has one timer, which is not reset for each
/// answer. If the timer fires early, it runs for the remaining time.
///
/// Answers are written at the peer's pace, so few of their writes wait. Only TLS's own messages may
/// wait in larger numbers. A peer that repeatedly asks for new keys and reads no answer would fill
/// the memory with them.
// The outcome of closing is ignored.
@SuppressWarnings("FutureReturnValueIgnored")
final class WriteStallHandler extends ChannelOutboundHandlerAdapter {

  /// A channel counts as full before it holds this many writes, whatever their size.
  static final int MAX_WAITING = 1_024;

  private final long patienceNanos;
  private int waiting;
  private long taken;
  private Progress seen = new Progress(0, 0);
  private long seenNanos;
  private @Nullable Future<?> clock;

  /// Watches one connection.
  ///
  /// @param patience the longest time in which a peer takes nothing
  WriteStallHandler(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /// The progress of the peer: whole writes that it took, and bytes of the next write.
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

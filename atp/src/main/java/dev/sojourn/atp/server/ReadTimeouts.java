package dev.sojourn.atp.server;

import dev.sojourn.atp.wire.ReadPhase;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The only timeout on a connection's reading side: for the head, for the body, or for idleness.
/// Confined to the connection's event loop.
final class ReadTimeouts {

  private final ServerTimeouts timeouts;
  private final EventLoop loop;
  private final Consumer<ReadPhase> expired;
  private ReadPhase phase = ReadPhase.BETWEEN;
  private boolean busy;
  private boolean paused;
  private @Nullable Future<?> clock;

  /// Creates a timeout that has not started.
  ///
  /// @param expired receives the phase whose time ran out
  ReadTimeouts(ServerTimeouts timeouts, EventLoop loop, Consumer<ReadPhase> expired) {
    this.timeouts = timeouts;
    this.loop = loop;
    this.expired = expired;
  }

  /// Starts the timeout on an idle connection.
  void start() {
    restart();
  }

  /// Records that the connection now reads something else.
  void enter(ReadPhase next) {
    phase = next;
    restart();
  }

  /// Records whether requests are being handled. Meanwhile the connection is not idle.
  void busy(boolean isBusy) {
    if (busy != isBusy) {
      busy = isBusy;
      if (phase == ReadPhase.BETWEEN) {
        restart();
      }
    }
  }

  /// Records whether this side has suspended reading. Meanwhile the peer cannot be late.
  void paused(boolean isPaused) {
    if (paused != isPaused) {
      paused = isPaused;
      restart();
    }
  }

  void stop() {
    if (clock != null) {
      clock.cancel(false);
      clock = null;
    }
  }

  private void restart() {
    stop();
    if (paused || (busy && phase == ReadPhase.BETWEEN)) {
      return;
    }
    var now = phase;
    clock = loop.schedule(() -> expired.accept(now), limit(now).toMillis(), TimeUnit.MILLISECONDS);
  }

  private Duration limit(ReadPhase of) {
    return switch (of) {
      case BETWEEN -> timeouts.idle();
      case HEAD -> timeouts.head();
      case BODY -> timeouts.body();
    };
  }
}

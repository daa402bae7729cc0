package dev.sojourn.atp.server;

import dev.sojourn.atp.tls.HostCertificate;
import dev.sojourn.atp.wire.Outbound;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;

/// Ends connections so that the peer can still read the last answer. Closing a socket that has
/// unread bytes resets the connection and may lose the answer. So the sending side is shut down
/// first, and later bytes are read and discarded for a while.
// The outcome of writing and closing goes to the pipeline, or to a listener if it matters.
@SuppressWarnings("FutureReturnValueIgnored")
final class LingeringClose {

  private static final int LINGER_SECONDS = 2;

  private LingeringClose() {}

  /// Sends the answer, then closes.
  static void say(ChannelHandlerContext context, Outbound answer) {
    context
        .writeAndFlush(answer)
        .addListener(
            written -> {
              if (written.isSuccess()) {
                HostCertificate.endOutput(context, () -> linger(context.channel()));
              } else {
                context.close();
              }
            });
  }

  private static void linger(Channel channel) {
    if (!(channel instanceof SocketChannel socket)
        || socket.isInputShutdown()
        || !channel.isActive()) {
      channel.close();
      return;
    }
    socket.shutdownOutput();
    channel.config().setAutoRead(true);
    var close =
        channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
    channel.closeFuture().addListener(_ -> close.cancel(false));
  }
}

package dev.sojourn.atp.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageEncoder;
import io.netty.handler.stream.ChunkedStream;
import java.time.InstantSource;
import java.util.List;

/// Turns [Outbound] responses into bytes.
///
/// The socket copies waiting bytes into its own memory, which is smaller than the memory for
/// bodies. So a large body is sent in pieces, each after the peer has taken the previous one. This
/// needs a [io.netty.handler.stream.ChunkedWriteHandler] between this encoder and the socket.
public final class ResponseEncoder extends MessageToMessageEncoder<Outbound> {

  private static final int PIECE_BYTES = 16 * 1024;

  private final InstantSource clock;

  /// Creates an encoder.
  ///
  /// @param clock for `Date`
  public ResponseEncoder(InstantSource clock) {
    super(Outbound.class);
    this.clock = clock;
  }

  @Override
  protected void encode(ChannelHandlerContext context, Outbound message, List<Object> out) {
    var response = message.response();
    var framing = new MessageWriter.Framing(message.keepAlive(), true, true, clock.instant());
    var startLine = "ATP/0.1 " + response.status();
    var headers = HeaderRules.of(response);
    if (response.body().size() <= PIECE_BYTES) {
      MessageWriter.write(context.alloc(), startLine, headers, response.body(), framing, out);
    } else {
      out.add(MessageWriter.head(context.alloc(), startLine, headers, response.body(), framing));
      out.add(new ChunkedStream(response.body().newInputStream(), PIECE_BYTES));
    }
  }
}

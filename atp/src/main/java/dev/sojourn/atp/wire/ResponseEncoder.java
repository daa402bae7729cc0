package dev.sojourn.atp.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageEncoder;
import java.time.InstantSource;
import java.util.List;

/// Turns [Outbound] responses into bytes.
public final class ResponseEncoder extends MessageToMessageEncoder<Outbound> {

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
    MessageWriter.write(
        context.alloc(),
        "ATP/0.1 " + response.status(),
        HeaderMatrix.of(response),
        response.body(),
        new MessageWriter.Framing(message.keepAlive(), true, true, clock.instant()),
        out);
  }
}

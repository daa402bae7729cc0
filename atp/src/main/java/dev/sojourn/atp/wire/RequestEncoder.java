package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpRequest;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageEncoder;
import java.time.InstantSource;
import java.util.List;

/// Turns [AtpRequest]s into bytes, and asks the peer to keep the connection open.
public final class RequestEncoder extends MessageToMessageEncoder<AtpRequest> {

  private final InstantSource clock;

  /// Creates an encoder.
  ///
  /// @param clock for `Date`
  public RequestEncoder(InstantSource clock) {
    super(AtpRequest.class);
    this.clock = clock;
  }

  @Override
  protected void encode(ChannelHandlerContext context, AtpRequest request, List<Object> out) {
    MessageWriter.write(
        context.alloc(),
        request.method() + " " + request.target() + " ATP/0.1",
        request.headers(),
        request.body(),
        // RETRACT and FETCH have no Content-* fields, so an empty body is not announced.
        new MessageWriter.Framing(true, false, clock.instant()),
        out);
  }
}

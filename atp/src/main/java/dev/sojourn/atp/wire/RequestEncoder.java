package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpRequest;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageEncoder;
import java.time.Instant;
import java.util.List;

/// The encoder of [AtpRequest]s. It asks the peer to keep the connection open.
public final class RequestEncoder extends MessageToMessageEncoder<AtpRequest> {

  /// Creates an encoder.
  public RequestEncoder() {
    super(AtpRequest.class);
  }

  @Override
  protected void encode(ChannelHandlerContext context, AtpRequest request, List<Object> out) {
    MessageWriter.write(
        context.alloc(),
        request.method() + " " + request.target() + " ATP/0.1",
        HeaderRules.of(request),
        request.body(),
        // RETRACT and FETCH have no Content-* fields, so the length of an empty body is not sent. A
        // request that needs a date already has one, which is signed.
        new MessageWriter.Framing(true, false, false, Instant.EPOCH),
        out);
  }
}

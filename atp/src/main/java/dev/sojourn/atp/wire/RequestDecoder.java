package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.HeaderText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns bytes into [Inbound] messages.
///
/// ```
/// DISPATCH / ATP/0.1 CR LF           request line: method SP URI SP version
/// Content-Length: 3 CR LF            header fields, any number up to the limit
/// CR LF
/// abc                                body, as long as Content-Length says
/// ```
///
/// It also reads the requests of other agent systems. So it accepts names and methods in upper and
/// lower case, no white space after the colon, empty values, absolute URIs and bare line feeds.
public final class RequestDecoder extends ByteToMessageDecoder {

  private static final Set<String> PLAIN_ENCODINGS =
      Set.of("", "identity", "7bit", "8bit", "binary");

  private final WireLimits limits;
  private final BodyBudget.Share budget;
  private final HeadReader heads;
  private ReadPhase phase = ReadPhase.BETWEEN;
  private @Nullable Draft draft;
  private boolean failed;

  /// Creates the decoder of one connection.
  ///
  /// @param limits sizes of messages
  /// @param budget the memory for bodies
  public RequestDecoder(WireLimits limits, BodyBudget.Share budget) {
    this.limits = limits;
    this.budget = budget;
    this.heads = new HeadReader(limits);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      if (draft == null) {
        enter(context, ReadPhase.HEAD);
        var head = heads.read(in);
        if (head.isEmpty()) {
          return;
        }
        draft = begin(head.get());
      }
      if (draft.body().read(in)) {
        out.add(draft.finish());
        draft = null;
        enter(context, ReadPhase.BETWEEN);
      } else {
        enter(context, ReadPhase.BODY);
      }
    } catch (MessageException e) {
      failed = true;
      draft = null;
      in.skipBytes(in.readableBytes());
      enter(context, ReadPhase.BETWEEN);
      out.add(new Inbound.Refused(e.problem()));
    }
  }

  private void enter(ChannelHandlerContext context, ReadPhase next) {
    if (phase != next) {
      phase = next;
      context.fireUserEventTriggered(next);
    }
  }

  private Draft begin(HeadReader.Head head) throws MessageException {
    var words = HeaderText.words(head.startLine(), 4);
    if (words.size() != 3) {
      throw MessageException.malformed(
          "request-line-malformed", "The first line must be: method, URI, ATP/0.1.");
    }
    if (!words.get(2).equalsIgnoreCase("ATP/0.1")) {
      throw new MessageException(
          new Problem(
              "version-unknown",
              AtpStatus.INTERNAL_RECIPIENT_ERROR,
              "This host speaks only ATP/0.1."));
    }
    var method =
        AtpMethod.parse(words.get(0))
            .orElseThrow(
                () ->
                    new MessageException(
                        new Problem(
                            "method-unknown",
                            AtpStatus.NOT_IMPLEMENTED,
                            "This host does not know the method of the request.")));
    var target =
        AtpTarget.parse(words.get(1))
            .orElseThrow(
                () ->
                    MessageException.malformed(
                        "uri-malformed", "The URI must be [atp://host:port][/path][#agent-id]."));
    checkAgent(target, head.headers());
    int length = BodyReader.announced(head.headers(), limits);
    checkContent(method, head.headers(), length);
    return new Draft(method, target, head.headers(), length, new BodyReader(length, budget));
  }

  private static void checkAgent(AtpTarget target, AtpHeaders headers) throws MessageException {
    for (var id : headers.all(AtpHeaders.AGENT_ID)) {
      if (!id.isEmpty() && !AtpTarget.isAgentId(id)) {
        throw MessageException.malformed(
            "agent-id-malformed", "Agent-Id must be 1 to 64 letters and digits.");
      }
      Optional<String> inUri = target.agentId();
      if (!id.isEmpty() && inUri.isPresent() && !inUri.get().equals(id)) {
        throw MessageException.malformed(
            "agent-id-conflict", "The URI and Agent-Id name different agents.");
      }
    }
  }

  private static void checkContent(AtpMethod method, AtpHeaders headers, int length)
      throws MessageException {
    if (length > 0 && method.isWithoutBody()) {
      throw MessageException.malformed("body-not-expected", method + " has no body.");
    }
    for (var encoding : headers.all(AtpHeaders.CONTENT_ENCODING)) {
      boolean isZstd =
          method == AtpMethod.DISPATCH && encoding.equalsIgnoreCase(ContentCoding.ZSTD);
      if (!isZstd && !PLAIN_ENCODINGS.contains(encoding.toLowerCase(Locale.ROOT))) {
        throw MessageException.malformed(
            "content-encoding-unknown",
            "Send the body without a coding; only the body of DISPATCH may use zstd.");
      }
    }
  }

  /// A request whose body is still coming.
  private record Draft(
      AtpMethod method, AtpTarget target, AtpHeaders headers, int length, BodyReader body) {

    Inbound.Request finish() {
      var bytes = length == 0 ? Bytes.EMPTY : body.take();
      return new Inbound.Request(
          new AtpRequest(method, target, headers, bytes), headers.keepsAlive(), length);
    }
  }
}

package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.HeaderText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns bytes into [AtpResponse]s.
///
/// ```
/// ATP/0.1 100 OKAY CR LF             status line: version SP code SP reason
/// Content-Length: 3 CR LF            header fields
/// CR LF
/// abc                                body, as long as Content-Length says
/// ```
///
/// If a response without `Content-Length` closes the connection, its body lasts until the end of
/// the connection. Bytes that are not a response end the connection with a [DecoderException] whose
/// cause is a [MessageException].
public final class ResponseDecoder extends ByteToMessageDecoder {

  private final WireLimits limits;
  private final BodyBudget.Share budget = new BodyBudget(Long.MAX_VALUE).share();
  private final HeadReader heads;
  private @Nullable Draft draft;

  /// Creates the decoder of one connection.
  ///
  /// @param limits sizes of messages
  public ResponseDecoder(WireLimits limits) {
    this.limits = limits;
    this.heads = new HeadReader(limits);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws MessageException {
    if (draft == null) {
      var head = heads.read(in);
      if (head.isEmpty()) {
        return;
      }
      draft = begin(head.get());
    }
    if (draft.body().read(in) && !draft.untilEnd()) {
      out.add(draft.finish());
      draft = null;
    } else if (draft.untilEnd() && in.isReadable()) {
      throw MessageException.malformed(
          "body-too-large", "The answer is larger than " + limits.maxBodyBytes() + " bytes.");
    }
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    super.decodeLast(context, in, out);
    if (draft != null && draft.untilEnd()) {
      out.add(draft.finish());
      draft = null;
    }
  }

  private Draft begin(HeadReader.Head head) throws MessageException {
    var words = HeaderText.words(head.startLine(), 3);
    if (words.size() < 2 || !words.get(0).equalsIgnoreCase("ATP/0.1")) {
      throw MessageException.malformed("answer-malformed", "The answer is not ATP/0.1.");
    }
    var status =
        status(words.get(1))
            .orElseThrow(
                () ->
                    MessageException.malformed(
                        "answer-malformed", "The answer has no status of ATP/0.1."));
    boolean hasLength =
        head.headers().first(AtpHeaders.CONTENT_LENGTH).filter(v -> !v.isEmpty()).isPresent();
    boolean untilEnd = !hasLength && !head.headers().keepsAlive();
    int length = untilEnd ? limits.maxBodyBytes() : BodyReader.announced(head.headers(), limits);
    return new Draft(status, head.headers(), untilEnd, length, new BodyReader(length, budget));
  }

  private static Optional<AtpStatus> status(String word) {
    boolean isNumber = word.length() == 3 && word.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? AtpStatus.of(Integer.parseInt(word)) : Optional.empty();
  }

  /// A response whose body is still coming.
  private record Draft(
      AtpStatus status, AtpHeaders headers, boolean untilEnd, int length, BodyReader body) {

    AtpResponse finish() {
      return new AtpResponse(status, headers, length == 0 ? Bytes.EMPTY : body.take());
    }
  }
}

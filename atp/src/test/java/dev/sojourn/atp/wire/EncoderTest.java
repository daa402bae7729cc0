package dev.sojourn.atp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// Sent messages are strict: canonical names, one space, CR LF, dates of RFC 1123.
// The line ends are part of what is compared.
@SuppressWarnings("StringConcatToTextBlock")
final class EncoderTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new RequestEncoder(), new ResponseEncoder(CLOCK));

  @Test
  void writesADispatch() {
    channel.writeOutbound(
        AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
            .withHeader("Content-Length", "99") // not set by the caller
            .withBody("application/vnd.sojourn.agent", Bytes.utf8("abc")));

    assertThat(sent())
        .isEqualTo(
            "DISPATCH / ATP/0.1\r\n"
                + "Content-Type: application/vnd.sojourn.agent\r\n"
                + "Content-Length: 3\r\n"
                + "Connection: keep-alive\r\n"
                + "\r\n"
                + "abc");
  }

  @Test
  void writesARetractWithoutContentFields() {
    channel.writeOutbound(
        AtpRequest.of(AtpMethod.RETRACT, AtpTarget.agent("a1")).withHeader("Agent-Id", "a1"));

    assertThat(sent())
        .isEqualTo(
            "RETRACT /#a1 ATP/0.1\r\n"
                + "Agent-Id: a1\r\n"
                + "Connection: keep-alive\r\n"
                + "\r\n");
  }

  @Test
  void writesNoFromInAnAnswer() {
    var answer = AtpResponse.okay().withHeader("From", "me").withHeader("Agent-Id", "a1");
    channel.writeOutbound(new Outbound(answer, true));

    assertThat(sent())
        .isEqualTo(
            "ATP/0.1 100 OKAY\r\n"
                + "Date: Fri, 02 Jan 2026 03:04:05 GMT\r\n"
                + "Agent-Id: a1\r\n"
                + "Content-Length: 0\r\n"
                + "Connection: keep-alive\r\n"
                + "\r\n");
  }

  @Test
  void writesARefusalThatCloses() {
    var refusal =
        AtpResponse.unavailable("too-busy", "Come back \"later\".\n", Duration.ofMillis(1_200));
    channel.writeOutbound(new Outbound(refusal, false));

    assertThat(sent())
        .isEqualTo(
            "ATP/0.1 403 SERVICE UNAVAILABLE\r\n"
                + "Date: Fri, 02 Jan 2026 03:04:05 GMT\r\n"
                + "Content-Type: application/problem+json\r\n"
                + "Retry-After: 2\r\n"
                + "Content-Length: 114\r\n"
                + "\r\n"
                + "{\"type\":\"urn:sojourn:problem:too-busy\",\"title\":\"SERVICE UNAVAILABLE\","
                + "\"status\":403,\"detail\":\"Come back \\\"later\\\".\"}");
  }

  @Test
  void readsTheProblemThatItWrote() {
    var problem = new Problem("agent-unknown", AtpStatus.NOT_FOUND, "There is no agent a1.");
    assertThat(AtpResponse.refusal(problem).problem()).isEqualTo(problem);

    var bare = new AtpResponse(AtpStatus.FORBIDDEN, AtpResponse.okay().headers(), Bytes.utf8("<"));
    assertThat(bare.problem())
        .isEqualTo(
            new Problem("unexplained", AtpStatus.FORBIDDEN, "The host answered 301 FORBIDDEN"));
  }

  private String sent() {
    var text = new StringBuilder();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      text.append(next.toString(StandardCharsets.ISO_8859_1));
      next.release();
    }
    return text.toString();
  }
}

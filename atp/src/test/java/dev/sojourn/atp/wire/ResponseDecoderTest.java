package dev.sojourn.atp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.base.Bytes;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResponseDecoderTest {

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new ResponseDecoder(new WireLimits(200, 10, 1_000, 100)));

  @Test
  void readsAnAnswerThatKeepsTheConnection() {
    receive(
        "ATP/0.1 302 NOT FOUND\r\n" // version, code, reason
            + "Code-Digest: abc\r\n"
            + "Content-Length: 3\r\n"
            + "Connection: keep-alive\r\n"
            + "\r\n"
            + "abc");

    AtpResponse response = channel.readInbound();
    assertThat(response.status()).isEqualTo(AtpStatus.NOT_FOUND);
    assertThat(response.headers().first("code-digest")).contains("abc");
    assertThat(response.headers().keepsAlive()).isTrue();
    assertThat(response.body()).isEqualTo(Bytes.utf8("abc"));
  }

  @Test
  void readsOneAnswerAfterTheOther() {
    receive("ATP/0.1 100 OKAY\r\nContent-Length: 1\r\n\r\naatp/0.1 500\ncontent-length:1\n\nb");

    assertThat(this.<AtpResponse>next().body().asUtf8()).isEqualTo("a");
    var second = this.<AtpResponse>next();
    assertThat(second.status()).isEqualTo(AtpStatus.NOT_AUTHENTICATED);
    assertThat(second.body().asUtf8()).isEqualTo("b");
  }

  @Test
  void readsABodyWithoutLengthToTheEndOfTheConnection() {
    receive("ATP/0.1 100 OKAY\r\n\r\nabc");
    receive("def");
    assertThat(this.<Object>nextOrNothing()).isEmpty();
    channel.finish();

    assertThat(this.<AtpResponse>next().body().asUtf8()).isEqualTo("abcdef");
  }

  @Test
  void takesAnAnswerCutShortForNone() {
    receive("ATP/0.1 100 OKAY\r\nContent-Length: 4\r\n\r\nabc");
    channel.finish();

    assertThat(this.<Object>nextOrNothing()).isEmpty();
  }

  @Test
  void refusesWhatIsNoAnswer() {
    for (var text :
        List.of(
            "HTTP/1.1 200 OK\r\n\r\n",
            "ATP/0.1\r\n\r\n",
            "ATP/0.1 999 WHAT\r\n\r\n",
            "ATP/0.1 +10 OKAY\r\n\r\n",
            "ATP/0.1 100 OKAY\r\nContent-Length: 101\r\n\r\n",
            "ATP/0.1 100 OKAY\r\nContent-Length: -1\r\n\r\n",
            "ATP/0.1 100 OKAY\r\nno colon\r\n\r\n",
            "ATP/0.1 100 OKAY\r\n\r\n" + "x".repeat(101),
            "x".repeat(300))) {
      var fresh = new EmbeddedChannel(new ResponseDecoder(new WireLimits(200, 10, 1_000, 100)));
      assertThatThrownBy(() -> fresh.writeInbound(bytes(text)))
          .describedAs(text)
          .hasCauseInstanceOf(MessageException.class);
    }
  }

  private void receive(String latin1) {
    channel.writeInbound(bytes(latin1));
  }

  private static Object bytes(String latin1) {
    return Unpooled.copiedBuffer(latin1, StandardCharsets.ISO_8859_1);
  }

  @SuppressWarnings("TypeParameterUnusedInFormals")
  private <T> T next() {
    return channel.readInbound();
  }

  private <T> List<T> nextOrNothing() {
    T next = channel.readInbound();
    return next == null ? List.of() : List.of(next);
  }
}

package dev.sojourn.atp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Exchanges;
import dev.sojourn.base.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The client's side of the conformance suite: plays the exchanges of `client-exchanges.txt`, which
/// says how they are written.
final class ClientExchangeTest {

  @TestFactory
  Stream<DynamicTest> exchanges() throws IOException {
    return Exchanges.of(
        ClientExchangeTest.class, "client-exchanges.txt", 49, lines -> new Play(lines).play());
  }

  /// One exchange under way.
  private static final class Play {
    private final List<String> lines;
    private final EmbeddedChannel channel =
        new EmbeddedChannel(
            new RequestEncoder(), new ResponseDecoder(new WireLimits(200, 10, 1_000, 100)));
    private String sent = "";
    private String refusal = "";
    private AtpResponse answer = AtpResponse.okay();

    Play(List<String> lines) {
      this.lines = lines;
    }

    void play() {
      for (var line : lines) {
        if (line.startsWith("REQUEST ")) {
          channel.writeOutbound(request(line.substring(8)));
          for (ByteBuf b = channel.readOutbound(); b != null; b = channel.readOutbound()) {
            sent += b.toString(StandardCharsets.ISO_8859_1);
            b.release();
          }
        } else if (line.startsWith(">")) {
          boolean isRaw = line.startsWith(">|");
          var text = line.substring(Math.min(isRaw ? 3 : 2, line.length()));
          var expected = isRaw ? text : text + "\r\n";
          assertThat(sent).startsWith(expected);
          sent = sent.substring(expected.length());
        } else if (line.startsWith("<*")) {
          receive(Exchanges.repeated(line));
        } else if (line.startsWith("<|")) {
          receive(line.substring(Math.min(3, line.length())));
        } else if (line.startsWith("<")) {
          receive(line.substring(Math.min(2, line.length())) + "\r\n");
        } else {
          is(line.substring(2));
        }
      }
      assertThat(sent).isEmpty();
      try {
        channel.finishAndReleaseAll();
      } catch (DecoderException _) {
        // A refused answer is refused once more at the end of the connection.
        assertThat(refusal).isNotEmpty();
      }
    }

    private void receive(String text) {
      try {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
      } catch (DecoderException e) {
        assertThat(e).hasCauseInstanceOf(MessageException.class);
        refusal = e.getCause() instanceof MessageException fault ? fault.problem().code() : "";
      }
    }

    private void is(String what) {
      var words = what.split(" ", 3);
      switch (words[0]) {
        case "answer" -> {
          answer = channel.readInbound();
          assertThat(answer).isNotNull();
          assertThat(answer.status().code()).isEqualTo(Integer.parseInt(words[1]));
          assertThat(answer.body().asUtf8().strip())
              .isEqualTo(
                  words[2].startsWith("*")
                      ? Exchanges.repeated("<*| " + words[2].substring(2))
                      : words[2].equals("-") ? "" : words[2]);
        }
        case "field" -> assertThat(answer.headers().first(words[1])).contains(words[2]);
        case "none" -> assertThat(channel.<Object>readInbound()).isNull();
        case "end" -> channel.finish();
        case "retry" ->
            assertThat(
                    answer.retryAfter().map(Duration::toSeconds).map(String::valueOf).orElse("-"))
                .isEqualTo(words[1]);
        case "refused" -> assertThat(refusal).isEqualTo(words[1]);
        default -> throw new IllegalArgumentException(what);
      }
    }

    private static AtpRequest request(String text) {
      var parts = text.split(" ?\\| ?", -1);
      var first = parts[0].split(" ", -1);
      var request =
          AtpRequest.of(
              AtpMethod.parse(first[0]).orElseThrow(), AtpTarget.parse(first[1]).orElseThrow());
      for (int i = 1; i < parts.length - 1; i++) {
        int colon = parts[i].indexOf(": ");
        request = request.withHeader(parts[i].substring(0, colon), parts[i].substring(colon + 2));
      }
      return new AtpRequest(
          request.method(),
          request.target(),
          new AtpHeaders(request.headers().fields()),
          Bytes.utf8(parts[parts.length - 1]));
    }
  }
}

package dev.sojourn.atp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.client.ClientHarness;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.identity.net.AtpAddress;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets from a host: answers, or a refusal with a reason, the same for any cut of the octets
/// into pieces. The problem of an answer can be read, whatever its body is. Through the client's
/// real pipeline they are the answer to the request that waits, or the reason why there is none.
final class ResponseFuzzTest {

  private static final WireLimits LIMITS = new WireLimits(200, 8, 400, 1_000);

  static Stream<byte[]> seeds() {
    return Stream.of(
            "ATP/0.1 100 OKAY\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nabc",
            "atp/0.1 200\ncontent-length:5\n\natp:/ATP/0.1 403 X\nRetry-After: 3\n\n",
            "ATP/0.1 302 NOT FOUND\r\nContent-Length: 43\r\n\r\n"
                + "{\"type\":\"urn:sojourn:problem:code-missing\"}",
            "ATP/0.1 100 OKAY\r\n\r\nuntil the end",
            "ATP/0.1 999 WHAT\r\n\r\n",
            "ATP/0.1 100 OKAY\r\nContent-Length: -1\r\nTransfer-Encoding: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreAnswersOrRefusedAlikeHoweverTheyAreCut(byte[] input) {
    var whole = read(input, Math.max(1, input.length));

    assertThat(read(input, 1 + Math.floorMod(Arrays.hashCode(input), 7))).isEqualTo(whole);
    switch (exchange(input)) {
      case Exchange.Answered(var answer, _) ->
          assertThat(noted(answer)).isEqualTo(whole.getFirst());
      case Exchange.Lost lost -> {
        assertThat(whole.isEmpty() ? "refused" : whole.getFirst()).isEqualTo("refused");
        assertThat(lost.reason()).matches("atp://host.example:10434 (closed|answered) .+\\.");
      }
      case Exchange.Unreachable _, Exchange.Barred _ -> throw new AssertionError("is connected");
    }
  }

  private static Exchange exchange(byte[] input) {
    var client =
        ClientHarness.open(
            new AtpAddress("host.example", 10434), ClientSettings.DEFAULT.withLimits(LIMITS));
    client.send(AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1")));
    return client.receive(input, 0, input.length).close().outcome().orElseThrow();
  }

  private static List<String> read(byte[] input, int piece) {
    var channel = new EmbeddedChannel(new ResponseDecoder(LIMITS));
    var seen = new ArrayList<String>();
    try {
      for (int i = 0; i < input.length; i += piece) {
        channel.writeInbound(
            Unpooled.copiedBuffer(input, i, Math.min(input.length, i + piece) - i));
        take(channel, seen);
      }
      channel.finish();
      take(channel, seen);
    } catch (DecoderException e) {
      take(channel, seen);
      assertThat(e).hasCauseInstanceOf(MessageException.class);
      seen.add("refused");
    } finally {
      channel.releaseInbound();
    }
    return seen;
  }

  private static void take(EmbeddedChannel channel, List<String> seen) {
    for (AtpResponse r = channel.readInbound(); r != null; r = channel.readInbound()) {
      seen.add(noted(r));
    }
  }

  private static String noted(AtpResponse r) {
    var problem = r.status().code() < 300 ? "" : r.problem().code() + r.retryAfter();
    return r.status() + " " + r.headers() + " " + r.body().asUtf8() + " " + problem;
  }
}

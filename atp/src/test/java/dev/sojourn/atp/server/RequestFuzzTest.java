package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.wire.WireLimits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets on a connection to a host, through the server's real pipeline. There is an answer of
/// ATP/0.1 or none, the same for any cut of the octets into pieces, and no memory is kept.
final class RequestFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(
            "DISPATCH / ATP/0.1\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nabc",
            "dispatch atp://HOST.example:10434/x#a1 atp/0.1\nhost:h\nmic:\ncontent-length:2\n\nok",
            "STATUS /#a1 ATP/0.1\r\nConnection: keep-alive\r\n\r\nCOLLECT #a2 ATP/0.1\r\n\r\n",
            "DISPATCH / ATP/0.1\r\nContent-Encoding: zstd\r\nContent-Length: 10\r\n\r\n"
                + "(\u00b5/\u00fd\0\u0088\u001b\0\0a",
            "DISPATCH / ATP/0.1\r\nContent-Encoding: zstd\r\nContent-Length: 12\r\n\r\n"
                + "(\u00b5/\u00fd\040\3\31\0\0abc",
            "FETCH /../a ATP/0.1\r\n\r\n",
            "MESSAGE / ATP/0.1\r\nAgent-Id: a1\r\nContent-Encoding: gzip\r\n\r\n",
            "STATUS atps://other:1/ ATP/0.1\r\nno colon\r\n\r\n",
            "DISPATCH / ATP/0.1\r\nContent-Length: 99999999999\r\nTransfer-Encoding: x\r\n\r\n",
            "\r\n\r\n\r\n\r\n\r\nSTATUS / HTTP/1.1\r\n a\r\n\r\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreAnsweredOrRefusedAlikeHoweverTheyAreCut(byte[] input) {
    var whole = answers(input, Math.max(1, input.length));
    var pieces = answers(input, 1 + Math.floorMod(Arrays.hashCode(input), 7));

    assertThat(pieces).isEqualTo(whole);
    assertThat(whole.isEmpty() || whole.startsWith("ATP/0.1 ")).isTrue();
  }

  private static String answers(byte[] input, int piece) {
    var server =
        PipelineHarness.open(
            PipelineHarness.config(new WireLimits(200, 8, 400, 1_000), ServerCapacity.DEFAULT),
            (request, _) -> AtpResponse.okay("text/plain", request.body()));
    var received = new StringBuilder();
    for (int i = 0; i < input.length; i += piece) {
      server.send(Arrays.copyOfRange(input, i, Math.min(input.length, i + piece)));
      received.append(server.received());
    }
    server.close();
    assertThat(server.reservedBytes()).isZero();
    return received.toString();
  }
}

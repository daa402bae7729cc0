package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class DecompressionHandlerTest {

  private static final Peer PEER =
      new Peer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), () -> {});

  private final List<AtpResponse> answers = new ArrayList<>();
  private int depth;

  @Test
  void ofLargeBodiesSixteenAreUnpackedAtOnce() throws Exception {
    var request = compressed(100_000);
    // Each is unpacked, and handled, while all before it still are.
    var unpacking = new AtpHandler[1];
    unpacking[0] =
        new DecompressionHandler(
            (_, peer) -> {
              if (++depth < 20) {
                answers.add(unpacking[0].handle(request, peer));
              }
              return AtpResponse.okay();
            },
            WireLimits.DEFAULT,
            BodyCapacity.DEFAULT.maxUnpackedAtOnce());
    answers.add(unpacking[0].handle(request, PEER));

    assertThat(depth).isEqualTo(16);
    assertThat(answers.getFirst().problem().code()).isEqualTo("too-busy");
    assertThat(answers.getFirst().retryAfter()).isPresent();
    assertThat(answers.subList(1, answers.size()))
        .hasSize(16)
        .allMatch(answer -> answer.status().code() == 100);

    // Their places are free again.
    depth = 20;
    assertThat(unpacking[0].handle(request, PEER).status().code()).isEqualTo(100);
  }

  @Test
  void smallBodiesNeedNoPlace() throws Exception {
    var request = compressed(1_000);
    var unpacking = new AtpHandler[1];
    unpacking[0] =
        new DecompressionHandler(
            (inner, peer) -> {
              assertThat(inner.body().size()).isEqualTo(1_000);
              assertThat(inner.headers().first(AtpHeaders.CONTENT_ENCODING)).isEmpty();
              return ++depth < 50 ? unpacking[0].handle(request, peer) : AtpResponse.okay();
            },
            WireLimits.DEFAULT,
            1);

    assertThat(unpacking[0].handle(request, PEER).status().code()).isEqualTo(100);
  }

  private static AtpRequest compressed(int size) {
    var body = new byte[size];
    new SplittableRandom(1).nextBytes(body);
    return AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
        .withHeader(AtpHeaders.CONTENT_ENCODING, "zstd")
        .withBody("application/octet-stream", Bytes.wrap(Zstd.compress(body)));
  }
}

package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.client.ClientHarness;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.PipelineHarness;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One connection from a client to a host, with the real pipelines of both and no socket between
/// them. Requests and answers may have any content. The octets of each side reach the other in two
/// pieces, cut anywhere.
public final class OverTheWire implements AutoCloseable {

  private final PipelineHarness server;
  private final ClientHarness client =
      ClientHarness.open(PipelineHarness.NAME, ClientSettings.DEFAULT);

  private OverTheWire(AtpHandler handler) {
    server = PipelineHarness.open(handler);
  }

  public static OverTheWire to(AtpHandler handler) {
    return new OverTheWire(handler);
  }

  /// {@return the answer as the client has read it}
  public AtpResponse exchange(AtpRequest request) {
    var octets = client.send(request);
    int cut = cut(octets);
    server
        .send(Arrays.copyOfRange(octets, 0, cut))
        .send(Arrays.copyOfRange(octets, cut, octets.length));
    var back = server.received().getBytes(StandardCharsets.ISO_8859_1);
    cut = cut(back);
    client.receive(back, 0, cut).receive(back, cut, back.length);
    // What a handler throws is answered, and reported only here.
    assertThat(server.faults()).isEmpty();
    var outcome = client.outcome();
    assertThat(outcome).containsInstanceOf(Exchange.Answered.class);
    return ((Exchange.Answered) outcome.orElseThrow()).response();
  }

  private static int cut(byte[] octets) {
    return Math.floorMod(Arrays.hashCode(octets), octets.length + 1);
  }

  @Override
  public void close() {
    client.close();
    server.close();
    assertThat(server.reservedBytes()).isZero();
  }
}

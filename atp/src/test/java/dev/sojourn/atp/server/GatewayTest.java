package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.net.AtpAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GatewayTest {

  private static final AtpAddress SELF = new AtpAddress("gateway.example", 10434);
  private static final AtpAddress TARGET = new AtpAddress("127.0.0.1", 1);

  private final AtpClient client = AtpClient.open(ClientSettings.DEFAULT);
  private final Gateway gateway =
      Gateway.forwarding(
          Set.of(SELF),
          (_, _) -> AtpResponse.okay(),
          new Gateway.Forwarding(Set.of(TARGET), 1, 3, client, SELF));

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void knowsItselfInViaInAnyCaseAndBetweenAnyBlanks() throws InterruptedException {
    assertThat(passed("a:1 ,\t GATEWAY.example:10434\t,")).isEqualTo("proxy-loop");
    assertThat(passed("a:1", " ", "gateway.example:10434")).isEqualTo("proxy-loop");
    assertThat(passed("a:1, b:2,,", ",c:3")).isEqualTo("proxy-loop");
    assertThat(passed("a:1, ,, b:2")).isEqualTo("target-unreachable");
  }

  @Test
  void thirtyTwoThousandBlanksInViaAreNoName() throws InterruptedException {
    assertThat(passed(" \t".repeat(16_000) + "a:1")).isEqualTo("target-unreachable");
  }

  /// The outcome of a request that passed these gateways.
  private String passed(String... via) throws InterruptedException {
    var headers =
        new AtpHeaders(
            Stream.of(via).map(value -> new AtpHeaders.Field(AtpHeaders.VIA, value)).toList());
    var request =
        new AtpRequest(
            AtpMethod.STATUS,
            new AtpTarget(Optional.of(TARGET), "/", Optional.of("a1")),
            headers,
            Bytes.EMPTY);
    var peer = new Peer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), () -> {});
    return gateway.handle(request, peer).problem().code();
  }
}

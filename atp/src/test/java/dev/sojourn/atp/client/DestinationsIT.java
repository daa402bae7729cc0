package dev.sojourn.atp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.TestServers;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AddressKind;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.identity.net.NameService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Strangers who name hosts that only this machine can reach. All hosts listen on loopback; their
/// names say which of them count as hosts of the Internet.
@Timeout(60)
final class DestinationsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Names names = new Names();
  private final AtpClient client = AtpClient.open(ClientSettings.DEFAULT, names);
  private final List<AtpServer> servers = new ArrayList<>();

  @AfterEach
  void close() {
    client.close();
    servers.forEach(AtpServer::close);
  }

  @Test
  void aHostInsideIsNotEvenConnectedTo() throws Exception {
    try (var listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (var name : List.of("inside.example", "127.0.0.1", "2130706433", "[::1]")) {
        var host = new AtpAddress(name, listening.getLocalPort());
        assertThat(send(client, host, Destinations.PUBLIC))
            .isInstanceOfSatisfying(
                Exchange.Barred.class,
                barred -> {
                  assertThat(barred.reason())
                      .isEqualTo(
                          host
                              + " is at a loopback address, where no site of the Internet may send"
                              + " an agent.");
                  assertThat(barred.wireBytes().total()).isZero();
                });
      }
      assertNobodyCalls(listening);
    }
  }

  @Test
  void aConnectionMadeUnderTheLooserRuleIsNotBorrowedUnderTheStricter() throws Exception {
    var requests = new AtomicInteger();
    var host = new AtpAddress("inside.example", start(okay(requests)));
    assertThat(send(client, host, Destinations.ANY)).isInstanceOf(Exchange.Answered.class);
    assertThat(send(client, host, Destinations.PUBLIC)).isInstanceOf(Exchange.Barred.class);
    assertThat(send(client, host, Destinations.ANY)).isInstanceOf(Exchange.Answered.class);
    assertThat(requests).hasValue(2);
    assertThat(names.resolved).as("the first connection was kept for its like").hasSize(2);
  }

  @Test
  void aNameServiceThatChangesItsMindMovesNoConnectionInside() throws Exception {
    var requests = new AtomicInteger();
    var host = new AtpAddress("rebinding.example", start(okay(requests)));
    var settings = ClientSettings.DEFAULT;
    var forgetful =
        new ClientSettings(
            settings.connect(),
            settings.handshake(),
            settings.response(),
            settings.idle(),
            0,
            settings.limits(),
            settings.authorities());
    try (var other = AtpClient.open(forgetful, names)) {
      assertThat(send(other, host, Destinations.PUBLIC)).isInstanceOf(Exchange.Answered.class);
      assertThat(names.resolved).as("what was looked at is what was asked").hasSize(1);
      assertThat(send(other, host, Destinations.PUBLIC)).isInstanceOf(Exchange.Barred.class);
    }
    assertThat(requests).hasValue(1);
  }

  @Test
  void ofAHostWithAddressesInsideOnlyThoseOfTheInternetAreUsed() throws Exception {
    var host = new AtpAddress("half.example", start(okay(new AtomicInteger())));
    assertThat(send(client, host, Destinations.PUBLIC)).isInstanceOf(Exchange.Answered.class);
    assertThat(names.looked).containsExactly("inside", "internet");
  }

  @Test
  void aHostCannotSayThatAnAgentMovedInside() throws Exception {
    try (var listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var inside = new AtpAddress("inside.example", listening.getLocalPort());
      var requests = new AtomicInteger();
      var host =
          new AtpAddress(
              "public.example",
              start(
                  (_, _) -> {
                    requests.incrementAndGet();
                    return AtpResponse.moved(inside);
                  }));
      var owner = SigningKey.generate(new SecureRandom());
      var agents =
          new HostClient(
                  client,
                  host,
                  owner,
                  RetryPolicy.NEVER,
                  InstantSource.system(),
                  new SplittableRandom(1))
              .connecting(Destinations.PUBLIC);
      var agent = Passports.agent("a1", owner, host, Bytes.wrap(new byte[100]));
      assertThat(agents.dispatch(agent, true))
          .isInstanceOfSatisfying(
              DispatchOutcome.Barred.class,
              barred ->
                  assertThat(barred.reason()).startsWith(inside + " is at a loopback address"));
      assertThat(agents.status("a1"))
          .isInstanceOfSatisfying(
              Answer.Unreachable.class,
              no -> assertThat(no.reason()).startsWith(inside + " is at a loopback address"));
      assertThat(requests).hasValue(2);
      assertNobodyCalls(listening);
    }
  }

  /// This holds also if the caller has named the host, which may have any address.
  @Test
  void aHostCannotSayThatAnAgentMovedToAMetadataService() throws Exception {
    try (var listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var metadata = new AtpAddress("metadata.example", listening.getLocalPort());
      var host = new AtpAddress("inside.example", start((_, _) -> AtpResponse.moved(metadata)));
      var owner = SigningKey.generate(new SecureRandom());
      for (var destinations : List.of(Destinations.ANY, Destinations.INSIDE)) {
        var agents =
            new HostClient(
                    client,
                    host,
                    owner,
                    RetryPolicy.NEVER,
                    InstantSource.system(),
                    new SplittableRandom(1))
                .connecting(destinations);
        assertThat(agents.status("a1"))
            .isInstanceOfSatisfying(
                Answer.Unreachable.class,
                no ->
                    assertThat(no.reason())
                        .startsWith(
                            metadata
                                + " is at the address of a cloud's metadata service, where nobody"
                                + " may send an agent."));
      }
      assertNobodyCalls(listening);
    }
  }

  private static Exchange send(AtpClient client, AtpAddress host, Destinations destinations)
      throws InterruptedException {
    var request = AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1"));
    return client.send(host, request, PATIENCE, destinations);
  }

  /// A client that connects on loopback is in the queue before the client goes on.
  private static void assertNobodyCalls(ServerSocket listening) throws IOException {
    listening.setSoTimeout(100);
    assertThatThrownBy(listening::accept).isInstanceOf(SocketTimeoutException.class);
  }

  private static AtpHandler okay(AtomicInteger requests) {
    return (_, _) -> {
      requests.incrementAndGet();
      return AtpResponse.okay();
    };
  }

  private int start(AtpHandler handler) throws IOException {
    var server = TestServers.start(handler);
    servers.add(server);
    return server.address().getPort();
  }

  /// Gives every name an address on loopback, whose label says what place the name stands for.
  private static final class Names implements NameService {
    final List<String> resolved = new ArrayList<>();
    final List<String> looked = new ArrayList<>();

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      boolean isAgain = resolved.contains(host);
      resolved.add(host);
      return switch (host) {
        case "public.example" -> new InetAddress[] {called("internet")};
        case "metadata.example" -> new InetAddress[] {called("metadata")};
        case "inside.example" -> new InetAddress[] {called("inside")};
        case "half.example" -> new InetAddress[] {called("inside"), called("internet")};
        case "rebinding.example" -> new InetAddress[] {called(isAgain ? "inside" : "internet")};
        default -> InetAddress.getAllByName(host);
      };
    }

    @Override
    public AddressKind kind(InetAddress address) {
      // Literal addresses have no name, and looking for one would ask a name service.
      boolean isCalled = address.toString().indexOf('/') > 0;
      if (isCalled) {
        looked.add(address.getHostName());
      }
      var name = isCalled ? address.getHostName() : "";
      return switch (name) {
        case "internet" -> AddressKind.PUBLIC;
        case "metadata" -> AddressKind.METADATA;
        default -> AddressKind.of(address);
      };
    }

    private static InetAddress called(String name) throws UnknownHostException {
      return InetAddress.getByAddress(name, InetAddress.getLoopbackAddress().getAddress());
    }
  }
}

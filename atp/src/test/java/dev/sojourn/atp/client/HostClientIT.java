package dev.sojourn.atp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.Trace;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.TestServers;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.testing.HeldPort;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Client and server on loopback, with everything that is signed and checked.
final class HostClientIT {

  private static final Bytes CODE = Bytes.wrap(new byte[100_000]);

  private final SigningKey owner = SigningKey.generate(new SecureRandom());
  private final OneAgentHost host = new OneAgentHost(owner.verifyKey());
  private final AtpClient client = AtpClient.open(ClientSettings.DEFAULT);
  private final List<Duration> pauses = new ArrayList<>();
  private final List<AtpServer> servers = new ArrayList<>();

  @AfterEach
  void close() {
    client.close();
    servers.forEach(AtpServer::close);
  }

  @Test
  void sendsCodeOnlyToAHostThatLacksIt() throws Exception {
    var address = start(host);
    var first = hostClient(address).dispatch(agent("a1", address), true);
    var second = hostClient(address).dispatch(agent("a2", address), true);

    assertThat(first).asInstanceOf(type(DispatchOutcome.Accepted.class)).matches(a -> a.codeSent());
    assertThat(second)
        .asInstanceOf(type(DispatchOutcome.Accepted.class))
        .matches(a -> !a.codeSent());
    assertThat(first.wireBytes().sent()).isBetween(100_000L, 104_000L);
    assertThat(host.requests()).hasSize(3);
  }

  @Test
  void aRepeatedDispatchOfKnownCodeFitsIntoAThousandBytesBothWays() throws Exception {
    var address = start(host);
    hostClient(address).dispatch(agent("a1", address), true);

    // Ids as in practice: random, and 32 characters long.
    var id = UUID.randomUUID().toString().replace("-", "");
    var repeated = hostClient(address).dispatch(agent(id, address), true);

    assertThat(repeated)
        .asInstanceOf(type(DispatchOutcome.Accepted.class))
        .matches(a -> !a.codeSent());
    assertThat(repeated.wireBytes().total()).isBetween(700L, 1_000L);
  }

  @Test
  void sendsCodeAtOnceToAHostThatIsNew() throws Exception {
    var address = start(host);
    var outcome = hostClient(address).dispatch(agent("a1", address), false);

    assertThat(outcome).isInstanceOf(DispatchOutcome.Accepted.class);
    assertThat(host.requests()).hasSize(1);
  }

  @Test
  void collectsAsksRetractsAndDisposes() throws Exception {
    var address = start(host);
    var agents = hostClient(address);
    assertThat(agents.dispatch(agent("a1", address), true))
        .isInstanceOf(DispatchOutcome.Accepted.class);

    var delivery = given(agents.collect("a1", 6, Duration.ofSeconds(1)));
    assertThat(delivery.parcels()).hasSize(1);
    assertThat(delivery.parcels().getFirst().number()).isEqualTo(7);
    assertThat(given(agents.status("a1")).state().isFinal()).isFalse();
    assertThat(given(agents.retract("a1")).agent().state()).contains(Bytes.utf8("state"));
    assertThat(given(agents.dispose("a1"))).isTrue();
    assertThat(given(agents.dispose("a1"))).describedAs("already gone").isTrue();
    assertThat(agents.status("a1"))
        .isInstanceOfSatisfying(
            Answer.Refused.class, r -> assertThat(r.problem().code()).isEqualTo("agent-unknown"));
  }

  @Test
  void refusesAnotherOwnersRequests() throws Exception {
    var address = start(host);
    var stranger =
        new HostClient(
            client,
            address,
            SigningKey.generate(new SecureRandom()),
            RetryPolicy.NEVER,
            InstantSource.system(),
            new SplittableRandom(1));

    assertThat(stranger.status("a1"))
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            r -> assertThat(r.problem().code()).isEqualTo("signature-key-unknown"));
  }

  @Test
  void refusesAReplayedRequest() throws Exception {
    var address = start(host);
    assertThat(hostClient(address).status("a1")).isInstanceOf(Answer.Refused.class);
    var recorded = host.requests().getFirst();

    var again = client.send(address, recorded);
    assertThat(again)
        .isInstanceOfSatisfying(
            Exchange.Answered.class,
            a -> assertThat(a.response().problem().code()).isEqualTo("nonce-reused"));
  }

  @Test
  void repeatsADispatchWithTheSameBytesWhenTheAnswerIsLost() throws Exception {
    var bodies = new ArrayList<Bytes>();
    var count = new AtomicInteger();
    try (var flaky = new RawServer()) {
      flaky.serve(
          connection -> {
            bodies.add(connection.readRequestBody());
            if (count.incrementAndGet() == 2) {
              connection.write("ATP/0.1 100 OKAY\r\nContent-Length: 0\r\n\r\n");
            } else {
              connection.write("ATP/0.1 100 OK"); // killed in the middle of its answer
            }
          });
      var outcome = hostClient(flaky.address()).dispatch(agent("a1", flaky.address()), false);

      assertThat(outcome).isInstanceOf(DispatchOutcome.Accepted.class);
      assertThat(bodies).hasSize(2);
      assertThat(bodies.get(0)).isEqualTo(bodies.get(1));
      assertThat(pauses).hasSize(1);
    }
  }

  @Test
  void saysThatTheHostMayHaveTheAgentWhenEveryAnswerIsLost() throws Exception {
    try (var dying = new RawServer()) {
      dying.serve(RawServer.Connection::readRequestBody);
      var outcome = hostClient(dying.address()).dispatch(agent("a1", dying.address()), false);

      assertThat(outcome)
          .asInstanceOf(type(DispatchOutcome.Unreachable.class))
          .satisfies(
              u -> {
                assertThat(u.maybeAccepted()).isTrue();
                assertThat(u.reason()).contains("closed the connection");
              });
    }
  }

  @Test
  void distinguishesAHostThatIsNotThereFromOneThatRefuses() throws Exception {
    try (var port = HeldPort.take()) {
      var nobody = new AtpAddress("127.0.0.1", port.number());
      assertThat(hostClient(nobody).dispatch(agent("a1", nobody), true))
          .asInstanceOf(type(DispatchOutcome.Unreachable.class))
          .satisfies(
              u -> {
                assertThat(u.maybeAccepted()).isFalse();
                assertThat(u.reason()).isEqualTo(nobody + " refuses connections.");
              });
    }
    assertThat(pauses).isEmpty();
  }

  @Test
  void comesBackWhenABusyHostSaysWhen() throws Exception {
    var count = new AtomicInteger();
    var address =
        start(
            (_, _) ->
                count.incrementAndGet() < 3
                    ? AtpResponse.unavailable("too-busy", "Later.", Duration.ofSeconds(7))
                    : AtpResponse.okay());
    var outcome = hostClient(address).dispatch(agent("a1", address), false);

    assertThat(outcome).isInstanceOf(DispatchOutcome.Accepted.class);
    assertThat(pauses).hasSize(2);
    assertThat(pauses)
        .allSatisfy(p -> assertThat(p).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(8)));
  }

  @Test
  void doesNotWaitForAHostThatAsksForTooMuchPatience() throws Exception {
    var address =
        start((_, _) -> AtpResponse.unavailable("too-busy", "Later.", Duration.ofHours(1)));
    var outcome = hostClient(address).dispatch(agent("a1", address), false);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            DispatchOutcome.Refused.class,
            r -> assertThat(r.problem().code()).isEqualTo("too-busy"));
    assertThat(pauses).isEmpty();
  }

  @Test
  void followsAnAgentThatMovedAndSignsForTheNewHost() throws Exception {
    var address = start(host);
    var old = start((_, _) -> AtpResponse.moved(address));
    assertThat(hostClient(address).dispatch(agent("a1", address), false))
        .isInstanceOf(DispatchOutcome.Accepted.class);

    assertThat(given(hostClient(old).status("a1")).pages()).isZero();
  }

  @Test
  void givesUpOnAgentsThatMoveInACircle() throws Exception {
    var circle = new ArrayList<AtpAddress>();
    var asked = new AtomicInteger();
    circle.add(
        start(
            (_, _) -> {
              asked.incrementAndGet();
              return AtpResponse.moved(circle.getFirst());
            }));

    assertThat(hostClient(circle.getFirst()).status("a1"))
        .isInstanceOfSatisfying(
            Answer.Refused.class, r -> assertThat(r.problem().status()).isEqualTo(AtpStatus.MOVED));
    assertThat(asked).describedAs("the first, and five moves").hasValue(6);
  }

  @Test
  void followsAnAgentThatMovedFiveTimes() throws Exception {
    var next = start(host);
    assertThat(hostClient(next).dispatch(agent("a1", next), false))
        .isInstanceOf(DispatchOutcome.Accepted.class);
    for (int i = 0; i < 5; i++) {
      var further = next;
      next = start((_, _) -> AtpResponse.moved(further));
    }

    assertThat(given(hostClient(next).status("a1")).pages()).isZero();
  }

  @Test
  void aLyingHostCannotSendRequestsWhereTheyMayNotGo() throws Exception {
    var asked = new ArrayList<AtpRequest>();
    var victim =
        start(
            (request, _) -> {
              asked.add(request);
              return AtpResponse.okay();
            });
    var liar = start((_, _) -> AtpResponse.moved(victim));

    var answer = hostClient(liar).following(to -> !to.equals(victim)).status("a1");

    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Refused.class, r -> assertThat(r.problem().status()).isEqualTo(AtpStatus.MOVED));
    assertThat(asked).isEmpty();
  }

  @Test
  void allThatIsAskedAboutAnAgentIsOneTrace() throws Exception {
    var address = start(host);
    var agents = hostClient(address);
    agents.dispatch(agent("a1", address), true);
    agents.status("a1");
    agents.retract("a1");
    agents.onJourney(Trace.ofJourney("a1")).dispatch(agent("a2", address), true);
    agents.status("a3");

    var traces = host.requests().stream().map(r -> Trace.of(r.headers()).orElseThrow()).toList();
    var spans = host.requests().stream().map(r -> r.headers().first("traceparent")).distinct();
    // The first DISPATCH lacked its code and was sent twice.
    assertThat(traces.subList(0, 5)).hasSize(5).containsOnly(Trace.ofJourney("a1"));
    assertThat(traces.subList(5, traces.size())).containsExactly(Trace.ofJourney("a3"));
    assertThat(spans).hasSize(traces.size());
  }

  @Test
  void reusesItsConnection() throws Exception {
    var peers = new ArrayList<InetSocketAddress>();
    var address =
        start(
            (_, peer) -> {
              peers.add(peer.address());
              return AtpResponse.okay();
            });
    for (int i = 0; i < 5; i++) {
      client.send(address, AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1")));
    }
    assertThat(peers).hasSize(5);
    assertThat(peers.stream().distinct()).hasSize(1);
  }

  @Test
  void countsEveryByteOnTheWire() throws Exception {
    try (var raw = new RawServer()) {
      var answer = "ATP/0.1 100 OKAY\r\nContent-Length: 2\r\n\r\nok";
      var heads = new ArrayList<String>();
      raw.serve(
          connection -> {
            heads.add(connection.readHead());
            connection.write(answer);
          });
      var exchange =
          client.send(
              raw.address(),
              AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1"))
                  .withHeader(AtpHeaders.AGENT_ID, "a1"));

      assertThat(exchange).isInstanceOf(Exchange.Answered.class);
      assertThat(exchange.wireBytes().received()).isEqualTo(answer.length());
      assertThat(exchange.wireBytes().sent()).isEqualTo(heads.getFirst().length());
    }
  }

  @Test
  void takesGarbageForNoAnswer() throws Exception {
    try (var raw = new RawServer()) {
      raw.serve(connection -> connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
      var exchange =
          client.send(raw.address(), AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1")));

      assertThat(exchange)
          .isInstanceOfSatisfying(
              Exchange.Lost.class, l -> assertThat(l.reason()).contains("no ATP/0.1"));
    }
  }

  @Test
  void doesNotWaitLongerThanItMay() throws Exception {
    try (var silent = new RawServer()) {
      silent.serve(connection -> connection.awaitEnd());
      var exchange =
          client.send(
              silent.address(),
              AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1")),
              Duration.ofMillis(50));

      assertThat(exchange)
          .isInstanceOfSatisfying(
              Exchange.Lost.class, l -> assertThat(l.reason()).contains("did not answer within"));
    }
  }

  @Test
  void readsTheProblemOfARefusal() throws Exception {
    var address =
        start(
            (_, _) ->
                AtpResponse.refusal(
                    new Problem("policy-says-no", AtpStatus.FORBIDDEN, "Not on a Sunday.")));
    assertThat(hostClient(address).dispatch(agent("a1", address), true))
        .isInstanceOfSatisfying(
            DispatchOutcome.Refused.class,
            r ->
                assertThat(r.problem())
                    .isEqualTo(
                        new Problem("policy-says-no", AtpStatus.FORBIDDEN, "Not on a Sunday.")));
  }

  private AtpAddress start(AtpHandler handler) throws Exception {
    var server = TestServers.start(handler);
    servers.add(server);
    var address = new AtpAddress("127.0.0.1", server.address().getPort());
    if (handler == host) {
      host.listensOn(address);
    }
    return address;
  }

  private HostClient hostClient(AtpAddress address) {
    return new HostClient(
        client,
        address,
        owner,
        InstantSource.system(),
        new RetryingExchange.Patience(RetryPolicy.DEFAULT, new SplittableRandom(1), pauses::add));
  }

  private AgentPackage agent(String id, AtpAddress address) {
    return Passports.agent(id, owner, address, CODE);
  }

  private static <T> T given(Answer<T> answer) {
    if (answer instanceof Answer.Given<T> given) {
      return given.value();
    }
    throw new AssertionError("expected an answer: " + answer);
  }
}

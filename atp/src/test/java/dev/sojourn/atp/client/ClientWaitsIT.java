package dev.sojourn.atp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.server.TestServers;
import dev.sojourn.atp.signature.BoundedNonceMemory;
import dev.sojourn.atp.signature.RequestVerdict;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustedSigner;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The time that a client waits for a silent host.
@Timeout(60)
final class ClientWaitsIT {

  private static final AtpRequest STATUS = AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1"));

  @Test
  void asLongAsTheProtocolsDocumentSaysWhereNothingElseIsSaid() {
    var usual = ClientSettings.DEFAULT;
    assertThat(usual.connect()).isEqualTo(Duration.ofSeconds(5));
    assertThat(usual.handshake()).isEqualTo(Duration.ofSeconds(10));
    assertThat(usual.response()).isEqualTo(Duration.ofSeconds(30));
    assertThat(usual.idle()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void forAConnection() throws Exception {
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = AtpClient.open(waiting(Duration.ofMillis(200), Duration.ofSeconds(9)))) {
      var queue = new ArrayList<Socket>();
      var host = new AtpAddress("127.0.0.1", full.getLocalPort());
      // No thread takes connections, and the queue for them is short.
      for (int i = 0; i < 2; i++) {
        queue.add(new Socket(full.getInetAddress(), full.getLocalPort()));
      }
      assertThat(client.send(host, STATUS))
          .isInstanceOfSatisfying(
              Exchange.Unreachable.class,
              no ->
                  assertThat(no.reason())
                      .isEqualTo(host + " does not take connections within PT0.2S."));
      for (var waiting : queue) {
        waiting.close();
      }
    }
  }

  @Test
  void forTls() throws Exception {
    try (var silent = new RawServer();
        var client = AtpClient.open(waiting(Duration.ofSeconds(9), Duration.ofMillis(200)))) {
      silent.serve(RawServer.Connection::awaitEnd);
      var host = new AtpAddress("127.0.0.1", silent.address().port(), true);
      assertThat(client.send(host, STATUS))
          .isInstanceOfSatisfying(
              Exchange.Unreachable.class,
              no -> assertThat(no.reason()).isEqualTo(host + " does not establish TLS in time."));
    }
  }

  @Test
  void forAnAnswerAndToCollectAsMuchLongerAsItAsksTheHostToWait() throws Exception {
    var settings = ClientSettings.DEFAULT.withResponse(Duration.ofMillis(300));
    try (var slow = new RawServer();
        var client = AtpClient.open(settings)) {
      slow.serve(
          connection -> {
            connection.readRequestBody();
            pass(Duration.ofMillis(600));
            connection.write("ATP/0.1 302 NOT FOUND\r\nContent-Length: 0\r\n\r\n");
          });
      var host =
          new HostClient(
              client,
              slow.address(),
              SigningKey.generate(new SecureRandom()),
              RetryPolicy.NEVER,
              InstantSource.system(),
              new SplittableRandom(1));

      assertThat(host.status("a1"))
          .isInstanceOfSatisfying(
              Answer.Unreachable.class,
              no ->
                  assertThat(no.reason())
                      .isEqualTo(slow.address() + " did not answer within PT0.3S."));
      assertThat(host.collect("a1", 0, Duration.ZERO)).isInstanceOf(Answer.Unreachable.class);
      assertThat(host.collect("a1", 0, Duration.ofSeconds(20))).isInstanceOf(Answer.Refused.class);
    }
  }

  /// A signature is good once; the package is the same.
  @Test
  void aDispatchWhoseAgentIsToComeHomeIsSignedAnewForEachAttempt() throws Exception {
    var owner = SigningKey.generate(new SecureRandom());
    var requests = new ArrayList<AtpRequest>();
    var codes = List.of("too-busy", HostClient.CODE_MISSING, "too-busy", "policy-says-no");
    var busy =
        TestServers.start(
            (request, _) -> {
              requests.add(request);
              var code = codes.get(requests.size() - 1);
              return code.equals("too-busy")
                  ? AtpResponse.unavailable(code, "Later.", Duration.ZERO)
                  : AtpResponse.refusal(new Problem(code, AtpStatus.NOT_FOUND, "No."));
            });
    try (busy;
        var client = AtpClient.open(ClientSettings.DEFAULT)) {
      var address = new AtpAddress("127.0.0.1", busy.address().getPort());
      var agent = Passports.agent("a1", owner, address, Bytes.wrap(new byte[1_000]));
      var patience =
          new RetryingExchange.Patience(RetryPolicy.DEFAULT, new SplittableRandom(1), _ -> {});
      var host = new HostClient(client, address, owner, InstantSource.system(), patience);
      assertThat(host.dispatch(agent, true, Duration.ofSeconds(20)))
          .isInstanceOf(DispatchOutcome.Refused.class);

      assertThat(requests).hasSize(4);
      assertThat(requests.get(0).content()).isEqualTo(requests.get(1).content());
      assertThat(requests.get(2).content()).isEqualTo(requests.get(3).content());
      var clock = InstantSource.system();
      var verifier =
          new RequestVerifier(
              id -> Optional.of(new TrustedSigner("the owner", owner.verifyKey())),
              Set.of(address),
              new BoundedNonceMemory(10, clock),
              clock);
      assertThat(requests)
          .allSatisfy(
              request -> {
                assertThat(verifier.verify(request)).isInstanceOf(RequestVerdict.Verified.class);
                assertThat(request.headers().first("Agent-Id")).contains("a1");
                assertThat(request.headers().first("Prefer"))
                    .contains("return=representation, wait=20");
              });

      requests.clear();
      assertThat(host.dispatch(agent, true)).isInstanceOf(DispatchOutcome.Refused.class);
      assertThat(requests)
          .allSatisfy(request -> assertThat(request.headers().first("Signature")).isEmpty());
    }
  }

  private static ClientSettings waiting(Duration connect, Duration handshake) {
    var usual = ClientSettings.DEFAULT;
    return new ClientSettings(
        connect,
        handshake,
        usual.response(),
        usual.idle(),
        usual.maxIdlePerHost(),
        usual.limits(),
        usual.authorities());
  }

  private static void pass(Duration time) {
    try {
      var _ = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.sojourn.atp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
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

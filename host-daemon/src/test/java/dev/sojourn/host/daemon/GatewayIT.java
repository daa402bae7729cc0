package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.signature.RequestSigner;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.testing.HeldPort;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hosts that forward requests to others.
@Timeout(300)
class GatewayIT {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final Duration WAIT = Duration.ofSeconds(60);

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private HostFolder folder;

  @BeforeEach
  void layOutTheFolder() throws IOException {
    folder = new HostFolder(temporary);
  }

  @AfterEach
  void closeTheOwner() {
    owner.close();
  }

  @Test
  void aGatewayForwardsToHostsOnItsListAndToNoOthers() throws Exception {
    var inner = new HostFolder(Files.createDirectory(temporary.resolve("inner")));
    inner.chain(3);
    try (var target = RunningHost.start(inner.config(List.of(owner), ""));
        var gateway = start("[wire]\nproxy-targets = [\"" + target.address() + "\"]\n")) {
      var passport = owner.passport(target.address(), WALKING, WALKER);
      var agent = AgentPackage.sign(passport, owner.key(), WALKING);
      var request =
          AtpRequest.of(AtpMethod.DISPATCH, at(target.address(), Optional.empty()))
              .withBody(AgentPackage.MEDIA_TYPE, agent.encode());

      assertThat(send(gateway.address(), request)).isEqualTo(AtpStatus.OKAY);
      assertThat(new Gathering(passport.agentId()).all(owner.host(target.address())).state())
          .isEqualTo(VisitState.FINISHED);

      // A signature is good through a gateway: it covers the target host.
      var status =
          new RequestSigner(owner.key(), InstantSource.system(), new SecureRandom())
              .sign(
                  AtpRequest.of(
                      AtpMethod.STATUS, at(target.address(), Optional.of(passport.agentId()))),
                  target.address());
      assertThat(send(gateway.address(), status)).isEqualTo(AtpStatus.OKAY);

      // A compressed body is handed on as it came.
      var second = owner.passport(target.address(), WALKING, WALKER);
      var compressed =
          ContentCoding.compress(
              request.withBody(
                  AgentPackage.MEDIA_TYPE,
                  AgentPackage.sign(second, owner.key(), WALKING).encode()));
      assertThat(ContentCoding.isCompressed(compressed)).isTrue();
      assertThat(send(gateway.address(), compressed)).isEqualTo(AtpStatus.OKAY);
      assertThat(new Gathering(second.agentId()).all(owner.host(target.address())).state())
          .isEqualTo(VisitState.FINISHED);

      assertThat(gateway.ask("STATUS atp://127.0.0.1:1/#a1 ATP/0.1\r\n\r\n"))
          .startsWith("ATP/0.1 402 BAD GATEWAY\r\n")
          .contains("target-not-allowed");
    }
  }

  @Test
  void aRequestThatPassedAGatewayBeforeIsNotForwardedInACircle() throws Exception {
    try (var gateway = start("[wire]\nproxy-targets = [\"atp://127.0.0.1:1\"]\n")) {
      var line = "STATUS atp://127.0.0.1:1/#a1 ATP/0.1\r\n";
      assertThat(gateway.ask(line + "Via: " + gateway.address().authority() + "\r\n\r\n"))
          .contains("402 BAD GATEWAY", "proxy-loop");
      assertThat(gateway.ask(line + "Via: a:1, b:2, c:3\r\nVia: d:4,e:5\r\n\r\n"))
          .contains("402 BAD GATEWAY", "proxy-loop");
      assertThat(gateway.ask(line + "Via: a:1, b:2, c:3, d:4\r\n\r\n"))
          .contains("402 BAD GATEWAY", "target-unreachable");
    }
  }

  @Test
  void asManyGatewaysMayHaveBeenPassedAsTheOperatorSays() throws Exception {
    var targets = "[wire]\nproxy-targets = [\"atp://127.0.0.1:1\"]\nproxy-gateways = ";
    var line = "STATUS atp://127.0.0.1:1/#a1 ATP/0.1\r\n";
    try (var gateway = start(targets + "1\n")) {
      assertThat(gateway.ask(line + "\r\n")).contains("target-unreachable");
      assertThat(gateway.ask(line + "Via: a:1\r\n\r\n")).contains("proxy-loop");
    }
  }

  @Test
  void aGatewayThatIsSentToItselfUnderAnotherNameStopsAtOnce() throws Exception {
    try (var port = HeldPort.take()) {
      var here = "127.0.0.1:" + port.number();
      // The same socket, by an address that the host does not know as its own.
      var self = new AtpAddress("[::ffff:127.0.0.1]", port.number());
      var config = folder.config(List.of(owner), "[wire]\nproxy-targets = [\"" + self + "\"]\n");
      Files.writeString(config, Files.readString(config).replace("127.0.0.1:0", here));
      try (var gateway = RunningHost.start(config)) {
        assertThat(gateway.ask("STATUS " + self + "/#a1 ATP/0.1\r\n\r\n"))
            .contains("402 BAD GATEWAY", "proxy-loop", "passed " + here + " already");
      }
    }
  }

  @Test
  void aTargetThatNeverAnswersIsNotWaitedForForEver() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var gateway =
            start(
                "[wire]\nproxy-time = \"300 ms\"\nproxy-targets = [\"atp://127.0.0.1:%d\"]\n"
                    .formatted(silent.getLocalPort()))) {
      assertThat(
              gateway.ask(
                  "STATUS atp://127.0.0.1:%d/#a1 ATP/0.1\r\n\r\n".formatted(silent.getLocalPort())))
          .contains("402 BAD GATEWAY", "target-unreachable", "did not answer within");
    }
  }

  @Test
  void aTargetMayHoldBackItsAnswerToCollectFiveMinutesLonger() throws Exception {
    var answer = "ATP/0.1 100 OKAY\r\nContent-Length: 0\r\n\r\n";
    var hasTime = "proxy-time = \"200 ms\"\n";
    var late = Duration.ofMillis(500);
    assertThat(through(hasTime, AtpMethod.STATUS, late, answer)).contains("402 BAD GATEWAY");
    assertThat(through(hasTime, AtpMethod.COLLECT, late, answer)).contains("100 OKAY");
  }

  @Test
  void aTargetThatAnswersMoreThanABodyMayHoldIsCutOff() throws Exception {
    var huge = "ATP/0.1 100 OKAY\r\nContent-Length: 65537\r\n\r\n";
    assertThat(through("body = \"64 KiB\"\n", huge))
        .contains("402 BAD GATEWAY", "target-unreachable", "larger than 65536 bytes");
  }

  @Test
  void aRequestIsHandedOnAsItCameWithTheNameOfTheGateway() throws Exception {
    var said = new CompletableFuture<String>();
    try (var target = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var gateway = start("[wire]\nproxy-targets = [\"" + named(target) + "\"]\n")) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (var connection = target.accept()) {
                  var head = new StringBuilder();
                  while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) connection.getInputStream().read());
                  }
                  said.complete(head.toString());
                  connection
                      .getOutputStream()
                      .write(
                          "ATP/0.1 100 OKAY\ndate:Sat Nov 21 12:00:00 GMT 2026\nserver:\ncontent-length:0\n\n"
                              .getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                  said.completeExceptionally(e);
                }
              });
      assertThat(
              gateway.ask(
                  "status %s/#a1 atp/0.1\nHost:elsewhere.example\nuser-agent:\nVia: a:1\nX-Any:x\ntraceparent:%s\n\n"
                      .formatted(named(target), TRACE)))
          .isEqualTo(
              """
              ATP/0.1 100 OKAY
              Date: Sat, 21 Nov 2026 12:00:00 GMT
              Content-Length: 0

              """
                  .replace("\n", "\r\n"));
      assertThat(said.get(20, TimeUnit.SECONDS))
          .isEqualTo(
              """
              STATUS %1$s/#a1 ATP/0.1
              X-Any: x
              traceparent: %2$s
              Via: a:1, %3$s
              Host: %4$s
              Connection: keep-alive

              """
                  .formatted(
                      named(target),
                      TRACE,
                      gateway.address().authority(),
                      named(target).substring("atp://".length()))
                  .replace("\n", "\r\n"));
    }
  }

  @Test
  void sixtyFourRequestsAreForwardedAtOnceAndNotOneMore() throws Exception {
    var held = new ConcurrentLinkedQueue<Socket>();
    var asking = new ArrayList<Socket>();
    try (var target = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        var gateway = start("[wire]\nproxy-targets = [\"" + named(target) + "\"]\n")) {
      var request = "STATUS " + named(target) + "/#a1 ATP/0.1\nConnection: keep-alive\n\n";
      Thread.ofVirtual().start(() -> hold(target, 64, held));
      for (int i = 0; i < 64 / 16; i++) {
        var socket = new Socket(gateway.address().host(), gateway.address().port());
        socket.getOutputStream().write(request.repeat(16).getBytes(StandardCharsets.US_ASCII));
        asking.add(socket);
      }
      await().until(() -> held.size() == 64);
      assertThat(gateway.ask(request)).contains("403 SERVICE UNAVAILABLE", "too-busy");

      for (var socket : held) {
        socket.close();
      }
      await().until(() -> gateway.ask(request).contains("target-unreachable"));
      for (var socket : asking) {
        socket.close();
      }
    }
  }

  /// Gives the first no answer, and hangs up on all others.
  private static void hold(ServerSocket target, int first, Queue<Socket> held) {
    try {
      while (true) {
        var socket = target.accept();
        if (held.size() < first) {
          held.add(socket);
        } else {
          socket.close();
        }
      }
    } catch (IOException _) {
      // The test is over.
    }
  }

  private static String named(ServerSocket target) {
    return "atp://127.0.0.1:" + target.getLocalPort();
  }

  /// What Aglets answers if its own shared secret does not fit.
  @Test
  void aTargetThatAnswersWithTheStatusOfAgletsIsHandedOnAsARefusal() throws Exception {
    assertThat(
            through("", "ATP/0.1 500 NOT AUTHENTICATED\r\nserver:\r\ncontent-length:2\r\n\r\nno"))
        .matches(
            """
            ATP/0.1 301 FORBIDDEN
            Date: .* GMT
            Content-Type: application/problem\\+json
            Content-Length: \\d+

            \\{"type":"urn:sojourn:problem:not-authenticated","title":"FORBIDDEN","status":301,\
            "detail":"atp://127.0.0.1:\\d+ answered 500 NOT AUTHENTICATED: it wants a secret shared with it."}\
            """);
  }

  @Test
  void aTargetThatIsBusyWithoutSayingForHowLongIsHandedOnWithATime() throws Exception {
    var busy = "ATP/0.1 403 SERVICE UNAVAILABLE\r\nContent-Length: 0\r\n";
    assertThat(through("", busy + "\r\n"))
        .startsWith("ATP/0.1 403 SERVICE UNAVAILABLE\n")
        .contains("\nRetry-After: 2\n");
    assertThat(through("", busy + "Retry-After: 7\r\n\r\n")).contains("\nRetry-After: 7\n");
  }

  /// What a gateway hands on if its target answers with these bytes; lines end as in Java.
  private String through(String more, String answer) throws IOException {
    return through(more, AtpMethod.STATUS, Duration.ZERO, answer);
  }

  private String through(String more, AtpMethod method, Duration late, String answer)
      throws IOException {
    try (var target = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (var connection = target.accept()) {
                  pass(late);
                  connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                  connection.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException _) {
                  // The gateway has hung up.
                }
              });
      var at = named(target);
      try (var gateway = start("[wire]\n" + more + "proxy-targets = [\"" + at + "\"]\n")) {
        return gateway.ask(method + " " + at + "/#a1 ATP/0.1\r\n\r\n").replace("\r\n", "\n");
      }
    }
  }

  @Test
  void aGatewayBelievesTheAuthoritiesThatItIsGivenAndNoOthers() throws Exception {
    var made = Files.createDirectory(temporary.resolve("tls"));
    TestCertificate.write(made);
    var inner = new HostFolder(Files.createDirectory(temporary.resolve("inner")));
    var tls = "[tls]\ncertificate = \"%1$s/host.pem\"\nkey = \"%1$s/host.key\"\n".formatted(made);
    try (var target = RunningHost.start(inner.config(List.of(owner), tls))) {
      var ask = "STATUS " + target.address() + "/#a1 ATP/0.1\r\n\r\n";
      var targets = "[wire]\nproxy-targets = [\"" + target.address() + "\"]\n";
      try (var gateway = start(targets)) {
        assertThat(gateway.ask(ask))
            .contains("402 BAD GATEWAY", "target-unreachable", "certificate");
      }
      try (var gateway = start(targets + "proxy-authorities = \"" + made + "/host.pem\"\n")) {
        assertThat(gateway.ask(ask)).contains("301 FORBIDDEN", "signature-missing");
      }
    }
  }

  private static void pass(Duration time) {
    try {
      var _ = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private RunningHost start(String more) throws IOException {
    return RunningHost.start(folder.config(List.of(owner), more));
  }

  private static AtpTarget at(AtpAddress host, Optional<String> agentId) {
    return new AtpTarget(Optional.of(host), "/", agentId);
  }

  private AtpStatus send(AtpAddress gateway, AtpRequest request) throws InterruptedException {
    var exchange = owner.client().send(gateway, request);
    assertThat(exchange).isInstanceOf(Exchange.Answered.class);
    return ((Exchange.Answered) exchange).response().status();
  }
}

package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.signature.RequestSigner;
import dev.sojourn.host.config.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hosts that forward requests to others.
@Timeout(120)
class GatewayIT {
  private static final String AGENTS = "dev.sojourn.host.agents.";
  private static final String WALKER = AGENTS + "WalkingAgent";
  private static final Bytes WALKING = AgentJar.of(WALKER, AGENTS + "PageSeen");

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

      // A signature is good through a gateway: it covers the host that is meant.
      var status =
          new RequestSigner(owner.key(), InstantSource.system(), new SecureRandom())
              .sign(
                  AtpRequest.of(
                      AtpMethod.STATUS, at(target.address(), Optional.of(passport.agentId()))),
                  target.address());
      assertThat(send(gateway.address(), status)).isEqualTo(AtpStatus.OKAY);

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
      assertThat(gateway.ask(line + "Via: a:1\r\n\r\n"))
          .contains("402 BAD GATEWAY", "target-unreachable");
    }
  }

  @Test
  void aGatewayThatIsSentToItselfUnderAnotherNameStopsAtOnce() throws Exception {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    // The same socket, by an address that the host does not know itself by.
    var self = new AtpAddress("[::ffff:127.0.0.1]", port);
    var config = folder.config(List.of(owner), "[wire]\nproxy-targets = [\"" + self + "\"]\n");
    Files.writeString(config, Files.readString(config).replace("127.0.0.1:0", "127.0.0.1:" + port));
    try (var gateway = RunningHost.start(config)) {
      assertThat(gateway.ask("STATUS " + self + "/#a1 ATP/0.1\r\n\r\n"))
          .contains("402 BAD GATEWAY", "proxy-loop", "passed 127.0.0.1:" + port + " already");
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
  void aTargetThatAnswersMoreThanABodyMayHoldIsCutOff() throws Exception {
    var huge = "ATP/0.1 100 OKAY\r\nContent-Length: 65537\r\n\r\n";
    try (var target = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var gateway =
            start(
                "[wire]\nbody = \"64 KiB\"\nproxy-targets = [\"atp://127.0.0.1:%d\"]\n"
                    .formatted(target.getLocalPort()))) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (var connection = target.accept()) {
                  connection.getOutputStream().write(huge.getBytes(StandardCharsets.US_ASCII));
                  connection.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException _) {
                  // The gateway has hung up.
                }
              });
      assertThat(
              gateway.ask(
                  "STATUS atp://127.0.0.1:%d/#a1 ATP/0.1\r\n\r\n".formatted(target.getLocalPort())))
          .contains("402 BAD GATEWAY", "target-unreachable", "larger than 65536 bytes");
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

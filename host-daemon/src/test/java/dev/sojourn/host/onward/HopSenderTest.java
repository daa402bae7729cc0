package dev.sojourn.host.onward;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The hosts to which a host sends agents on, and those it believes there.
class HopSenderTest {
  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());
  private static final InstantSource CLOCK = InstantSource.system();

  @TempDir Path folder;

  private final AtomicReference<TlsAuthorities> believed =
      new AtomicReference<>(TlsAuthorities.USUAL);
  private AuditTrail trail;
  private HopSender sender;

  @BeforeEach
  void open() throws IOException {
    var log = AuditLog.open(folder.resolve("audit"), AuditConfig.DEFAULT, KEY, () -> false, CLOCK);
    trail = new AuditTrail(log, CLOCK);
    sender = new HopSender(KEY, trail, CLOCK, believed::get);
  }

  @AfterEach
  void close() throws IOException {
    sender.close();
    trail.close();
  }

  @Test
  void aHostWhoseNameLeadsToAServiceOfTheMachineIsNotAsked() throws Exception {
    var services =
        List.of(
            "169.254.169.254",
            "169.254.1.1",
            "[fe80::1]",
            "[fd00:ec2::254]",
            "[::ffff:169.254.169.254]",
            "[64:ff9b::a9fe:a9fe]",
            "100.100.100.200",
            "224.0.0.1");
    for (var service : services) {
      assertThat(send(new AtpAddress(service, 80)))
          .as(service)
          .isInstanceOf(DispatchOutcome.Barred.class);
    }
  }

  @Test
  void anAuthorityThatIsBelievedNoMoreIsNotBelievedAtTheNextHopEither() throws Exception {
    var certificate = TestCertificate.write(folder);
    try (var server = listen(certificate)) {
      var address = new AtpAddress("127.0.0.1", server.getLocalPort(), true);
      assertThat(send(address)).isInstanceOf(DispatchOutcome.Unreachable.class);

      believed.set(TlsAuthorities.read(certificate.writeCertificate(folder.resolve("ca.pem"))));
      assertThat(send(address)).isInstanceOf(DispatchOutcome.Accepted.class);

      believed.set(TlsAuthorities.USUAL);
      assertThat(send(address)).isInstanceOf(DispatchOutcome.Unreachable.class);
    }
  }

  /// A host that takes every agent.
  private static SSLServerSocket listen(TestCertificate certificate) throws Exception {
    var server =
        (SSLServerSocket)
            certificate
                .server()
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    var protocols = server.getSSLParameters();
    protocols.setApplicationProtocols(new String[] {"atp/0.1"});
    server.setSSLParameters(protocols);
    Thread.ofVirtual().start(() -> serve(server));
    return server;
  }

  private static void serve(SSLServerSocket server) {
    while (!server.isClosed()) {
      try (var peer = server.accept()) {
        var _ = peer.getInputStream().read(new byte[64 * 1024]);
        peer.getOutputStream()
            .write("ATP/0.1 100 OKAY\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
      } catch (IOException _) {
        // The peer does not believe the certificate, or the test is over.
      }
    }
  }

  private DispatchOutcome send(AtpAddress to) throws Exception {
    var visit = new AuditVisit("crawler.example", KEY.id(), "agent1");
    return sender.send(agent(to), to, visit, "0".repeat(64)).orElseThrow();
  }

  private static AgentPackage agent(AtpAddress to) {
    var code = Bytes.utf8("code");
    var now = CLOCK.instant();
    var passport =
        new Passport(
            new Passport.Identity("agent1", "dispatch1", KEY.id(), Optional.empty(), "ExampleBot"),
            new Passport.Grant(
                Digest.of(code),
                "org.example.Indexer",
                new PassportScope("http://site.example", List.of("/"), List.of()),
                List.of("http://site.example/"),
                new PassportLimits(Duration.ofMinutes(1), 10, 1_000, 10)),
            new Passport.Journey(0, Optional.empty(), Optional.empty()),
            new Passport.Validity(to, now, now.plusSeconds(600), "bm9uY2Vub25jZQ"));
    return AgentPackage.sign(passport, KEY, code);
  }
}

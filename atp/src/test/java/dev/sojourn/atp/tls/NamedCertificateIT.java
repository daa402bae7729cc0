package dev.sojourn.atp.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.CertificateFault;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Certificates that a client was set to believe, outside the two days of their validity.
@Timeout(60)
final class NamedCertificateIT {
  private static final int OVER = 9;
  private static final int TO_COME = -9;

  @TempDir Path folder;
  private Optional<AtpServer> server = Optional.empty();

  @AfterEach
  void close() {
    server.ifPresent(AtpServer::close);
  }

  @ParameterizedTest
  @CsvSource({OVER + ",it has expired", TO_COME + ",it is not valid yet"})
  void aHostWhoseCertificateIsNamedIsRefusedOutsideItsDates(int daysAgo, String why)
      throws Exception {
    var address = start(daysAgo);

    assertThat(asked(address))
        .isInstanceOfSatisfying(
            Exchange.Unreachable.class,
            unreachable ->
                assertThat(unreachable.reason())
                    .isEqualTo(
                        "The certificate of %s cannot be trusted: %s.".formatted(address, why)));
  }

  @ParameterizedTest
  @CsvSource({OVER + ",it has expired", TO_COME + ",it is not valid yet"})
  void anyServerWhoseCertificateIsNamedIsRefusedOutsideItsDates(int daysAgo, String why)
      throws Exception {
    var address = start(daysAgo);

    assertThat(CertificateFault.clause(handshake(address, authorities()))).contains(why);
  }

  @Test
  void bothAreBelievedWithinTheirDates() throws Exception {
    var address = start(0);

    assertThat(asked(address)).isInstanceOf(Exchange.Answered.class);
    assertThat(handshake(address, authorities())).hasMessage("agreed");
  }

  private AtpAddress start(int daysAgo) throws Exception {
    TestCertificate.write(folder, daysAgo);
    var files =
        new TlsFiles(folder.resolve("host.pem"), folder.resolve("host.key"), TlsFiles.USUAL_CHECK);
    var started =
        AtpServer.start(
            new AtpServerConfig(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Optional.of(files),
                WireLimits.DEFAULT,
                ServerTimeouts.DEFAULT,
                ServerCapacity.DEFAULT,
                AddressFilter.NONE),
            (_, _) -> AtpResponse.okay(),
            (_, _) -> {},
            InstantSource.system());
    server = Optional.of(started);
    return new AtpAddress("127.0.0.1", started.address().getPort(), true);
  }

  private SSLContext authorities() throws IOException {
    return Authorities.read(folder.resolve("host.pem"));
  }

  private Exchange asked(AtpAddress address) throws Exception {
    var believed = TlsAuthorities.read(folder.resolve("host.pem"));
    try (var client = AtpClient.open(ClientSettings.DEFAULT.withAuthorities(believed))) {
      return client.send(address, AtpRequest.of(AtpMethod.STATUS, AtpTarget.ROOT));
    }
  }

  private static Throwable handshake(AtpAddress address, SSLContext tls) throws IOException {
    try (var socket =
        (SSLSocket) tls.getSocketFactory().createSocket(address.host(), address.port())) {
      socket.setSoTimeout(30_000);
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"atp/0.1"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return new AssertionError("agreed");
    } catch (IOException e) {
      return e;
    }
  }
}

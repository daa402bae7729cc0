package dev.sojourn.atp.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import dev.sojourn.atp.server.TestServers;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.testing.TestCertificate;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `atps:` over real sockets, with certificates of the test's own.
@Timeout(60)
final class TlsIT {

  private static TestCertificate here;
  private static TestCertificate elsewhere;

  @TempDir Path folder;
  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeAll
  static void makeCertificates() throws Exception {
    here = TestCertificate.make("EC", "dns:localhost", "ip:127.0.0.1");
    elsewhere = TestCertificate.make("EC", "dns:other.example");
  }

  @AfterEach
  void close() throws Exception {
    for (var resource : open.reversed()) {
      resource.close();
    }
  }

  @Test
  void carriesRequestsAndAnswersOfAnySize() throws Exception {
    var address = start(here);
    var client = client(here);
    for (int bytes : new int[] {0, 1, 100_000, 1_000_000}) {
      assertThat(answer(client.send(address, echo(bytes))).body().size()).isEqualTo(bytes);
    }
  }

  @Test
  void believesACertificateForTheNameAsForTheAddress() throws Exception {
    var address = start(here);
    var client = client(here);
    var named = new AtpAddress("localhost", address.port(), true);

    assertThat(answer(client.send(address, echo(3))).body().asUtf8()).isEqualTo("xxx");
    assertThat(answer(client.send(named, echo(3))).body().asUtf8()).isEqualTo("xxx");
  }

  @Test
  void doesNotBelieveACertificateForAnotherName() throws Exception {
    var address = start(elsewhere);

    assertThat(reason(client(elsewhere).send(address, echo(1)))).contains("certificate");
  }

  @Test
  void doesNotBelieveACertificateOfAnAuthorityItDoesNotKnow() throws Exception {
    var address = start(here);
    var client = AtpClient.open(ClientSettings.DEFAULT);
    open.add(client);

    assertThat(reason(client.send(address, echo(1))))
        .contains("The certificate of atps://127.0.0.1:");
  }

  @Test
  void aPeerThatSpeaksAnOlderTlsGetsNothing() throws Exception {
    var address = start(here);
    try (var socket = tlsSocket(address)) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThat(failure(socket)).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void aPeerThatMeansAnotherProtocolGetsNothing() throws Exception {
    var address = start(here);
    try (var socket = tlsSocket(address)) {
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"http/1.1"});
      socket.setSSLParameters(parameters);
      assertThat(failure(socket)).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void aPeerThatDoesNotSayWhatItMeansGetsNothing() throws Exception {
    var address = start(here);
    try (var socket = tlsSocket(address)) {
      socket.startHandshake();
      socket
          .getOutputStream()
          .write("STATUS /#a1 ATP/0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(readUntilClosed(socket)).isEmpty();
    }
  }

  @Test
  void aPeerWithoutTlsIsClosedAndOthersAreServed() throws Exception {
    var address = start(here);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), address.port())) {
      socket
          .getOutputStream()
          .write("STATUS /#a1 ATP/0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(readUntilClosed(socket)).doesNotContain("ATP/0.1");
    }
    assertThat(answer(client(here).send(address, echo(1))).body().size()).isOne();
  }

  @Test
  void aPeerThatNeverFinishesTheHandshakeIsClosed() throws Exception {
    var address = start(here, timeouts(Duration.ofMillis(300)));
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), address.port())) {
      socket.setSoTimeout(30_000);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void bothSidesWaitTenSecondsForTheHandshakeWhereNothingElseIsSaid() throws Exception {
    var address = new AtpAddress("localhost", 10_435, true);
    var client = ClientTls.of(new TlsAuthorities(List.of()));
    try (var certificate =
        HostCertificate.open(write(here, folder, TlsFiles.USUAL_CHECK), InstantSource.system())) {
      assertThat(
              closesAfterTenSeconds(
                  to -> certificate.addTo(to, ServerTimeouts.DEFAULT.handshake())))
          .isTrue();
    }
    assertThat(
            closesAfterTenSeconds(
                to -> client.addTo(to, address, ClientSettings.DEFAULT.handshake())))
        .isTrue();
  }

  private static boolean closesAfterTenSeconds(Consumer<ChannelPipeline> tls) {
    var channel = new EmbeddedChannel();
    channel.freezeTime();
    tls.accept(channel.pipeline());
    channel.runPendingTasks();
    channel.advanceTimeBy(9_999, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    boolean isOpen = channel.isActive();
    channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    return isOpen && !channel.isActive();
  }

  @Test
  void reportsARefusedPeerWhyAndThatThisWasAll() throws Exception {
    var address = start(here);
    try (var socket = speaking(address)) {
      socket.getOutputStream().write("NONSENSE\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      // The JDK's socket throws if the stream is cut off without a farewell of TLS.
      assertThat(readAll(socket)).startsWith("ATP/0.1 300 BAD REQUEST").endsWith("}");
    }
  }

  @Test
  void saysThatThereAreTooManyConnections() throws Exception {
    var address =
        start(
            here,
            ServerTimeouts.DEFAULT,
            new ServerCapacity(1, 1, 1, 1, TestServers.bodies(1_000)));
    // Its connection stays open, and is proven.
    assertThat(answer(client(here).send(address, echo(1))).body().size()).isOne();
    for (int i = 0; i < 3; i++) {
      try (var second = speaking(address)) {
        assertThat(readAll(second))
            .startsWith("ATP/0.1 403 SERVICE UNAVAILABLE\r\n")
            .contains("Retry-After: 5\r\n", "too-many-connections");
      }
    }
    var answered = answer(client(here).send(address, echo(1)));
    assertThat(answered.status().code()).isEqualTo(403);
    assertThat(answered.retryAfter()).contains(Duration.ofSeconds(5));
  }

  @Test
  void connectionsBeyondTheLimitThatNeverFinishTheHandshakeAreClosedToo() throws Exception {
    var address =
        start(
            here,
            timeouts(Duration.ofMillis(500)),
            new ServerCapacity(1, 1, 1, 1, TestServers.bodies(1_000)));
    var silent = new ArrayList<Socket>();
    // One that is served, sixty-four that could get a reason, and more.
    for (int i = 0; i < 80; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), address.port());
      open.add(socket);
      silent.add(socket);
    }
    for (var socket : silent) {
      socket.setSoTimeout(30_000);
      assertThat(readUntilClosed(socket)).isEmpty();
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> client(here).send(address, echo(1)) instanceof Exchange.Answered);
  }

  @Test
  void saysThatAHostWithoutTlsHasNone() throws Exception {
    var server = TestServers.start((_, _) -> AtpResponse.okay());
    open.add(server);
    var address = new AtpAddress("127.0.0.1", server.address().getPort(), true);

    assertThat(reason(client(here).send(address, echo(1)))).contains("TLS");
  }

  @Test
  void showsANewCertificateAsSoonAsItsFilesAreThere() throws Exception {
    var address = start(here);
    var other = TestCertificate.make("RSA", "dns:localhost", "ip:127.0.0.1");
    var before = client(here);
    assertThat(answer(before.send(address, echo(1))).body().size()).isOne();
    var after = client(other);
    assertThat(reason(after.send(address, echo(1)))).contains("certificate");

    write(other, folder, Duration.ofMillis(50));

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> after.send(address, echo(1)) instanceof Exchange.Answered);
    // A connection that exists goes on.
    assertThat(answer(before.send(address, echo(1))).body().size()).isOne();
  }

  /// Like files that become readable to this user, whose times and sizes stay the same.
  @Test
  void showsANewCertificateWhoseFilesHaveTheTimesAndSizesOfTheOld() throws Exception {
    var address = start(here);
    var other = TestCertificate.make("EC", "dns:localhost", "ip:127.0.0.1");
    var files = write(other, Files.createDirectory(folder.resolve("other")), TlsFiles.USUAL_CHECK);
    var after = client(other);
    var certificate = folder.resolve("host.pem");
    var key = folder.resolve("host.key");
    var sizes = Math.max(Files.size(certificate), Files.size(files.certificate()));
    replace(key, Files.readString(files.key()), Math.max(Files.size(key), Files.size(files.key())));
    replace(certificate, Files.readString(files.certificate()), sizes);

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> after.send(address, echo(1)) instanceof Exchange.Answered);
  }

  /// Pads a file, lets the server see that, and then puts a text of the same size in its place.
  private static void replace(Path file, String text, long size) throws Exception {
    var before = Files.readString(file);
    Files.writeString(file, before + "\n".repeat((int) size - before.length()));
    var time = Files.getLastModifiedTime(file);
    await().pollDelay(Duration.ofMillis(300)).until(() -> true);
    Files.writeString(file, text + "\n".repeat((int) size - text.length()));
    Files.setLastModifiedTime(file, time);
  }

  @Test
  void keepsTheOldCertificateWhileTheNewFilesAreNoPair() throws Exception {
    var address = start(here);
    elsewhere.writeCertificate(folder.resolve("host.pem"));
    await().pollDelay(Duration.ofMillis(400)).until(() -> true);

    assertThat(answer(client(here).send(address, echo(1))).body().size()).isOne();
  }

  @Test
  void saysWhatIsWrongWithTheFiles() throws Exception {
    var good = write(here, folder, TlsFiles.USUAL_CHECK);
    var foreign = elsewhere.writeCertificate(folder.resolve("other.pem"));
    var empty = Files.writeString(folder.resolve("empty.pem"), "");

    assertThat(fault(foreign, good.key())).contains("does not belong");
    assertThat(fault(empty, good.key())).contains("no certificate");
    assertThat(fault(good.certificate(), empty)).contains("no private key", "openssl pkcs8");
    assertThat(fault(folder.resolve("none.pem"), good.key())).contains("There is no file");
  }

  private static String fault(Path certificate, Path key) {
    try {
      HostCertificate.check(new TlsFiles(certificate, key, TlsFiles.USUAL_CHECK));
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /// The two files that a host's configuration names.
  private static TlsFiles write(TestCertificate certificate, Path folder, Duration checkEvery)
      throws Exception {
    return new TlsFiles(
        certificate.writeCertificate(folder.resolve("host.pem")),
        certificate.writeKey(folder.resolve("host.key")),
        checkEvery);
  }

  private AtpAddress start(TestCertificate certificate) throws Exception {
    return start(certificate, ServerTimeouts.DEFAULT);
  }

  private static ServerTimeouts timeouts(Duration handshake) {
    var usual = ServerTimeouts.DEFAULT;
    return new ServerTimeouts(
        handshake, usual.head(), usual.body(), usual.idle(), usual.write(), usual.grace());
  }

  private AtpAddress start(TestCertificate certificate, ServerTimeouts timeouts) throws Exception {
    return start(certificate, timeouts, ServerCapacity.DEFAULT);
  }

  private AtpAddress start(
      TestCertificate certificate, ServerTimeouts timeouts, ServerCapacity capacity)
      throws Exception {
    var server =
        AtpServer.start(
            new AtpServerConfig(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Optional.of(write(certificate, folder, Duration.ofMillis(50))),
                WireLimits.DEFAULT,
                timeouts,
                capacity,
                AddressFilter.NONE),
            (request, peer) -> {
              peer.prove();
              return AtpResponse.okay("text/plain", request.body());
            },
            (_, _) -> {},
            InstantSource.system());
    open.add(server);
    return new AtpAddress("127.0.0.1", server.address().getPort(), true);
  }

  private AtpClient client(TestCertificate believed) {
    var authorities = new TlsAuthorities(List.of((X509Certificate) believed.certificate()));
    var client = AtpClient.open(ClientSettings.DEFAULT.withAuthorities(authorities));
    open.add(client);
    return client;
  }

  private static AtpRequest echo(int bytes) {
    return AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
        .withBody("text/plain", Bytes.utf8("x".repeat(bytes)));
  }

  private static AtpResponse answer(Exchange exchange) {
    assertThat(exchange).isInstanceOf(Exchange.Answered.class);
    return ((Exchange.Answered) exchange).response();
  }

  private static String reason(Exchange exchange) {
    assertThat(exchange).isInstanceOf(Exchange.Unreachable.class);
    return ((Exchange.Unreachable) exchange).reason();
  }

  private static SSLSocket tlsSocket(AtpAddress address) throws Exception {
    var anchors = KeyStore.getInstance(KeyStore.getDefaultType());
    anchors.load(null, null);
    anchors.setCertificateEntry("host", here.certificate());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(anchors);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    var socket =
        (SSLSocket) context.getSocketFactory().createSocket(address.host(), address.port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  /// A connection of a peer that announces ATP.
  private static SSLSocket speaking(AtpAddress address) throws Exception {
    var socket = tlsSocket(address);
    var parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"atp/0.1"});
    socket.setSSLParameters(parameters);
    return socket;
  }

  private static Throwable failure(SSLSocket socket) {
    try {
      socket.startHandshake();
      var read = socket.getInputStream().read();
      return new AssertionError("the handshake went through, then came " + read);
    } catch (IOException e) {
      return e;
    }
  }

  private static String readAll(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /// A connection that is closed while bytes wait unread is reset.
  private static String readUntilClosed(Socket socket) {
    try {
      return readAll(socket);
    } catch (IOException _) {
      return "";
    }
  }
}

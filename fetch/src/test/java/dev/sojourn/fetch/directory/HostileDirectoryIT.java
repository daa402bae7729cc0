package dev.sojourn.fetch.directory;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyLookup.Result;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.SignedDirectory;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Servers of key directories whose answers make the reader wait, fill its memory, or lead it to a
/// forbidden place. A reader gives each up within its time, and knows no key then.
@Timeout(120)
class HostileDirectoryIT {
  private static final Duration TIME = Duration.ofSeconds(3);

  /// A machine under load has its say.
  private static final Duration LONG = Duration.ofSeconds(20);

  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());
  private static final AtomicInteger ASKED = new AtomicInteger();
  private static final CountDownLatch OVER = new CountDownLatch(1);
  private static TestCertificate certificate;
  private static SSLContext client;
  private static ServerSocket server;
  private static volatile Answering answering = _ -> {};

  /// Writes what a server answers.
  private interface Answering {
    void to(OutputStream out) throws IOException, InterruptedException;
  }

  @BeforeAll
  static void start() throws Exception {
    certificate = TestCertificate.make("EC", "dns:localhost", "ip:127.0.0.1");
    client = certificate.client();
    server = listen(certificate.server());
  }

  @AfterAll
  static void stop() throws IOException {
    OVER.countDown();
    server.close();
  }

  private static ServerSocket listen(SSLContext tls) throws IOException {
    var socket =
        tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(() -> accept(socket));
    return socket;
  }

  private static void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        var peer = socket.accept();
        Thread.ofVirtual().start(() -> serve(peer));
      } catch (IOException _) {
        // The tests are over.
      }
    }
  }

  private static void serve(Socket peer) {
    try (peer) {
      var _ = peer.getInputStream().read(new byte[8 * 1024]);
      ASKED.incrementAndGet();
      answering.to(peer.getOutputStream());
    } catch (IOException _) {
      // The reader has gone, as it should.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void endless(OutputStream out, String head, String again) throws IOException {
    out.write(head.getBytes(US_ASCII));
    var piece = again.repeat(Math.max(1, 8_192 / again.length())).getBytes(US_ASCII);
    while (true) {
      out.write(piece);
    }
  }

  /// Lets time pass, until the tests are over.
  private static void dawdle(int millis) throws InterruptedException {
    var _ = OVER.await(millis, TimeUnit.MILLISECONDS);
  }

  private static String found(SSLContext tls, ServerSocket at, boolean isPrivateAllowed) {
    var limits = new DirectoryLimits(1 << 16, 64, TIME);
    var cache = new KeyDirectoryCache(tls, isPrivateAllowed, limits, InstantSource.system());
    long begin = System.nanoTime();
    var result = cache.find(new AgentUrl("https://localhost:" + at.getLocalPort()), KEY.id());
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONG);
    assertThat(result).isInstanceOf(Result.Unavailable.class);
    return ((Result.Unavailable) result).sentence();
  }

  private static String found() {
    return found(client, server, true);
  }

  private static String head(String fields) {
    return "HTTP/1.1 200 OK\r\nContent-Type: %s\r\n%s\r\n"
        .formatted(SignedDirectory.MEDIA_TYPE, fields);
  }

  @Test
  void anAnswerThatComesOctetByOctetIsGivenUpInTimeAsAWhole() {
    answering =
        out -> {
          out.write(head("Content-Length: 60000\r\n").getBytes(US_ASCII));
          for (int i = 0; i < 60_000; i++) {
            out.write(' ');
            out.flush();
            dawdle(20);
          }
        };
    assertThat(found()).contains("took over 3000 ms");
  }

  @Test
  void aHeadThatComesOctetByOctetIsGivenUpInTimeAsAWhole() {
    answering =
        out -> {
          out.write("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII));
          while (true) {
            out.write("a:b\r\n".getBytes(US_ASCII));
            out.flush();
            dawdle(100);
          }
        };
    assertThat(found()).contains("took over 3000 ms");
  }

  @Test
  void anAnswerWithoutEndIsNotHeld() {
    var chunked = head("Transfer-Encoding: chunked\r\n");
    answering = out -> endless(out, chunked, "1\r\n \r\n");
    assertThat(found()).contains("more than 262144 bytes of framing");
    answering = out -> endless(out, chunked, "40\r\n" + " ".repeat(64) + "\r\n");
    assertThat(found()).contains("more than 65536 bytes");
    answering = out -> endless(out, head("Connection: close\r\n"), " ");
    assertThat(found()).contains("more than 65536 bytes");
    answering = out -> endless(out, head("Content-Length: 99999999\r\n"), " ");
    assertThat(found()).contains("more than 65536 bytes");
    answering = out -> endless(out, "HTTP/1.1 200 OK\r\n", "a: b\r\n");
    assertThat(found()).contains("more than 100 header lines");
    answering = out -> endless(out, "HTTP/1.1 200 OK\r\nA: ", "b");
    assertThat(found()).contains("longer than 8192 bytes");
    answering = out -> endless(out, "", "HTTP/1.1 103 Early\r\n\r\n");
    assertThat(found()).contains("too many interim answers");
  }

  @Test
  void aTreeOfAnyDepthAndNumbersOfAnyLengthAreNoKeySet() {
    for (var json :
        new String[] {
          "{\"keys\":" + "[".repeat(60_000),
          "{\"keys\":[{\"kty\":" + "1".repeat(60_000) + "}]}",
          "{\"" + "k".repeat(60_000) + "\":1}",
          "{\"keys\":[]}{\"keys\":[]}",
          "{\"keys\":[],\"keys\":[]}",
          "\ufeff{\"keys\":[]}"
        }) {
      answering = out -> answer(out, json);
      assertThat(found()).as(json.substring(0, 10)).contains("no key set");
    }
  }

  private static void answer(OutputStream out, String json) throws IOException {
    var body = json.getBytes(UTF_8);
    out.write(head("Content-Length: " + body.length + "\r\n").getBytes(US_ASCII));
    out.write(body);
  }

  @Test
  void noAnswerLeadsToAnotherPlace() throws Exception {
    try (var inside = listen(certificate.server())) {
      for (var fields :
          new String[] {
            "Location: https://127.0.0.1:%d/", "Refresh: 0;url=https://127.0.0.1:%d/",
            "Alt-Svc: h2=\":%d\"", "Link: <https://127.0.0.1:%d/>; rel=canonical"
          }) {
        for (var status : new String[] {"301 Moved", "307 Moved", "401 No", "426 Upgrade"}) {
          int before = ASKED.get();
          answering =
              out ->
                  out.write(
                      "HTTP/1.1 %s\r\n%s\r\nContent-Length: 0\r\n\r\n"
                          .formatted(status, fields.formatted(inside.getLocalPort()))
                          .getBytes(US_ASCII));
          assertThat(found()).contains("only 200 is one");
          assertThat(ASKED.get()).isEqualTo(before + 1);
        }
      }
    }
  }

  @Test
  void aDirectoryInsideIsNotAskedWhereOnlyTheInternetIs() {
    int before = ASKED.get();
    assertThat(found(client, server, false)).contains("a loopback address");
    assertThat(ASKED.get()).isEqualTo(before);
  }

  @Test
  void cardsThatLeadInACircleAreReadOnce() {
    int before = ASKED.get();
    var url = "https://localhost:" + server.getLocalPort();
    answering =
        out -> answer(out, "{\"client_id\":\"%s\",\"jwks_uri\":\"%s\"}".formatted(url, url));
    assertThat(found()).contains("card");
    assertThat(ASKED.get() - before).isLessThanOrEqualTo(2);
  }

  @Test
  void aServerThatNeverFinishesTheHandshakeOrSpeaksNoTlsIsGivenUp() throws Exception {
    for (var said : new String[] {"", "HTTP/1.1 200 OK\r\n\r\n"}) {
      try (var plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
        Thread.ofVirtual()
            .start(
                () -> {
                  try (var peer = plain.accept()) {
                    peer.getOutputStream().write(said.getBytes(US_ASCII));
                    var _ = peer.getInputStream().readAllBytes();
                  } catch (IOException _) {
                    // The reader has gone, as it should.
                  }
                });
        found(client, plain, true);
      }
    }
  }

  @Test
  void aCertificateForAnotherNameOrWithoutItsAuthorityGetsNoRequest() throws Exception {
    var other = TestCertificate.make("EC", "dns:crawler.example", "ip:127.0.0.9");
    try (var wrong = listen(other.server())) {
      int before = ASKED.get();
      assertThat(found(other.client(), wrong, true)).contains("its certificate cannot be trusted");
      assertThat(found(client, wrong, true)).contains("its certificate cannot be trusted");
      assertThat(ASKED.get()).isEqualTo(before);
    }
  }
}

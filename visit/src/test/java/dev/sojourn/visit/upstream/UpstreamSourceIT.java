package dev.sojourn.visit.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.testing.HeldPort;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.UrlRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A web server beside the host that answers whatever a test says.
class UpstreamSourceIT {
  private static final String SITE = "https://site.example";
  private static final int MAX_BYTES = 1_000;

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private Optional<ServerSocket> listening = Optional.empty();

  @AfterEach
  void endTheServer() throws IOException {
    if (listening.isPresent()) {
      listening.get().close();
    }
  }

  @Test
  void theServerIsAskedForTheSitesNameAndSeesNoCookie() throws Exception {
    var source = server(_ -> "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\nhi");

    read(source, "/a%20b?q=1&r=%2F");
    read(source, "/");

    assertThat(requests.getFirst())
        .startsWith("GET /a%20b?q=1&r=%2F HTTP/1.1\n")
        .contains("\nHost: site.example\n", "\nX-Forwarded-Proto: https\n");
    assertThat(requests.getLast().toLowerCase(Locale.ROOT)).doesNotContain("cookie");
  }

  @Test
  void fieldsOfTheServerArePassedOnAndThoseOfItsConnectionAreNot() throws Exception {
    var page =
        (Content.Found)
            read(
                server(
                    _ ->
                        "HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\nX-Robots-Tag: nofollow\r\n"
                            + "Content-Type: text/html\r\nSet-Cookie: a=b\r\nKeep-Alive: timeout=5"
                            + "\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"),
                "/");

    assertThat(page.headers())
        .containsEntry("x-robots-tag", List.of("noindex", "nofollow"))
        .containsEntry("content-length", List.of("2"))
        .containsOnlyKeys("x-robots-tag", "content-type", "content-length");
  }

  @Test
  void aPageThatHasNotChangedIsNotSentAgain() throws Exception {
    var source =
        server(
            request ->
                request.contains("If-None-Match: \"v1\"")
                    ? "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 5\r\n\r\nhello");

    var first = read(source, "/page");
    var second = read(source, "/page");

    assertThat(requests.getFirst()).doesNotContain("If-None-Match");
    assertThat(requests.getLast()).contains("If-None-Match: \"v1\"");
    assertThat(second).isEqualTo(first).isInstanceOf(Content.Found.class);
  }

  @Test
  void aRedirectIsAnAnswerAndNeverARequest() throws Exception {
    assertThat(redirect("/next?a=b")).hasToString(SITE + "/next?a=b");
    assertThat(redirect("https://site.example/next")).hasToString(SITE + "/next");
    // The gate of the visit judges the target.
    assertThat(redirect("http://169.254.169.254/latest/meta-data/"))
        .hasToString("http://169.254.169.254/latest/meta-data/");
    assertThat(requests).hasSize(3);
  }

  @Test
  void aRedirectToTheServersOwnAddressIsOneToTheSite() throws Exception {
    var source =
        server(
            _ ->
                "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:"
                    + listening.orElseThrow().getLocalPort()
                    + "/docs/\r\nContent-Length: 0\r\n\r\n");

    assertThat(read(source, "/docs")).isEqualTo(new Content.Redirect(url("/docs/")));
    // As nginx has it at a port that visitors do not see.
    assertThat(redirect("http://site.example:%d/docs/")).isEqualTo(url("/docs/"));
  }

  @Test
  void aRedirectToNoPageIsMissing() throws Exception {
    var source =
        server(_ -> "HTTP/1.1 302 x\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n");

    assertMissing(read(source, "/"), 302, PageOutcome.ofMissing(302));
  }

  @Test
  void aServerThatIsDownCostsThePageAndNotTheVisit() throws Exception {
    try (var port = HeldPort.take()) {
      assertMissing(read(source(port.number()), "/"), 0, PageOutcome.NO_CONNECTION);
    }
  }

  @Test
  void aServerThatNeverAnswersCostsItsTimeAlone() throws Exception {
    var _ = server(_ -> "");

    assertGivenUp(listening.orElseThrow().getLocalPort());
  }

  @Test
  void aServerThatTricklesBytesIsGivenUp() throws Exception {
    var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    listening = Optional.of(server);
    Thread.ofVirtual()
        .start(
            () -> {
              try (var socket = server.accept()) {
                var out = socket.getOutputStream();
                out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                var never = new CountDownLatch(1);
                for (int i = 0; i < 600; i++) {
                  out.write('x');
                  out.flush();
                  var _ = never.await(100, TimeUnit.MILLISECONDS);
                }
              } catch (IOException | InterruptedException _) {
                // The source has given it up.
              }
            });

    assertGivenUp(server.getLocalPort());
  }

  @Test
  void aBodyWithoutEndIsGivenUpAtTheLimit() throws Exception {
    var source = server(_ -> "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(100_000));

    assertMissing(read(source, "/"), 413, PageOutcome.TOO_LARGE);
  }

  @Test
  void aHeadWithoutEndIsGivenUpAtTheLimit() throws Exception {
    assertMissing(
        read(server(_ -> "HTTP/1.1 200 OK\r\nA: " + "x".repeat(100_000)), "/"),
        0,
        PageOutcome.BROKEN_ANSWER);
  }

  @Test
  void fieldsWithoutEndAreGivenUpAtTheLimit() throws Exception {
    assertMissing(
        read(server(_ -> "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(10_000)), "/"),
        0,
        PageOutcome.BROKEN_ANSWER);
  }

  @Test
  void anAnswerThatIsNoHttpAndAnEncodingThatIsNoneAreBroken() throws Exception {
    assertMissing(read(server(_ -> "SSH-2.0-x\r\n"), "/"), 0, PageOutcome.BROKEN_ANSWER);
    assertMissing(
        read(server(_ -> "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nx"), "/"),
        0,
        PageOutcome.BROKEN_ENCODING);
    assertMissing(
        read(server(_ -> "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nx"), "/"),
        0,
        PageOutcome.BROKEN_ENCODING);
  }

  @Test
  void anOddBodyChangesNothingWhereTheStatusDecides() throws Exception {
    for (var odd :
        List.of(
            "Content-Encoding: br\r\n\r\nx",
            "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx",
            "Content-Length: 99999999\r\n\r\ncut",
            "Transfer-Encoding: gzip\r\n\r\nx",
            "Transfer-Encoding: chunked\r\n\r\nzz")) {
      assertMissing(
          read(server(_ -> "HTTP/1.1 404 None\r\n" + odd), "/"), 404, PageOutcome.CLIENT_ERROR);
      assertThat(read(server(_ -> "HTTP/1.1 301 Moved\r\nLocation: /here\r\n" + odd), "/"))
          .isEqualTo(new Content.Redirect(url("/here")));
    }
  }

  @Test
  void oneOddFieldDoesNotLoseAPage() throws Exception {
    for (var odd :
        List.of(
            "a line without a colon",
            "Two Words: x",
            "Content-Length: 5",
            "Content-Length: 5, 5",
            "Content-Encoding: UTF-8",
            "Content-Encoding: none")) {
      var answer = "HTTP/1.1 200 OK\r\n" + odd + "\r\nContent-Length: 5\r\n\r\nhello";
      assertThat(((Content.Found) read(server(_ -> answer), "/")).body())
          .as(odd)
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("hello");
    }
  }

  @Test
  void aPartThatNobodyAskedForIsNoWholePage() throws Exception {
    assertMissing(
        read(
            server(
                _ ->
                    "HTTP/1.1 206 Part\r\nContent-Range: bytes 0-4/9\r\n"
                        + "Content-Length: 5\r\n\r\nhello"),
            "/"),
        206,
        PageOutcome.BROKEN_ANSWER);
  }

  @Test
  void aPathThatCouldBeReadInTwoWaysIsNeverAskedFor() throws Exception {
    var source = server(_ -> "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret");

    for (var path :
        List.of(
            "//private/a",
            "/a//b",
            "/a%2fb",
            "/a%5cb",
            "/a%00b",
            "/a;x=1/b",
            "/%252e%252e/b",
            "/.git/config",
            "/..;/b")) {
      assertMissing(read(source, path), 404, PageOutcome.CLIENT_ERROR);
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void aServerErrorIsMissingWithItsStatus() throws Exception {
    assertMissing(
        read(server(_ -> "HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n"), "/"),
        503,
        PageOutcome.SERVER_ERROR);
  }

  private PageUrl redirect(String location) throws Exception {
    var source =
        server(
            _ ->
                "HTTP/1.1 302 x\r\nLocation: "
                    + location.formatted(listening.orElseThrow().getLocalPort())
                    + "\r\nContent-Length: 0\r\n\r\n");
    return ((Content.Redirect) read(source, "/docs/a")).to();
  }

  private static void assertMissing(Content content, int status, PageOutcome outcome) {
    assertThat(content)
        .isInstanceOfSatisfying(
            Content.Missing.class,
            missing -> {
              assertThat(missing.status()).isEqualTo(status);
              assertThat(missing.outcome()).isEqualTo(outcome);
              assertThat(missing.reason()).doesNotContain("127.0.0.1");
            });
  }

  private static Content read(UpstreamSource source, String path) throws InterruptedException {
    return source.read(url(path));
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }

  /// Starts a server; an empty answer leaves the connection open.
  private UpstreamSource server(Function<String, String> answers) throws Exception {
    endTheServer();
    var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listening = Optional.of(socket);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  var connection = socket.accept();
                  Thread.ofVirtual().start(() -> serve(connection, answers));
                }
              } catch (IOException _) {
                // The test is over.
              }
            });
    return source(socket.getLocalPort());
  }

  private void serve(Socket connection, Function<String, String> answers) {
    try {
      var in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
      var request = new StringBuilder();
      for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        request.append(line).append('\n');
      }
      requests.add(request.toString());
      var answer = answers.apply(request.toString());
      if (!answer.isEmpty()) {
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        connection.close();
      }
    } catch (IOException _) {
      // The source has given it up.
    }
  }

  private static void assertGivenUp(int port) throws Exception {
    assertMissing(read(source(port, Duration.ofSeconds(1)), "/"), 0, PageOutcome.TIMED_OUT);
  }

  private static UpstreamSource source(int port) throws Exception {
    return source(port, Duration.ofMinutes(1));
  }

  private static UpstreamSource source(int port, Duration patience) throws Exception {
    var address = UpstreamAddress.resolve("http://127.0.0.1:" + port, false, NameService.SYSTEM);
    return UpstreamSource.of(
        new UpstreamSettings(
            SITE, address, new UrlRules(FileRules.NONE), MAX_BYTES, 10_000, patience));
  }
}

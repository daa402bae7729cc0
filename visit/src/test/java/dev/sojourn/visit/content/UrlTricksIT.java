package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.testing.Nginx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// URLs that are meant to be read in two ways, asked of each content source and of nginx, which
/// serves the same folder. A source gives no page that nginx does not give at the same URL.
class UrlTricksIT {
  private static final String SECRET = "secret";

  /// Paths of URLs as a link may have them. What follows the origin need not begin with a slash.
  private static final List<String> TRICKS =
      List.of(
          "/../secret.html",
          "/a/../../secret.html",
          "/a/../private/page.html",
          "/%2e%2e/secret.html",
          "/%2E%2e/%2e%2E/secret.html",
          "/a/%2e%2e/private/page.html",
          "/a/.%2e/private/page.html",
          "/..%2fsecret.html",
          "/a%2f..%2f..%2fsecret.html",
          "/%252e%252e/secret.html",
          "/%252e%252e%252fsecret.html",
          "/%25252e%25252e/secret.html",
          "/%c0%ae%c0%ae/secret.html",
          "/%uff0e%uff0e/secret.html",
          "/..;/secret.html",
          "/a/..;/private/page.html",
          "/private;x=1/page.html",
          "/PRIVATE/page.html",
          "/Private/Page.html",
          "/private/page.HTML",
          "/private./page.html",
          "/private/page.html.",
          "/private/page.html...",
          "/private/page.html%20",
          "/private/page.html%00",
          "/private/page.html%00.txt",
          "/private%00/page.html",
          "/private/page.html%0a",
          "/private/page.html::$DATA",
          "//private/page.html",
          "///private///page.html",
          "/a//../private/page.html",
          "/private//page.html",
          "/./private/./page.html",
          "/private/.//page.html",
          "/private\\page.html",
          "/a\\..\\private\\page.html",
          "/private%5cpage.html",
          "/%5c..%5csecret.html",
          "/private%2fpage.html",
          "/private%2Fpage.html",
          "/%70rivate/page.html",
          "/private/page.html#fragment",
          "/#/private/page.html",
          "/private/page.html?#",
          "/?/../secret.html",
          "/private/page.html/",
          "/private/page.html/..",
          "/private/page.html/../page.html",
          "/.hidden",
          "/%2ehidden",
          "/a/../.hidden",
          "/robots.txt/../private/page.html",
          "@other.example/private/page.html",
          ":80@other.example/private/page.html",
          ".other.example/private/page.html",
          ":81/private/page.html",
          ":0x50/private/page.html");

  /// Whole URLs that are not of the site.
  private static final List<String> ELSEWHERE =
      List.of(
          "file:///etc/passwd",
          "file://site.example/etc/passwd",
          "FILE:/etc/passwd",
          "jar:file:///etc/a.jar!/page.html",
          "jar:http://site.example/a.jar!/page.html",
          "ftp://site.example/private/page.html",
          "gopher://site.example/1",
          "data:text/html,secret",
          "javascript:alert(1)",
          "view-source:http://site.example/",
          "//site.example/private/page.html",
          "http:/private/page.html",
          "http:///private/page.html",
          "http://site.example@169.254.169.254/latest/meta-data/",
          "http://169.254.169.254/latest/meta-data/",
          "http://[fd00:ec2::254]/latest/meta-data/",
          "http://2852039166/latest/meta-data/",
          "http://0xa9fea9fe/latest/meta-data/",
          "http://metadata.google.internal/computeMetadata/v1/",
          "http://127.0.0.1/private/page.html",
          "http://0/private/page.html",
          "http://localhost:22/",
          "http://site.example.:80/private/page.html",
          "http://site.example%00.other.example/",
          "http://site.example%2fother.example/",
          "https://site.example/private/page.html",
          "http://SITE.EXAMPLE:8080/private/page.html");

  /// Pages of nginx that no source gives: a name that begins with a dot, and a URL in whose path
  /// nginx folds slashes or sees separators that robots.txt does not see.
  private static final Set<String> ONLY_OF_NGINX =
      Set.of(
          "//private/page.html",
          "///private///page.html",
          "/a//../private/page.html",
          "/private//page.html",
          "/private/.//page.html",
          "/private%2fpage.html",
          "/private%2Fpage.html",
          "/.hidden",
          "/%2ehidden",
          "/a/../.hidden");

  private static final Map<SourceKind, SourceKind.OpenSource> SOURCES =
      new EnumMap<>(SourceKind.class);

  @TempDir static Path folder;
  private static Optional<Nginx> nginx = Optional.empty();

  @BeforeAll
  static void serveTheSameFolderInEachWay() throws IOException {
    var www = Files.createDirectory(folder.resolve("www"));
    Files.createDirectories(www.resolve("private"));
    Files.createDirectories(www.resolve("a"));
    Files.writeString(www.resolve("index.html"), "home");
    Files.writeString(www.resolve("robots.txt"), "User-agent: *\nDisallow: /private/\n");
    Files.writeString(www.resolve("private/page.html"), "private");
    Files.writeString(www.resolve(".hidden"), SECRET);
    Files.writeString(folder.resolve("secret.html"), SECRET);
    if (Nginx.isInstalled()) {
      nginx = Optional.of(Nginx.start(folder.resolve("nginx"), List.of(www)));
    }
    for (var kind : SourceKind.values()) {
      SOURCES.put(kind, kind.open(www, Files.createDirectory(folder.resolve(kind.name()))));
    }
  }

  private static ContentSource pages(SourceKind kind) {
    return Objects.requireNonNull(SOURCES.get(kind)).pages();
  }

  @AfterAll
  static void close() throws IOException {
    for (var source : SOURCES.values()) {
      source.close();
    }
    if (nginx.isPresent()) {
      nginx.get().close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noTrickGivesAPageThatNginxDoesNotGiveThere(SourceKind kind) throws Exception {
    assumeTrue(nginx.isPresent(), "nginx is not installed");
    for (var trick : TRICKS) {
      var page = page(kind, SourceKind.SITE + trick);
      if (page.isPresent()) {
        var url = PageUrl.parse(SourceKind.SITE + trick).orElseThrow();
        assertThat(fromNginx(url.pathAndQuery())).as(trick).isEqualTo(page);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noTrickGivesASecretOrAPageUnderAPathThatRobotsTxtDoesNotSee(SourceKind kind)
      throws Exception {
    for (var trick : TRICKS) {
      var page = page(kind, SourceKind.SITE + trick);
      assertThat(page).as(trick).isNotEqualTo(Optional.of(SECRET));
      if (page.equals(Optional.of("private"))) {
        // The gate judges this very path.
        var path = PageUrl.parse(SourceKind.SITE + trick).orElseThrow().path();
        assertThat(path).as(trick).isEqualTo("/private/page.html");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noUrlOfElsewhereGivesAPage(SourceKind kind) throws Exception {
    for (var url : ELSEWHERE) {
      assertThat(page(kind, url)).as(url).isEmpty();
    }
  }

  @Test
  void aUrlOfTheSiteThatIsWrittenOddlyIsJudgedByItsPath() {
    for (var odd :
        List.of(
            "http:\\\\site.example\\private\\page.html",
            "http://user:password@site.example/private/page.html",
            "http:site.example/private/page.html",
            "http://site.ex%61mple/private/page.html")) {
      assertThat(PageUrl.parse(odd).map(PageUrl::toString))
          .as(odd)
          .hasValue(SourceKind.SITE + "/private/page.html");
    }
  }

  @Test
  void nginxGivesMoreOnlyWhereADocumentSaysSo() throws Exception {
    assumeTrue(nginx.isPresent(), "nginx is not installed");
    for (var trick : TRICKS) {
      var url = PageUrl.parse(SourceKind.SITE + trick);
      var isOfSite = url.filter(page -> page.origin().equals(SourceKind.SITE));
      if (isOfSite.isPresent() && fromNginx(isOfSite.get().pathAndQuery()).isPresent()) {
        boolean isGiven = page(SourceKind.FOLDER, SourceKind.SITE + trick).isPresent();
        assertThat(isGiven).as(trick).isEqualTo(!ONLY_OF_NGINX.contains(trick));
      }
    }
  }

  private static Optional<String> page(SourceKind kind, String text) throws Exception {
    var url = PageUrl.parse(text);
    return url.isPresent() && pages(kind).read(url.get()) instanceof Content.Found page
        ? Optional.of(new String(page.body(), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /// The body of a page at nginx, which gets the target of the request as it is written here.
  private static Optional<String> fromNginx(String target) throws IOException {
    int port = nginx.orElseThrow().ports().getFirst().number();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var request = "GET " + target + " HTTP/1.0\r\nHost: site.example\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.startsWith("HTTP/1.1 200")
          ? Optional.of(answer.substring(answer.indexOf("\r\n\r\n") + 4))
          : Optional.empty();
    }
  }
}

package dev.sojourn.lab.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The answers of the web server of experiments.
final class SiteFilesTest {
  @TempDir private Path temp;
  private SiteFiles files;

  @BeforeEach
  void layOut() throws IOException {
    var root = Files.createDirectories(temp.resolve("root/sub"));
    Files.writeString(root.resolve("index.html"), "<p>sub</p>");
    Files.writeString(root.resolve("a b.html"), "<p>blank</p>");
    Files.writeString(temp.resolve("secret.html"), "secret");
    files = new SiteFiles(temp.resolve("root"), false, true, () -> Instant.EPOCH);
  }

  @Test
  void aFolderWithASlashGivesItsStartPageAndWithoutOneLeadsThere() throws IOException {
    assertThat(answer("GET /sub/ HTTP/1.1")).startsWith("HTTP/1.1 200").endsWith("<p>sub</p>");
    assertThat(answer("GET /sub HTTP/1.1")).startsWith("HTTP/1.1 301").contains("Location: /sub/");
  }

  @Test
  void withCleanUrlsAPathStandsForItsPageAndADirectoryComesLast() throws IOException {
    Files.writeString(temp.resolve("root/sub/page.html"), "<p>page</p>");
    Files.writeString(temp.resolve("root/sub.html"), "<p>beside</p>");

    assertThat(answer("GET /sub/page HTTP/1.1")).startsWith("HTTP/1.1 404");
    files = new SiteFiles(temp.resolve("root"), true, true, () -> Instant.EPOCH);
    assertThat(answer("GET /sub/page HTTP/1.1")).contains("text/html").endsWith("<p>page</p>");
    assertThat(answer("GET /sub HTTP/1.1")).endsWith("<p>beside</p>");
    assertThat(answer("GET /sub/ HTTP/1.1")).endsWith("<p>sub</p>");
    assertThat(answer("GET /sub/none HTTP/1.1")).startsWith("HTTP/1.1 404");
  }

  @Test
  void anEncodedPathIsDecodedAndNoPathLeavesTheRoot() throws IOException {
    assertThat(answer("GET /sub/a%20b.html?x=1 HTTP/1.1")).endsWith("<p>blank</p>");
    assertThat(answer("GET /../secret.html HTTP/1.1")).startsWith("HTTP/1.1 404");
    assertThat(answer("GET /sub/%2e%2e/%2e%2e/secret.html HTTP/1.1")).startsWith("HTTP/1.1 404");
    assertThat(answer("GET /%zz HTTP/1.1")).startsWith("HTTP/1.1 404");
  }

  @Test
  void onlyGetAndHeadAreAnswered() throws IOException {
    assertThat(answer("POST /sub/ HTTP/1.1")).startsWith("HTTP/1.1 405");
    assertThat(answer("HEAD /sub/ HTTP/1.1"))
        .startsWith("HTTP/1.1 200")
        .contains("Content-Length: 10\r\n")
        .endsWith("\r\n\r\n");
  }

  @Test
  void whoeverTakesGzipGetsIt() throws IOException {
    var request = RequestHead.parse("GET /sub/ HTTP/1.1\r\nAccept-Encoding: deflate, gzip\r\n\r\n");
    var bytes = files.answer(request).bytes();
    var text = new String(bytes, ISO_8859_1);
    int body = text.indexOf("\r\n\r\n") + 4;

    assertThat(text).contains("Content-Encoding: gzip\r\n");
    try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes, body, bytes.length - body))) {
      assertThat(in.readAllBytes()).asString(ISO_8859_1).isEqualTo("<p>sub</p>");
    }
  }

  @Test
  void whoeverHasAFileIsReportedThatItIsAsItWas() throws IOException {
    var file = temp.resolve("root/sub/index.html");
    var modified = Instant.parse("2026-01-02T03:04:05.678Z");
    Files.setLastModifiedTime(file, FileTime.from(modified));
    var first = answer("GET /sub/ HTTP/1.1");
    assertThat(first).contains("\r\nLast-Modified: Fri, 2 Jan 2026 03:04:05 GMT\r\n");
    var tag = first.replaceFirst("(?s).*\r\nETag: (W/\"[0-9a-f-]+\")\r\n.*", "$1");

    for (var condition :
        List.of(
            "If-None-Match: " + tag,
            "if-none-match: \"other\", " + tag,
            "If-None-Match: *",
            "If-Modified-Since: Fri, 2 Jan 2026 03:04:05 GMT",
            "If-None-Match: " + tag + "\r\nIf-Modified-Since: Thu, 1 Jan 2026 00:00:00 GMT")) {
      assertThat(answer("GET /sub/ HTTP/1.1\r\n" + condition))
          .startsWith("HTTP/1.1 304 ")
          .contains("ETag: " + tag)
          .doesNotContain("Content-Length", "Content-Type")
          .endsWith("\r\n\r\n");
    }
    for (var condition :
        List.of(
            "If-None-Match: \"other\"",
            "If-Modified-Since: Fri, 2 Jan 2026 03:04:04 GMT",
            "If-Modified-Since: yesterday",
            "If-None-Match: \"other\"\r\nIf-Modified-Since: Fri, 2 Jan 2026 03:04:05 GMT")) {
      assertThat(answer("GET /sub/ HTTP/1.1\r\n" + condition)).startsWith("HTTP/1.1 200 ");
    }
    // Changed in the same second, and as long as before.
    Files.writeString(file, "<p>bus</p>");
    Files.setLastModifiedTime(file, FileTime.from(modified.plusMillis(1)));
    assertThat(answer("GET /sub/ HTTP/1.1\r\nIf-None-Match: " + tag)).endsWith("<p>bus</p>");
  }

  @Test
  void aServerWithoutGzipPacksNothing() throws IOException {
    files = new SiteFiles(temp.resolve("root"), false, false, () -> Instant.EPOCH);

    assertThat(answer("GET /sub/ HTTP/1.1\r\nAccept-Encoding: gzip"))
        .doesNotContain("Content-Encoding")
        .endsWith("<p>sub</p>");
  }

  @Test
  void aConnectionIsKeptAsTheClientAsks() {
    assertThat(RequestHead.parse("GET / HTTP/1.1\r\n\r\n").isKept()).isTrue();
    assertThat(RequestHead.parse("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").isKept()).isFalse();
    assertThat(RequestHead.parse("GET / HTTP/1.0\r\n\r\n").isKept()).isFalse();
  }

  private String answer(String line) throws IOException {
    return new String(files.answer(RequestHead.parse(line + "\r\n\r\n")).bytes(), ISO_8859_1);
  }
}

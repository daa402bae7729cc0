package dev.sojourn.lab.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.lab.experiment.SiteDescription;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Captured pages as files.
final class WarcFolderTest {
  private static final String ORIGIN = "https://www.example.org";

  @TempDir private Path temp;
  private final ByteArrayOutputStream warc = new ByteArrayOutputStream();

  @Test
  void pagesBecomeFilesAndTheirOwnLinksLeadToThem() throws IOException {
    capture("/", "200 OK", "text/html", "<a href=\"https://www.example.org/about\">a</a>");
    capture("/about", "200 OK", "text/html; charset=iso-8859-1", "<p>\u00fcber</p>");
    capture("/docs/a.html", "200 OK", "text/html", "<a href='//WWW.example.org'>b</a>");
    capture("/style.css", "200 OK", "text/css", "a { }");

    var site = written();

    assertThat(site.resolve("index.html")).hasContent("<a href=\"/about\">a</a>");
    assertThat(site.resolve("about.html")).hasContent("<p>\u00fcber</p>");
    assertThat(site.resolve("docs/a.html")).hasContent("<a href='/'>b</a>");
    assertThat(site.resolve("style.css")).hasContent("a { }");
  }

  @Test
  void whatAFolderCannotServeIsLeftOut() throws IOException {
    capture("/a", "200 OK", "text/plain", "file");
    capture("/a/b.html", "200 OK", "text/html", "below a file");
    capture("/page?x=1", "200 OK", "text/html", "query");
    capture("/gone", "404 Gone", "text/html", "no page");
    capture("/%2e%2e/evil.html", "200 OK", "text/html", "outside");
    capture("/" + "n".repeat(300), "200 OK", "text/html", "long name");

    var site = written();

    try (var files = Files.walk(site)) {
      assertThat(files.filter(Files::isRegularFile))
          .containsExactlyInAnyOrder(site.resolve("a"), site.resolve("evil.html"));
    }
    assertThat(temp.resolve("evil.html")).doesNotExist();
  }

  @Test
  void filesWithoutAPageOfTheSiteAreReported() throws IOException {
    capture("/gone", "404 Gone", "text/html", "no page");

    assertThatThrownBy(this::written)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no page of https://www.example.org is in")
        .hasMessageContaining("site.origin");
  }

  private void capture(String path, String status, String type, String body) throws IOException {
    var answer =
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(status, type, body.length(), body);
    var head =
        """
        WARC/1.0
        WARC-Type: response
        WARC-Target-URI: %s%s
        WARC-Date: 2026-01-05T09:00:00Z
        WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>
        Content-Type: application/http;msgtype=response
        Content-Length: %d

        """
            .formatted(ORIGIN, path, warc.size(), answer.length())
            .replace("\n", "\r\n");
    warc.write((head + answer + "\r\n\r\n").getBytes(ISO_8859_1));
  }

  private Path written() throws IOException {
    var file = Files.write(temp.resolve("site.warc"), warc.toByteArray());
    var folder = Files.createDirectories(temp.resolve("out/site"));
    new WarcFolder(new SiteDescription.Warc("/", ORIGIN, List.of(file))).write(folder);
    return folder;
  }
}

package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentRootTest {
  private static final String SITE = "http://site.example";

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void layOutTheSite() throws IOException {
    root = Files.createDirectory(folder.resolve("www"));
    Files.createDirectories(root.resolve("docs/api"));
    Files.writeString(root.resolve("index.html"), "home");
    Files.writeString(root.resolve("docs/index.html"), "docs");
    Files.writeString(root.resolve("docs/page one.html"), "spaced");
    Files.writeString(root.resolve("docs/notes.txt"), "notes");
    Files.writeString(root.resolve("docs/data"), "no extension");
  }

  @Test
  void servesAFileWithItsTypeSizeAndDate() throws Exception {
    var modified = Instant.parse("2026-01-02T03:04:05Z");
    Files.setLastModifiedTime(root.resolve("docs/notes.txt"), FileTime.from(modified));

    var page = found("/docs/notes.txt");

    assertThat(page.status()).isEqualTo(200);
    assertThat(text(page)).isEqualTo("notes");
    assertThat(page.header("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(page.mediaType()).isEqualTo("text/plain");
    assertThat(page.header("content-length")).contains("5");
    assertThat(page.header("Last-Modified")).contains("Fri, 02 Jan 2026 03:04:05 GMT");
  }

  @Test
  void servesTheIndexFileOfADirectory() throws Exception {
    assertThat(text(found("/"))).isEqualTo("home");
    assertThat(text(found("/docs/"))).isEqualTo("docs");
    assertThat(found("/docs/").url()).hasToString(SITE + "/docs/");
  }

  @Test
  void ofAFolderThatIsAwayNoPageIsGone() throws Exception {
    var source = DocumentRoot.open(root, List.of("index.html"), 100);
    Files.move(root, folder.resolve("away"));

    assertThatThrownBy(() -> source.read(url("/docs/notes.txt")))
        .isExactlyInstanceOf(FileSystemException.class)
        .hasMessage(root + ": the folder of the site is not there; put it back, or change root");
    assertThatThrownBy(() -> source.read(url("/robots.txt")))
        .isExactlyInstanceOf(FileSystemException.class);

    Files.move(folder.resolve("away"), root);
    assertThat(source.read(url("/docs/notes.txt"))).isInstanceOf(Content.Found.class);
  }

  @Test
  void takesTheFirstIndexFileThatIsThere() throws Exception {
    Files.writeString(root.resolve("docs/api/start.htm"), "start");
    var source = DocumentRoot.open(root, List.of("index.html", "start.htm"), 100);

    assertThat(source.read(url("/docs/api/"))).isInstanceOf(Content.Found.class);
    assertThat(source.read(url("/docs/"))).isInstanceOf(Content.Found.class);
  }

  @Test
  void aDirectoryWithoutIndexFileIsNotListed() throws Exception {
    assertThat(status("/docs/api/")).isEqualTo(404);
  }

  @Test
  void redirectsADirectoryWithoutItsSlashAndKeepsTheQuery() throws Exception {
    assertThat(read("/docs")).isEqualTo(new Content.Redirect(url("/docs/")));
    assertThat(read("/docs?a=b")).isEqualTo(new Content.Redirect(url("/docs/?a=b")));
  }

  @Test
  void decodesThePathAndIgnoresTheQuery() throws Exception {
    assertThat(text(found("/docs/page%20one.html"))).isEqualTo("spaced");
    assertThat(text(found("/docs/notes.txt?version=2"))).isEqualTo("notes");
  }

  @Test
  void servesAFileWithNonAsciiLetters() throws Exception {
    Files.writeString(root.resolve("gr\u00fc\u00dfe.html"), "hallo");

    assertThat(text(found("/gr%C3%BC%C3%9Fe.html"))).isEqualTo("hallo");
  }

  @Test
  void anUnknownExtensionIsBytes() throws Exception {
    assertThat(found("/docs/data").mediaType()).isEqualTo("application/octet-stream");
  }

  @Test
  void theExtensionIsReadAlikeInATurkishLocale() throws Exception {
    Files.writeString(root.resolve("PAGE.GIF"), "gif");
    var before = Locale.getDefault();
    Locale.setDefault(Locale.of("tr"));
    try {
      assertThat(found("/PAGE.GIF").mediaType()).isEqualTo("image/gif");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aFileIsNoDirectory() throws Exception {
    assertThat(status("/index.html/")).isEqualTo(404);
    assertThat(status("/index.html/more")).isEqualTo(404);
  }

  @Test
  void refusesAFileLargerThanTheLimit() throws Exception {
    Files.write(root.resolve("large.html"), new byte[11]);
    Files.write(root.resolve("fits.html"), new byte[10]);
    var source = DocumentRoot.open(root, List.of(), 10);

    assertThat(source.read(url("/large.html")))
        .isInstanceOfSatisfying(
            Content.Missing.class, missing -> assertThat(missing.status()).isEqualTo(413));
    assertThat(source.read(url("/fits.html"))).isInstanceOf(Content.Found.class);
  }

  @Test
  void servesAFileThroughALinkThatStaysInside() throws Exception {
    Files.createSymbolicLink(root.resolve("latest"), Path.of("docs"));

    assertThat(text(found("/latest/notes.txt"))).isEqualTo("notes");
    assertThat(read("/latest")).isEqualTo(new Content.Redirect(url("/latest/")));
  }

  @Test
  void theRootMayBeALinkThatIsSwappedWhileServing() throws Exception {
    var other = Files.createDirectory(folder.resolve("www2"));
    Files.writeString(other.resolve("index.html"), "second release");
    var current = Files.createSymbolicLink(folder.resolve("current"), root);
    var source = DocumentRoot.open(current, DocumentRoot.USUAL_INDEX_FILES, 1_000);
    assertThat(text((Content.Found) source.read(url("/")))).isEqualTo("home");

    Files.delete(current);
    Files.createSymbolicLink(current, other);

    assertThat(text((Content.Found) source.read(url("/")))).isEqualTo("second release");
  }

  @Test
  void refusesToOpenWhatIsNoDirectory() {
    assertThatThrownBy(() -> DocumentRoot.open(root.resolve("none"), List.of(), 1))
        .isInstanceOf(NotDirectoryException.class);
    assertThatThrownBy(() -> DocumentRoot.open(root.resolve("index.html"), List.of(), 1))
        .isInstanceOf(NotDirectoryException.class);
    assertThatThrownBy(() -> DocumentRoot.open(root, List.of(".htaccess"), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Content read(String path) throws IOException {
    return DocumentRoot.open(root, DocumentRoot.USUAL_INDEX_FILES, 1_000).read(url(path));
  }

  private Content.Found found(String path) throws IOException {
    return (Content.Found) read(path);
  }

  private int status(String path) throws IOException {
    return ((Content.Missing) read(path)).status();
  }

  private static String text(Content.Found page) throws IOException {
    return new String(page.body(), StandardCharsets.UTF_8);
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }
}

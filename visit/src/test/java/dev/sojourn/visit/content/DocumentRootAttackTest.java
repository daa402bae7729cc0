package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each test is a way to a file that must not be read.
class DocumentRootAttackTest {
  private static final String SITE = "http://site.example";
  private static final String SECRET = "secret";

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void layOutASiteBesideASecret() throws IOException {
    root = Files.createDirectory(folder.resolve("www"));
    Files.createDirectories(root.resolve("a/b"));
    Files.createDirectory(root.resolve(".git"));
    Files.writeString(root.resolve("index.html"), "home");
    Files.writeString(root.resolve("a/page.html"), "page");
    Files.writeString(root.resolve(".git/config"), SECRET);
    Files.writeString(root.resolve(".htpasswd"), SECRET);
    Files.writeString(folder.resolve("secret.html"), SECRET);
    Files.createDirectory(folder.resolve("www-private"));
    Files.writeString(folder.resolve("www-private/secret.html"), SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../secret.html",
        "/a/../../secret.html",
        "/a/b/../../../secret.html",
        "/%2e%2e/secret.html",
        "/%2E%2e/%2e%2E/secret.html",
        "/.%2e/secret.html",
        "/..;/secret.html",
        "/a/..%2f..%2fsecret.html",
        "/..%2fsecret.html",
        "/%2e%2e%2fsecret.html",
        "/..%5csecret.html",
        "/a/%5c..%5c..%5csecret.html",
        "/%252e%252e/secret.html",
        "/%252e%252e%252fsecret.html",
        "/%c0%ae%c0%ae/secret.html",
        "/%c0%ae%c0%ae%c0%afsecret.html",
        "/%e0%80%ae%e0%80%ae/secret.html",
        "/%uff0e%uff0e/secret.html",
        "/../www-private/secret.html",
        "/%2e%2e/www-private/secret.html",
        "//../secret.html",
        "/./../secret.html",
        "/a//../../../secret.html"
      })
  void dotDotInAnySpellingLeadsNowhere(String path) throws Exception {
    assertNothing(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/.git/config",
        "/.htpasswd",
        "/%2egit/config",
        "/%2Ehtpasswd",
        "/a/../.htpasswd",
        "/a/..%2f.htpasswd",
        "/./.htpasswd",
        "/.git",
        "/.git/"
      })
  void dotFilesAreNotServedUnderAnySpelling(String path) throws Exception {
    assertNothing(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a/page.html%00",
        "/a/page.html%00.txt",
        "/a%00/page.html",
        "/a/page.html%0a",
        "/a/page.html%7f"
      })
  void aNulOrControlCharacterDoesNotCutTheName(String path) throws Exception {
    assertNothing(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"//a/page.html", "/a//page.html", "/a/page.html//", "///"})
  void aDoubledSlashDoesNotReachAPageBehindItsDisallowLine(String path) throws Exception {
    assertNothing(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a%2fpage.html", "/a%2Fpage.html", "/a%5cpage.html"})
  void anEncodedSeparatorIsNoSeparator(String path) throws Exception {
    assertNothing(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%ff.html", "/a/%c3", "/%ed%a0%80.html", "/%", "/%4", "/%zz"})
  void octetsThatAreNoUtf8NameNothing(String path) throws Exception {
    assertNothing(path);
  }

  @Test
  void aPathOfManyOrLongNamesIsRefusedBeforeTheFileSystemIsAsked() throws Exception {
    assertNothing("/" + "x".repeat(256));
    assertNothing("/a".repeat(3_000));
  }

  @Test
  void aLinkToAFileOutsideIsNotFollowed() throws Exception {
    Files.createSymbolicLink(root.resolve("out.html"), folder.resolve("secret.html"));
    Files.createSymbolicLink(root.resolve("relative.html"), Path.of("../secret.html"));

    assertNothing("/out.html");
    assertNothing("/relative.html");
  }

  @Test
  void aLinkToADirectoryOutsideIsNotFollowed() throws Exception {
    Files.createSymbolicLink(root.resolve("up"), folder);
    Files.createSymbolicLink(root.resolve("all"), Path.of("/"));

    assertNothing("/up/secret.html");
    assertNothing("/up/");
    assertNothing("/up");
    assertNothing("/all/etc/passwd");
    Files.delete(root.resolve("all"));
  }

  @Test
  void aDirectoryBesideTheRootWhoseNameBeginsAlikeIsOutside() throws Exception {
    Files.createSymbolicLink(root.resolve("sibling"), folder.resolve("www-private"));

    assertNothing("/sibling/secret.html");
  }

  @Test
  void aLinkToALinkThatLeadsOutIsNotFollowed() throws Exception {
    Files.createSymbolicLink(root.resolve("a/two.html"), folder.resolve("secret.html"));
    Files.createSymbolicLink(root.resolve("one.html"), Path.of("a/two.html"));

    assertNothing("/one.html");
  }

  @Test
  void aLinkInsideTheRootToADotFileIsNotFollowed() throws Exception {
    Files.createSymbolicLink(root.resolve("config.html"), Path.of(".git/config"));
    Files.createSymbolicLink(root.resolve("git"), Path.of(".git"));

    assertNothing("/config.html");
    assertNothing("/git/config");
  }

  @Test
  void anIndexFileThatIsALinkOutsideIsNotFollowed() throws Exception {
    Files.createSymbolicLink(root.resolve("a/index.html"), folder.resolve("secret.html"));

    assertNothing("/a/");
  }

  @Test
  void aLinkToItselfGivesNoPage() throws Exception {
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));

    assertThat(body("/loop")).isEmpty();
    assertThat(body("/loop/page.html")).isEmpty();
  }

  @Test
  void aPipeIsNotReadAndDoesNotHoldTheVisit() throws Exception {
    var pipe = root.resolve("pipe.html");
    var made = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    assertThat(made).isZero();

    assertNothing("/pipe.html");
  }

  /// One thread swaps a directory for a link to the outside and back, as fast as it can, while the
  /// other reads a file of that name that lies in both.
  @Test
  void aLinkSwappedInWhileReadingLeadsNowhere() throws Exception {
    var inside = Files.createDirectory(root.resolve("swap"));
    Files.writeString(inside.resolve("secret.html"), "harmless");
    var aside = root.resolve("aside");
    var link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("www-private"));
    var stop = new AtomicBoolean();
    var swapper =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    while (!stop.get()) {
                      Files.move(inside, aside);
                      Files.move(link, inside);
                      Files.move(inside, link, StandardCopyOption.REPLACE_EXISTING);
                      Files.move(aside, inside);
                    }
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
    int harmless = 0;
    try {
      for (int i = 0; i < 3_000; i++) {
        var body = body("/swap/secret.html");
        assertThat(body.orElse("harmless")).isEqualTo("harmless");
        harmless += body.isPresent() ? 1 : 0;
      }
    } finally {
      stop.set(true);
      swapper.join();
    }
    assertThat(harmless).as("reads that found the directory in place").isPositive();
  }

  @Test
  void aRootThatIsSwappedForTheDaemonsDataServesNothing() throws IOException {
    var data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("host.key"), SECRET);
    Files.writeString(data.resolve("index.html"), SECRET);
    var current = Files.createSymbolicLink(folder.resolve("current"), root);
    var own = new PrivatePaths(List.of(data.resolve("host.key"), data));
    var source =
        DocumentRoot.open(current, DocumentRoot.USUAL_INDEX_FILES, 1_000, FileRules.NONE, own);
    var home = PageUrl.parse(SITE + "/").orElseThrow();
    assertThat(source.read(home)).isInstanceOf(Content.Found.class);

    for (var other : List.of(data, folder)) {
      Files.delete(current);
      Files.createSymbolicLink(current, other);
      assertThatThrownBy(() -> source.read(home)).hasMessageContaining("the daemon's own");
    }

    Files.delete(current);
    Files.createSymbolicLink(current, root);
    assertThat(source.read(home)).isInstanceOf(Content.Found.class);
  }

  private void assertNothing(String path) throws IOException {
    assertThat(body(path)).isEmpty();
    assertThat(PageUrl.parse(SITE + path).map(this::isRedirect)).isNotEqualTo(Optional.of(true));
  }

  private boolean isRedirect(PageUrl url) {
    try {
      return source().read(url) instanceof Content.Redirect;
    } catch (IOException _) {
      return false;
    }
  }

  private Optional<String> body(String path) {
    var url = PageUrl.parse(SITE + path);
    if (url.isEmpty()) {
      return Optional.empty();
    }
    try {
      return source().read(url.get()) instanceof Content.Found found
          ? Optional.of(new String(found.body(), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private DocumentRoot source() throws IOException {
    return DocumentRoot.open(root, DocumentRoot.USUAL_INDEX_FILES, 1_000);
  }
}

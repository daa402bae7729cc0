package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileRulesTest {
  @TempDir Path root;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index.php",
        "a/b/Config.PHP",
        "page.html~",
        "site.bak",
        "backup/dump.sql",
        "tls/server.key",
        ".htaccess",
        "web.config",
        "pages.old/page.html",
        "tls.key/page.html",
        "java.sql/dump.sql"
      })
  void leavesOutWhatAWebServerWouldNotGiveAsItLies(String path) {
    assertThat(isLeftOut(FileRules.of(List.of(), List.of()), path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index.html",
        "a/php/page.html",
        "keys.html",
        "page.php.html",
        "sql",
        "java.sql/a/package.html"
      })
  void givesOrdinaryPages(String path) {
    assertThat(isLeftOut(FileRules.of(List.of(), List.of()), path)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "drafts, drafts/a.html, true",
    "drafts, a/drafts/b/c.html, true",
    "drafts, a/drafts.html, false",
    "/drafts, a/drafts/b.html, false",
    "/drafts/, drafts/b.html, true",
    "a/*.csv, a/x.csv, true",
    "a/*.csv, a/b/x.csv, false",
    "a/*.csv, b/a/x.csv, false",
    "a/**/*.csv, a/x.csv, true",
    "a/**/*.csv, a/b/c/x.csv, true",
    "page?.html, page1.html, true",
    "page?.html, page12.html, false",
    "*, anything, true",
    "*report*2024*, the-report-of-2024.pdf, true",
    "\u00c4*, \u00e4pfel.html, true"
  })
  void aPatternIsAboutNamesOrPaths(String pattern, String path, boolean isLeftOut) {
    assertThat(isLeftOut(FileRules.of(List.of(pattern), List.of()), path)).isEqualTo(isLeftOut);
  }

  @Test
  void whatIsIncludedIsGivenAllTheSame() {
    var rules = FileRules.of(List.of("*"), List.of("/docs", "*.sql"));

    assertThat(isLeftOut(rules, "docs/a/b.html")).isFalse();
    assertThat(isLeftOut(rules, "dump.sql")).isFalse();
    assertThat(isLeftOut(rules, "index.html")).isTrue();
  }

  @Test
  void aDirectoryThatIsNamedLikeADumpIsGivenAndADumpInItIsNot() throws IOException {
    Files.createDirectories(root.resolve("java.sql/pages.old"));
    Files.writeString(root.resolve("java.sql/index.php"), "secret");
    Files.writeString(root.resolve("java.sql/package.html"), "page");
    Files.writeString(root.resolve("java.sql/dump.sql"), "secret");
    Files.writeString(root.resolve("java.sql/pages.old/page.html"), "secret");
    Files.createSymbolicLink(root.resolve("pages.sql"), root.resolve("java.sql/package.html"));
    Files.createSymbolicLink(root.resolve("page.html"), root.resolve("java.sql/dump.sql"));

    assertThat(status("/java.sql", List.of())).isEqualTo(302);
    assertThat(status("/java.sql/package.html", List.of())).isEqualTo(200);
    for (var path :
        List.of(
            "/java.sql/",
            "/java.sql/dump.sql",
            "/java.sql/dump.sql/",
            "/java.sql/pages.old/page.html",
            "/pages.sql",
            "/page.html")) {
      assertThat(status(path, List.of())).as(path).isIn(403, 404);
    }
    assertThat(status("/java.sql/package.html", List.of(), List.of("*.sql"))).isEqualTo(403);
  }

  @Test
  void aPatternOfManyStarsTakesNoLongTime() {
    var rules =
        FileRules.of(List.of("*a".repeat(400) + "b", "**/*a/".repeat(100) + "b"), List.of());
    var path = "a/".repeat(1_000) + "a".repeat(255);

    assertTimeout(Duration.ofSeconds(20), () -> isLeftOut(rules, path));
  }

  @Test
  void aLinkOrAnIndexFileIsNoWayToWhatIsLeftOut() throws IOException {
    Files.writeString(root.resolve("config.php"), "secret");
    Files.createSymbolicLink(root.resolve("page.html"), root.resolve("config.php"));
    Files.createDirectory(root.resolve("dir"));
    Files.writeString(root.resolve("dir/index.php"), "secret");
    Files.createSymbolicLink(root.resolve("link.php"), root.resolve("plain.html"));
    Files.writeString(root.resolve("plain.html"), "plain");

    for (var path : List.of("/config.php", "/CONFIG%2Ephp", "/page.html", "/dir/", "/link.php")) {
      assertThat(status(path, List.of())).as(path).isIn(403, 404);
    }
    assertThat(status("/plain.html", List.of())).isEqualTo(200);
    assertThat(status("/config.php", List.of("*.php"))).isEqualTo(200);
  }

  @Test
  void theRulesForRobotsAreReadWhateverIsLeftOut() throws IOException {
    Files.writeString(root.resolve("robots.txt"), "User-agent: *\nDisallow: /");
    Files.writeString(root.resolve("page.html"), "page");
    var source = source(FileRules.of(List.of("*", "robots.txt"), List.of()));

    assertThat(source.read(url("/robots.txt"))).isInstanceOf(Content.Found.class);
    assertThat(source.read(url("/page.html"))).isInstanceOf(Content.Missing.class);
  }

  private int status(String path, List<String> include) throws IOException {
    return status(path, include, List.of());
  }

  private int status(String path, List<String> include, List<String> exclude) throws IOException {
    return switch (source(FileRules.of(exclude, include)).read(url(path))) {
      case Content.Found found -> found.status();
      case Content.Missing missing -> missing.status();
      case Content.NotModified _ -> 304;
      case Content.Redirect _ -> 302;
    };
  }

  private DocumentRoot source(FileRules rules) throws IOException {
    return DocumentRoot.open(root, List.of("index.php"), 1_000, rules, PrivatePaths.NONE);
  }

  private static PageUrl url(String path) {
    return PageUrl.parse("http://site.example" + path).orElseThrow();
  }

  private static boolean isLeftOut(FileRules rules, String path) {
    return rules.isLeftOut(List.of(path.split("/")), false);
  }
}

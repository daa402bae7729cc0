package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanUrlsTest {
  private static final String SITE = "http://site.example";

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void layOutTheSite() throws IOException {
    root = Files.createDirectory(folder.resolve("www"));
    Files.writeString(folder.resolve("outside.html"), "secret");
    Files.createDirectories(root.resolve("guide"));
    Files.createDirectories(root.resolve("both"));
    Files.writeString(root.resolve("index.html"), "home");
    Files.writeString(root.resolve("page.html"), "page");
    Files.writeString(root.resolve("page.html.gz"), "compressed");
    Files.writeString(root.resolve("only.html.gz"), "compressed");
    Files.writeString(root.resolve("plain"), "plain");
    Files.writeString(root.resolve("plain.html"), "plain with suffix");
    Files.writeString(root.resolve("guide/index.html"), "guide");
    Files.writeString(root.resolve("both/index.html"), "directory");
    Files.writeString(root.resolve("both.html"), "file");
    Files.writeString(root.resolve("closed.html"), "closed");
    Files.createSymbolicLink(root.resolve("out.html"), Path.of("../outside.html"));
  }

  @Test
  void aPathWithoutAFileIsThatOfThePageOfItsName() throws Exception {
    assertThat(read("/page")).isEqualTo("page");
    assertThat(read("/page.html")).isEqualTo("page");
    assertThat(read("/plain")).isEqualTo("plain");
    assertThat(read("/")).isEqualTo("home");
  }

  @Test
  void aPageGoesBeforeADirectoryOfItsName() throws Exception {
    assertThat(read("/both")).isEqualTo("file");
    assertThat(read("/both/")).isEqualTo("directory");
    assertThat(read("/guide")).isEqualTo("-> /guide/");
  }

  @Test
  void withoutTheKeyAPathIsAFileName() throws Exception {
    var plain = DocumentRoot.open(root, List.of("index.html"), 100);

    assertThat(plain.read(url("/page"))).isInstanceOf(Content.Missing.class);
  }

  @Test
  void aCompressedSiblingIsNeitherThePageNorAFileOfItsName() throws Exception {
    assertThat(read("/only")).isEqualTo("404");
    assertThat(read("/only.html")).isEqualTo("404");
    assertThat(read("/page.html.gz")).isEqualTo("compressed");
  }

  @Test
  void anExclusionHoldsUnderBothNames() throws Exception {
    assertThat(read("/closed", "/closed")).isEqualTo("403");
    assertThat(read("/closed", "/closed.html")).isEqualTo("403");
    assertThat(read("/closed", "*.html")).isEqualTo("403");
  }

  @Test
  void aCleanUrlReachesNoLinkToTheOutsideNorALongerNameThanFilesHave() throws Exception {
    assertThat(read("/out")).isEqualTo("404");
    assertThat(read("/" + "x".repeat(252))).isEqualTo("404");
    assertThat(read("/page/")).isEqualTo("404");
    assertThat(read("/page.html/")).isEqualTo("404");
    assertThat(read("/page/more")).isEqualTo("404");
  }

  private String read(String path, String... excluded) throws IOException {
    var rules = FileRules.of(List.of(excluded), List.of());
    var source =
        DocumentRoot.open(root, List.of("index.html"), 100, rules, PrivatePaths.NONE)
            .withCleanUrls();
    return switch (source.read(url(path))) {
      case Content.Found found -> new String(found.body(), StandardCharsets.UTF_8);
      case Content.Missing missing -> Integer.toString(missing.status());
      case Content.NotModified _ -> "304";
      case Content.Redirect redirect -> "-> " + redirect.to().path();
    };
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }
}

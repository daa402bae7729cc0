package dev.sojourn.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sojourn.base.cli.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoSiteTest {
  @TempDir private Path temp;
  private Path jars;
  private Path root;

  @BeforeEach
  void writeJars() throws IOException {
    jars = Files.createDirectory(temp.resolve("jars"));
    root = temp.resolve("site");
    for (var folder : DemoSite.FOLDERS) {
      jar(folder, Map.of("index.html", "start of " + folder, "a/b.html", "page"));
    }
  }

  @Test
  void unpacksTheSitesUnderOneRootWithAStartPage() throws IOException {
    assertThat(DemoSite.prepare(jars, root)).isEqualTo(7);

    for (var folder : DemoSite.FOLDERS) {
      assertThat(root.resolve(folder).resolve("index.html")).hasContent("start of " + folder);
      assertThat(root.resolve(folder).resolve("a/b.html")).exists();
      assertThat(root.resolve("index.html")).content().contains("href=\"/" + folder + "/\"");
    }
  }

  @Test
  void plantedLinksBelowTheSiteAreReplacedAndNotFollowed() throws IOException {
    var outside = Files.createDirectory(temp.resolve("outside"));
    var precious = Files.writeString(outside.resolve("precious"), "kept");
    DemoSite.prepare(jars, root);
    DemoDirectory.delete(root.resolve("jsoup"));
    Files.createSymbolicLink(root.resolve("jsoup"), outside);
    for (var name : List.of("robots.txt", ".robots.txt.new", ".index.html.new")) {
      Files.createSymbolicLink(root.resolve(name), precious);
    }

    assertThat(DemoSite.prepare(jars, root)).isEqualTo(7);
    DemoSite.writeRobots(root, "atp://127.0.0.1:1", "atp://127.0.0.1:2");

    assertThat(precious).hasContent("kept");
    assertThat(outside).isDirectoryContaining(precious::equals);
    assertThat(root.resolve("jsoup/index.html")).hasContent("start of jsoup");
    assertThat(Files.isSymbolicLink(root.resolve("robots.txt"))).isFalse();
  }

  @Test
  void doesNotUnpackASecondTime() throws IOException {
    DemoSite.prepare(jars, root);
    var page = root.resolve("jsoup/index.html");
    Files.writeString(page, "changed");

    DemoSite.prepare(jars, root);

    assertThat(page).hasContent("changed");
  }

  @Test
  void unpacksAgainWhenTheJarIsAnother() throws IOException {
    DemoSite.prepare(jars, root);
    jar("jsoup", Map.of("new.html", "a page that was not there before"));

    DemoSite.prepare(jars, root);

    assertThat(root.resolve("jsoup/new.html")).exists();
    assertThat(root.resolve("jsoup/index.html")).doesNotExist();
  }

  @Test
  void beginsAgainWhenItWasCutOff() throws IOException {
    Files.createDirectories(root.resolve("jsoup"));
    Files.writeString(root.resolve("jsoup/half.html"), "ha");

    DemoSite.prepare(jars, root);

    assertThat(root.resolve("jsoup/half.html")).doesNotExist();
    assertThat(root.resolve("jsoup/index.html")).exists();
  }

  @Test
  void refusesAJarWithAPathThatLeadsOut() throws IOException {
    jar("jsoup", Map.of("../../evil.html", "x"));

    assertThatIOException()
        .isThrownBy(() -> DemoSite.prepare(jars, root))
        .withMessageContaining("../../evil.html");
    assertThat(temp.resolve("evil.html")).doesNotExist();
  }

  @Test
  void saysSoWhenAJarIsMissing() throws IOException {
    Files.delete(jars.resolve("jsoup.jar"));

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> DemoSite.prepare(jars, root))
        .withMessageContaining("jsoup.jar");
  }

  @Test
  void robotsTxtNamesTheHostOfEachPart() throws IOException {
    Files.createDirectories(root);
    DemoSite.writeRobots(root, "atp://127.0.0.1:7001", "atp://127.0.0.1:7002");

    assertThat(root.resolve("robots.txt"))
        .content()
        .containsSubsequence(
            "Mobile-agent-server: / atp://127.0.0.1:7001\n",
            "Mobile-agent-server: /lucene-core/org/apache/lucene/search/ atp://127.0.0.1:7002\n",
            "Mobile-agent-server: /junit-jupiter-api/ none\n");
  }

  private void jar(String folder, Map<String, String> entries) throws IOException {
    try (var zip = new ZipOutputStream(Files.newOutputStream(jars.resolve(folder + ".jar")))) {
      for (var entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}

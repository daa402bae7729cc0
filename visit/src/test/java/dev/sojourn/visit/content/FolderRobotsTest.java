package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRobotsTest {
  private static final String SITE = "http://site.example";

  @TempDir Path root;
  private FolderRobots robots;

  @BeforeEach
  void open() throws IOException {
    robots = new FolderRobots(SITE, root, DocumentRoot.open(root, List.of(), 1_000));
  }

  @Test
  void noFileMeansNoRules() {
    assertThat(allows("/private/")).isTrue();
  }

  @Test
  void theFilesRulesHold() throws IOException {
    write("User-agent: *\nDisallow: /private/\n");

    assertThat(allows("/private/")).isFalse();
    assertThat(allows("/public/")).isTrue();
    assertThat(allows("/robots.txt")).isTrue();
  }

  @Test
  void aFileThatComesChangesAndGoesIsNoticed() throws IOException {
    assertThat(allows("/a")).isTrue();
    write("User-agent: *\nDisallow: /a\n");
    assertThat(allows("/a")).isFalse();
    write("User-agent: *\nDisallow: /b\n");
    Files.setLastModifiedTime(
        root.resolve("robots.txt"), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    assertThat(allows("/a")).isTrue();
    Files.delete(root.resolve("robots.txt"));
    assertThat(allows("/b")).isTrue();
  }

  @Test
  void aMisspeltLineIsReadAsCrawlsReadIt() throws IOException {
    write("User-agent: *\nDisalow: /private/\n");

    assertThat(allows("/private/")).isFalse();
  }

  /// As Notepad saves it.
  @Test
  void aFileInUtf16IsObeyed() throws IOException {
    for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      Files.write(
          root.resolve("robots.txt"),
          "\ufeffUser-agent: *\r\nDisallow: /private/\r\n".getBytes(charset));
      assertThat(allows("/private/")).as("%s", charset).isFalse();
      assertThat(allows("/public/")).as("%s", charset).isTrue();
      Files.delete(root.resolve("robots.txt"));
      assertThat(allows("/private/")).isTrue();
    }
  }

  @Test
  void rulesThatHaveNotChangedAreNotReadAgain() throws IOException {
    write("User-agent: *\nDisallow: /a\n");

    assertThat(robots.get()).isSameAs(robots.get());
  }

  @Test
  void aFileThatCannotBeReadAllowsNothing() throws IOException {
    Files.createDirectory(root.resolve("robots.txt"));

    assertThat(allows("/")).isFalse();
    assertThat(robots.get().route("/")).isEqualTo(new Route.Indeterminate());
  }

  @Test
  void ofAFolderThatIsAwayNothingIsAllowed() throws IOException {
    var site = Files.createDirectory(root.resolve("www"));
    Files.writeString(site.resolve("robots.txt"), "User-agent: *\nDisallow: /private/\n");
    var rules = new FolderRobots(SITE, site, DocumentRoot.open(site, List.of(), 1_000));
    assertThat(rules.get().access("ExampleBot", SITE + "/a").allowed()).isTrue();

    Files.move(site, root.resolve("away"));

    assertThat(rules.get().access("ExampleBot", SITE + "/a").allowed()).isFalse();
    assertThat(rules.get().route("/a")).isEqualTo(new Route.Indeterminate());
  }

  @Test
  void aFileTooLargeToBeReadAllowsNothing() throws IOException {
    write("#".repeat(1_001));

    assertThat(allows("/")).isFalse();
  }

  private boolean allows(String path) {
    return robots.get().access("ExampleBot", SITE + path).allowed();
  }

  private void write(String rules) throws IOException {
    Files.writeString(root.resolve("robots.txt"), rules);
  }
}

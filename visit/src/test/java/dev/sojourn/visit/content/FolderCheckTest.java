package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders of sites that are away for a while.
class FolderCheckTest {
  private static final String SITE = "http://site.example";

  @TempDir private Path temporary;
  private Path root;

  @BeforeEach
  void makeAPlace() {
    root = temporary.resolve("www");
  }

  private DocumentRoot folder(boolean hasHadPages) {
    return DocumentRoot.of(
        root,
        DocumentRoot.USUAL_INDEX_FILES,
        1_000,
        FileRules.NONE,
        PrivatePaths.NONE,
        new FolderCheck(hasHadPages));
  }

  @Test
  void aFolderThatComesLaterIsServedFromThenOn() throws IOException {
    var folder = folder(false);
    assertThat(folder.absence().orElseThrow()).contains("not there");
    assertThatThrownBy(() -> read(folder, "/a.html")).isInstanceOf(FileSystemException.class);

    write("a.html");
    assertThat(folder.absence()).isEmpty();
    assertThat(read(folder, "/a.html")).isInstanceOf(Content.Found.class);
    assertThat(read(folder, "/none.html")).isInstanceOf(Content.Missing.class);
  }

  @Test
  void aFolderWithPagesThatIsEmptyNowIsAwayAndItsPagesAreNotGone() throws IOException {
    var folder = folder(false);
    write("a.html");
    assertThat(folder.index().list(List.of()).orElseThrow().files()).hasSize(1);
    Files.delete(root.resolve("a.html"));
    Files.createDirectory(root.resolve(".snapshot"));

    assertThat(folder.absence().orElseThrow()).contains("empty and had pages before");
    assertThatThrownBy(() -> read(folder, "/a.html")).hasMessageContaining("empty");
    assertThatThrownBy(() -> folder.index().list(List.of())).hasMessageContaining("empty");
    assertThatThrownBy(() -> folder.index().list(List.of("below"))).hasMessageContaining("empty");

    write("robots.txt");
    assertThat(folder.absence()).isEmpty();
    assertThat(read(folder, "/a.html")).isInstanceOf(Content.Missing.class);
  }

  @Test
  void anEmptyMountPointIsAwayAlsoAfterARestart() throws IOException {
    Files.createDirectory(root);
    assertThat(folder(true).absence()).isPresent();
    assertThat(folder(false).absence()).isEmpty();
    assertThat(read(folder(false), "/a.html")).isInstanceOf(Content.Missing.class);
  }

  @Test
  void whatLiesBelowAMountThatIsGoneIsNotTheSite() throws Exception {
    write("robots.txt");
    write("old.html");
    var folder = folder(false);
    assertThat(read(folder, "/old.html")).isInstanceOf(Content.Found.class);

    var mounted = SmallDisk.mount(root, "1m");
    assumeTrue(mounted.isPresent(), "mounting needs privileges");
    try (var _ = mounted.get()) {
      assertThat(folder.absence().orElseThrow()).contains("empty");
      write("a.html");
      assertThat(read(folder, "/a.html")).isInstanceOf(Content.Found.class);
    }
    assertThat(folder.absence().orElseThrow()).contains("nothing is mounted at " + root);
    assertThatThrownBy(() -> read(folder, "/old.html")).isInstanceOf(FileSystemException.class);

    try (var _ = SmallDisk.mount(root, "1m").orElseThrow()) {
      write("a.html");
      assertThat(read(folder, "/a.html")).isInstanceOf(Content.Found.class);
    }
    // A reload opens the folder anew, and takes what is there.
    assertThat(read(folder(true), "/old.html")).isInstanceOf(Content.Found.class);
  }

  private void write(String name) throws IOException {
    Files.createDirectories(root);
    Files.writeString(root.resolve(name), "x");
  }

  private static Content read(DocumentRoot folder, String path) throws IOException {
    return folder.read(PageUrl.parse(SITE + path).orElseThrow());
  }
}

package dev.sojourn.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoDirectoryTest {
  @TempDir private Path temp;

  @Test
  void makesTheFolderWhereThereIsNone() throws IOException {
    try (var demo = DemoDirectory.open(temp.resolve("a/b"))) {
      assertThat(demo.report()).isEqualTo(temp.resolve("a/b/report.html"));
      assertThat(temp.resolve("a/b")).isDirectory();
    }
  }

  @Test
  void leavesAForeignFolderAlone() throws IOException {
    Files.writeString(temp.resolve("report.html"), "somebody's");

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> DemoDirectory.open(temp))
        .withMessageContaining(temp.toString())
        .withMessageContaining("--out")
        .satisfies(e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE));
    assertThat(temp.resolve("report.html")).hasContent("somebody's");
  }

  @Test
  void replacesOnlyWhatADemoMade() throws IOException {
    try (var demo = DemoDirectory.open(temp)) {
      Files.createDirectories(demo.host("one").resolve("data"));
      Files.createDirectories(demo.crawl());
      Files.createDirectories(demo.site());
      Files.writeString(demo.host("one").resolve("data/x"), "old");
      Files.writeString(demo.site().resolve("page.html"), "kept");
      Files.writeString(demo.report(), "old");
      Files.writeString(demo.accessLog(), "old");
    }
    Files.writeString(temp.resolve("notes.txt"), "mine");

    try (var demo = DemoDirectory.open(temp)) {
      assertThat(demo.host("one")).doesNotExist();
      assertThat(demo.crawl()).doesNotExist();
      assertThat(demo.report()).doesNotExist();
      assertThat(demo.accessLog()).doesNotExist();
      assertThat(demo.site().resolve("page.html")).hasContent("kept");
    }
    assertThat(temp.resolve("notes.txt")).hasContent("mine");
  }

  @Test
  void aLinkThatLeadsOutIsRemovedAndNotFollowed() throws IOException {
    var outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("precious"), "kept");
    var out = temp.resolve("demo");
    DemoDirectory.open(out).close();
    Files.createSymbolicLink(out.resolve("crawl"), outside);

    DemoDirectory.open(out).close();

    assertThat(out.resolve("crawl")).doesNotExist();
    assertThat(outside.resolve("precious")).hasContent("kept");
  }

  @Test
  void aPlantedSiteLinkIsRefusedAndNotFollowed() throws IOException {
    var outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("index.html"), "somebody's");
    var out = temp.resolve("demo");
    DemoDirectory.open(out).close();
    Files.createSymbolicLink(out.resolve("site"), outside);

    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatExceptionOfType(CommandException.class)
          .isThrownBy(() -> DemoDirectory.open(out))
          .withMessageContaining(out.resolve("site") + " is a symbolic link")
          .withMessageContaining("--out");
    }
    assertThat(outside.resolve("index.html")).hasContent("somebody's");
  }

  @Test
  void aFolderThatIsItselfAPlantedLinkIsRefused() throws IOException {
    var outside = Files.createDirectory(temp.resolve("outside"));
    var out = Files.createSymbolicLink(temp.resolve("demo"), outside);

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> DemoDirectory.open(out))
        .withMessageContaining(out + " is a symbolic link");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void aPlantedMarkerLinkMakesNoFileElsewhere() throws IOException {
    var out = Files.createDirectory(temp.resolve("demo"));
    Files.createSymbolicLink(out.resolve(".sojourn-demo"), temp.resolve("made"));

    assertThatExceptionOfType(CommandException.class).isThrownBy(() -> DemoDirectory.open(out));
    assertThat(temp.resolve("made")).doesNotExist();
  }

  @Test
  void twoDemosNeverWorkInOneFolder() throws IOException {
    try (var _ = DemoDirectory.open(temp)) {
      assertThatExceptionOfType(CommandException.class)
          .isThrownBy(() -> DemoDirectory.open(temp))
          .withMessageContaining("Another demo");
    }
  }

  @Test
  void saysSoWhenItCannotWrite() throws IOException {
    var file = Files.writeString(temp.resolve("file"), "");

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> DemoDirectory.open(file.resolve("demo")))
        .withMessageContaining(file.toString())
        .withMessageContaining("--out");
  }
}

package dev.sojourn.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtomicFileTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void replacesTheContentForItsOwnerAlone() throws IOException {
    var file = folder.resolve("file");
    Files.writeString(file, "a longer content than the next");

    AtomicFile.replace(file, out -> out.write("new".getBytes(StandardCharsets.UTF_8)));

    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void aPublicFileIsReadByOthersToo() throws IOException {
    var file = folder.resolve("file");

    AtomicFile.replacePublic(file, out -> out.write('x'));

    assertThat(file).hasContent("x");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(byUmask())));
  }

  private Path byUmask() throws IOException {
    var file = folder.resolve("by-umask");
    return Files.createFile(file, OwnerOnly.publicFile(file));
  }

  @Test
  void aFailureLeavesTheOldContentAndNothingBesideIt() throws IOException {
    var file = folder.resolve("file");
    Files.writeString(file, "old");

    assertThatThrownBy(
            () ->
                AtomicFile.replace(
                    file,
                    out -> {
                      out.write('x');
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");

    assertThat(file).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void aLinkThatLiesInWaitIsNotFollowed() throws IOException {
    var target = folder.resolve("target");
    Files.writeString(target, "of somebody else");
    Files.createSymbolicLink(folder.resolve("file.new"), target);

    AtomicFile.replace(folder.resolve("file"), out -> out.write('x'));

    assertThat(target).hasContent("of somebody else");
    assertThat(folder.resolve("file")).hasContent("x");
  }
}

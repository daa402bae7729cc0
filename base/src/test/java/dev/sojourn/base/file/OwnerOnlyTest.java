package dev.sojourn.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void whatIsMadeIsForItsOwnerAlone() throws IOException {
    var file = folder.resolve("file");
    OwnerOnly.createFile(file);
    OwnerOnly.createDirectories(folder.resolve("a/b"));

    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(permissions(folder.resolve("a"))).isEqualTo("rwx------");
    assertThat(permissions(folder.resolve("a/b"))).isEqualTo("rwx------");
    assertThat(permissions(OwnerOnly.createDirectory(folder.resolve("c")))).isEqualTo("rwx------");
    var known = folder.resolve("known");
    assertThat(permissions(Files.createFile(known, OwnerOnly.publicFile(known))))
        .isEqualTo("rw-r--r--");
  }

  @Test
  void whatIsThereIsLeftAsItIs() throws IOException {
    var file = open("file");
    OwnerOnly.createFile(file);

    assertThat(permissions(file)).isEqualTo("rw-r--r--");
    assertThatThrownBy(() -> OwnerOnly.createDirectory(file))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void aFileThatOthersMayReadIsRefusedWithTheWayOut() throws IOException {
    var file = open("file");

    assertThatThrownBy(() -> OwnerOnly.require(file))
        .hasMessage(
            file + " may be read or written by others; make it private with: chmod 600 " + file);
    OwnerOnly.makeReadOnly(file);
    OwnerOnly.require(file);
    assertThat(permissions(file)).isEqualTo("r--------");
    OwnerOnly.require(folder.resolve("none"));
  }

  private Path open(String name) throws IOException {
    var file = Files.createFile(folder.resolve(name));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}

package dev.sojourn.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The files that are let through. Opening a pipe would block the test for ever.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RegularFileTest {
  @TempDir private Path folder;

  @Test
  void aFileIsReadToItsEndAndNoFurtherThanAllowed() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "grün");

    assertThat(RegularFile.readText(file, 5)).isEqualTo("grün");
    assertThat(RegularFile.read(file, 5)).hasSize(5);
    assertThatThrownBy(() -> RegularFile.read(file, 4))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(file + ": it has more than 4 bytes");
  }

  @Test
  void whatIsNotTextIsReported() throws IOException {
    var file = Files.write(folder.resolve("file"), new byte[] {(byte) 0xff});

    assertThatThrownBy(() -> RegularFile.readText(file, 5))
        .isInstanceOf(CharacterCodingException.class);
  }

  @Test
  void aNamedPipeIsNotOpened() throws IOException, InterruptedException {
    var pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    var link = Files.createSymbolicLink(folder.resolve("link"), pipe);

    refused(pipe, "it is a named pipe, not a regular file");
    refused(link, "it is a named pipe, not a regular file");
  }

  @Test
  void neitherIsADirectoryNorADevice() {
    refused(folder, "it is a directory, not a regular file");
    refused(Path.of("/dev/zero"), "it is a device, not a regular file");
  }

  @Test
  void whatIsMissingIsReportedAsMissing() throws IOException {
    var missing = folder.resolve("missing");

    RegularFile.requireIfThere(missing);
    assertThatThrownBy(() -> RegularFile.open(missing)).isInstanceOf(NoSuchFileException.class);
  }

  private static void refused(Path file, String reason) {
    assertThatThrownBy(() -> RegularFile.requireIfThere(file)).hasMessage(file + ": " + reason);
    assertThatThrownBy(() -> RegularFile.open(file)).hasMessage(file + ": " + reason);
    assertThatThrownBy(() -> RegularFile.read(file, 5)).hasMessage(file + ": " + reason);
  }
}

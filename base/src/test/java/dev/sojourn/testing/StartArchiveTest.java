package dev.sojourn.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When an archive is made anew: a JVM says nothing of one that it cannot use, and starts slowly.
class StartArchiveTest {
  @TempDir Path directory;

  private Path first;
  private Path second;
  private int made;

  @BeforeEach
  void jars() throws IOException {
    first = Files.createFile(directory.resolve("first.jar"));
    second = Files.createFile(directory.resolve("second.jar"));
  }

  private int made(Path... jars) {
    StartArchive.of(directory.resolve("archive"), List.of(jars), this::train);
    return made;
  }

  /// A program that writes its archive, and says so.
  private Process train(Path folder, List<String> options) throws IOException {
    made++;
    var archive = options.getLast().substring(options.getLast().indexOf('=') + 1);
    return new ProcessBuilder("sh", "-c", "echo archive > '" + archive + "'; echo ready").start();
  }

  @Test
  void anArchiveServesUntilAJarIsNewer() throws IOException {
    assertThat(made(first, second)).isEqualTo(1);
    assertThat(made(first, second)).isEqualTo(1);
    Files.setLastModifiedTime(second, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(made(first, second)).isEqualTo(2);
  }

  @Test
  void anArchiveOfAnotherClassPathIsMadeAnew() {
    assertThat(made(first)).isEqualTo(1);
    assertThat(made(first, second)).isEqualTo(2);
    assertThat(made(second, first)).isEqualTo(3);
    assertThat(made(second, first)).isEqualTo(3);
  }
}

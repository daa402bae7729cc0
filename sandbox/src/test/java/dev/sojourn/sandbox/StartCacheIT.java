package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The cache with which workers start: that it is made and used, and that nothing breaks where it
/// is damaged, planted or half made.
@EnabledOnOs(OS.LINUX)
class StartCacheIT {
  @TempDir private Path directory;

  @Test
  void isMadeOnceUsedByWorkersAndGivenUpWhenItIsDamaged() throws Exception {
    var place = directory.resolve("cache");
    try (var sandbox = Sandbox.open(settings(place))) {
      sandbox.makeStartCache();
      assertThat(caches(place)).hasSize(1);
      var file = caches(place).getFirst();
      var made = Files.getLastModifiedTime(file);
      sandbox.makeStartCache();
      assertThat(Files.getLastModifiedTime(file)).as("once").isEqualTo(made);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("r--------");
      assertThat(names(place)).containsExactly("lock", String.valueOf(file.getFileName()));

      finishes(sandbox, "signer");
      assertThat(usersOf(file)).as("a worker maps it").isEqualTo(1);

      // As long as it was, so that only its content tells.
      var bytes = Files.readAllBytes(file);
      for (int i = 0; i < 4096; i++) {
        bytes[i] ^= 0x55;
      }
      Files.delete(file);
      Files.write(file, bytes);
      finishes(sandbox, "another");
      assertThat(file).as("of no use").doesNotExist();
      assertThat(usersOf(file)).as("but the first still runs").isEqualTo(1);
    }
  }

  @Test
  void isNotReadFromAPlaceThatOthersCanWrite() throws Exception {
    var place = Files.createDirectory(directory.resolve("cache"));
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (var sandbox = Sandbox.open(settings(place))) {
      sandbox.makeStartCache();
      finishes(sandbox, "signer");
      assertThat(place).isEmptyDirectory();
    }
  }

  private static SandboxSettings settings(Path place) {
    return SandboxSettings.defaults().withBounds(2, 1, 64).withStartCache(place);
  }

  private static void finishes(Sandbox sandbox, String signer) throws InterruptedException {
    var order = Orders.of(signer, AgentSource.visiting(""), Orders.limits());
    assertThat(sandbox.start(order, RecordingDesk.ofNothing()).await())
        .isInstanceOf(VisitEnd.Finished.class);
  }

  /// How many processes below this one have mapped a file.
  private static long usersOf(Path file) {
    return ProcessHandle.current()
        .descendants()
        .filter(
            process -> {
              try {
                var maps = Path.of("/proc/" + process.pid() + "/maps");
                return Files.readString(maps).contains(String.valueOf(file.getFileName()));
              } catch (IOException _) {
                return false;
              }
            })
        .count();
  }

  private static List<Path> caches(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (var files = Files.list(place)) {
      return files.filter(file -> file.toString().endsWith(".aot")).toList();
    }
  }

  private static List<String> names(Path place) throws IOException {
    try (var files = Files.list(place)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }
}

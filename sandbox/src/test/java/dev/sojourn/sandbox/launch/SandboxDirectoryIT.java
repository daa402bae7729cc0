package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The remains of a killed process in a sandbox's directory, and the work of the next process.
@DisabledOnOs(OS.WINDOWS)
class SandboxDirectoryIT {
  @TempDir private Path parent;

  @Test
  void isForItsOwnerOnlyAndGoesWithAllThatIsInIt() throws Exception {
    try (var directory = SandboxDirectory.open(parent)) {
      Files.createFile(directory.path().resolve("packed.jar"));
      var first = directory.newSocket();
      var second = directory.newSocket();
      Files.createFile(first);
      assertThat(List.of(directory.path(), first.getParent(), second.getParent()))
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .isEqualTo("rwx------"));
      Files.createFile(second);
      directory.delete(first);
      directory.delete(first);
      assertThat(first.getParent()).doesNotExist();
      assertThat(second).exists();
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void deletesWhatAKilledProcessLeftAndNotWhatOthersUse() throws Exception {
    var killed = holder();
    var alive = holder();
    try {
      kill(killed);
      assertThat(list()).hasSize(2);
      try (var mine = SandboxDirectory.open(parent)) {
        assertThat(list()).hasSize(2).contains(mine.path());
        try (var other = SandboxDirectory.open(parent)) {
          assertThat(list()).hasSize(3).contains(mine.path(), other.path());
        }
        // That the other one looked at all directories has not cost this one its lock.
        var third = holder();
        assertThat(list()).hasSize(3).contains(mine.path());
        kill(third);
      }
    } finally {
      kill(alive);
    }
    SandboxDirectory.open(parent).close();
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void deletesWhatWasLeftInTheMiddleOfMakingOrDeletingIt() throws Exception {
    Files.createDirectory(parent.resolve("sjw-empty"));
    Files.createFile(Files.createDirectory(parent.resolve("sjw-unlocked")).resolve("lock"));
    Files.createFile(Files.createDirectory(parent.resolve("sjw-foreign")).resolve("text"));
    Files.createSymbolicLink(parent.resolve("sjw-link"), parent.resolve("sjw-foreign"));
    SandboxDirectory.open(parent).close();
    assertThat(list())
        .containsExactlyInAnyOrder(parent.resolve("sjw-foreign"), parent.resolve("sjw-link"));
    assertThat(parent.resolve("sjw-foreign/text")).exists();
  }

  @Test
  void isMadeAgainForItsOwnerOnlyWhenItHasVanished() throws Exception {
    try (var directory = SandboxDirectory.open(parent)) {
      var first = directory.path();
      Files.delete(first.resolve("lock"));
      Files.delete(first);
      var socket = directory.newSocket();
      assertThat(directory.path()).isNotEqualTo(first);
      assertThat(socket).startsWithRaw(directory.path());
      var again = directory.path();
      assertThat(directory.mark()).isEqualTo(OrphanReaper.mark(again));
      assertThat(List.of(directory.path(), socket.getParent()))
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .isEqualTo("rwx------"));
      assertThat(directory.path().resolve("lock")).exists();
      assertThat(directory.newSocket()).startsWithRaw(directory.path());
      assertThat(directory.path()).isEqualTo(again);
    }
    assertThat(parent).isEmptyDirectory();
  }

  /// Another user who may write beside it could make one of the same name, once it has vanished.
  @Test
  void doesNotUseADirectoryThatAnAttackerMadeInItsPlace() throws Exception {
    var bait = Files.createDirectory(parent.resolve("bait"));
    for (boolean isLink : List.of(true, false)) {
      try (var directory = SandboxDirectory.open(parent)) {
        var first = directory.path();
        Files.delete(first.resolve("lock"));
        Files.delete(first);
        if (isLink) {
          Files.createSymbolicLink(first, bait);
        } else {
          var open = PosixFilePermissions.fromString("rwxrwxrwx");
          Files.setPosixFilePermissions(Files.createDirectory(first), open);
        }
        assertThat(directory.newSocket()).doesNotHaveToString(first.resolve("1/s").toString());
        assertThat(directory.path()).isNotEqualTo(first);
        assertThat(bait).isEmptyDirectory();
      }
    }
  }

  /// Together with its reaper, which would delete the directory.
  private static void kill(Process holder) throws InterruptedException {
    holder.children().forEach(ProcessHandle::destroyForcibly);
    holder.destroyForcibly().waitFor();
  }

  private List<Path> list() throws IOException {
    try (var files = Files.list(parent)) {
      return files.toList();
    }
  }

  /// A process that has a directory, until it is killed.
  private Process holder() throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                Holder.class.getName(),
                parent.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("holding");
    return process;
  }

  private static String absolute(String classPath) {
    return String.join(
        File.pathSeparator,
        List.of(classPath.split(File.pathSeparator, -1)).stream()
            .map(element -> Path.of(element).toAbsolutePath().toString())
            .toList());
  }

  static final class Holder {
    public static void main(String[] arguments) throws Exception {
      var directory = SandboxDirectory.open(Path.of(arguments[0]));
      Files.createFile(directory.newSocket());
      System.out.println("holding");
      Thread.currentThread().join();
    }
  }
}

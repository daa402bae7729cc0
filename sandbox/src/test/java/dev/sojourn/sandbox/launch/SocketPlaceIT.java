package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The choice of a directory for sockets.
@EnabledOnOs(OS.LINUX)
final class SocketPlaceIT {
  @TempDir private Path temp;

  @Test
  void aDirectoryOfOnesOwnWithAShortPathIsTakenAndLeftAsItWas() throws IOException {
    var own = Files.createDirectory(temp.resolve("own"));

    assertThat(SocketPlace.choose(own, temp)).isEqualTo(own);
    assertThat(own).isEmptyDirectory();
  }

  @Test
  void aPathThatIsTooLongForASocketIsNot() throws IOException {
    var name = "n".repeat(SocketPlace.MAX_PATH_BYTES);
    var own = Files.createDirectory(temp.resolve(name));

    assertThat(SocketPlace.choose(own, temp)).isEqualTo(temp);
  }

  @Test
  void norIsAPlaceInWhichOthersMayPutASocketOfTheirs() throws IOException {
    var shared = Files.createDirectory(temp.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(SocketPlace.choose(shared, temp)).isEqualTo(temp);
  }

  @Test
  void norIsOneInWhichNoneCanBeMade() {
    assertThat(SocketPlace.choose(Path.of("/proc/self"), temp)).isEqualTo(temp);
  }
}

package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Which directory gets the sockets.
@EnabledOnOs(OS.LINUX)
class RuntimeDirectoryTest {
  @TempDir private Path parent;
  private Path service;
  private Path session;

  @BeforeEach
  void layOut() throws IOException {
    service = directory("service", "rwxr-xr-x");
    session = directory("session", "rwx------");
  }

  private Path directory(String name, String mode) throws IOException {
    var made = Files.createDirectory(parent.resolve(name));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
  }

  private static Optional<Path> found(String service, String session) {
    return RuntimeDirectory.find(Map.of("RUNTIME_DIRECTORY", service, "XDG_RUNTIME_DIR", session));
  }

  @Test
  void theServicesDirectoryGoesBeforeTheSessions() {
    assertThat(found(service.toString(), session.toString())).contains(service);
    assertThat(found("", session.toString())).contains(session);
    assertThat(RuntimeDirectory.find(Map.of())).isEmpty();
  }

  @Test
  void ofSeveralDirectoriesTheFirstThatIsFitIsTaken() {
    assertThat(found(parent.resolve("none") + ":" + service, "")).contains(service);
  }

  @Test
  void aDirectoryThatOthersCanWriteIsNoneForSockets() throws IOException {
    Files.setPosixFilePermissions(service, PosixFilePermissions.fromString("rwxrwx---"));
    assertThat(found(service.toString(), session.toString())).contains(session);
  }

  @Test
  void whatIsNoDirectoryIsPassedOver() throws IOException {
    var file = Files.createFile(parent.resolve("file"));
    assertThat(found("relative", file.toString())).isEmpty();
    assertThat(found("/" + "x".repeat(90), "\0")).isEmpty();
  }
}

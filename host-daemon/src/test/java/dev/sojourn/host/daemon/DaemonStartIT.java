package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The start of the program from its start cache. The virtual machine takes classes out of it even
/// if their jars have changed, so the start script must check the jars.
class DaemonStartIT {
  private static final Path DIST = Path.of("target/dist").toAbsolutePath();

  @TempDir Path temporary;

  @Test
  void classesOfAJarThatHasChangedSinceAreNotTakenOutOfTheCache() throws Exception {
    var _ = DaemonArchive.options();
    var dist = temporary.resolve("a copy");
    var copied = new ProcessBuilder(List.of("cp", "-a", DIST.toString(), dist.toString())).start();
    assertThat(copied.waitFor()).isZero();
    assertThat(isCached(dist)).as("a copy starts from the cache").isTrue();

    var jar = jar(dist);
    var before = Files.getLastModifiedTime(jar);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
    assertThat(isCached(dist)).as("a jar is newer").isFalse();
    Files.write(jar, new byte[1], StandardOpenOption.APPEND);
    Files.setLastModifiedTime(jar, before);
    assertThat(isCached(dist)).as("a jar has another size").isFalse();
  }

  private static Path jar(Path dist) throws Exception {
    try (var jars = Files.newDirectoryStream(dist.resolve("lib"), "sojourn-host-daemon-*.jar")) {
      return jars.iterator().next();
    }
  }

  private static boolean isCached(Path dist) throws Exception {
    var builder =
        new ProcessBuilder(dist.resolve("bin/sojourn-host").toString(), "--version")
            .redirectErrorStream(true);
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SOJOURN_JAVA_OPTIONS", "-Xlog:class+load");
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("dev.sojourn.host.command.HostMain source: ");
    return said.contains("dev.sojourn.host.command.HostMain source: shared objects file");
  }
}

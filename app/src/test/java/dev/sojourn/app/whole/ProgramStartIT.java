package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Starts of the built program from the cache that the build made.
class ProgramStartIT {
  private static final String MAIN = "dev.sojourn.app.Main source: ";

  /// Classes of a jar that was changed must not come from the cache of the jar before it.
  @Test
  void startsFromTheCacheOfTheSameJarsOnly(@TempDir Path directory) throws Exception {
    var dist = directory.resolve("dist");
    var copy = List.of("cp", "-a", "target/dist", dist.toString());
    assertThat(new ProcessBuilder(copy).start().waitFor()).isZero();
    assertThat(isCached(dist)).as("a copy starts from the cache").isTrue();

    try (var jars = Files.newDirectoryStream(dist.resolve("lib"), "sojourn-app-*.jar")) {
      var later = FileTime.fromMillis(System.currentTimeMillis() + 60_000);
      Files.setLastModifiedTime(jars.iterator().next(), later);
    }
    assertThat(isCached(dist)).as("a jar is newer").isFalse();
  }

  private static boolean isCached(Path dist) throws Exception {
    var builder =
        new ProcessBuilder(dist.resolve("bin/sojourn").toString(), "--version")
            .redirectErrorStream(true);
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SOJOURN_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -Xlog:class+load");
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains(MAIN);
    return said.contains(MAIN + "shared objects file");
  }
}

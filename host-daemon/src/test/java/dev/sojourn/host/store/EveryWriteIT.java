package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.testing.FailingDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The data of a host on a disk that fails, once at each of its operations.
final class EveryWriteIT {
  @TempDir private Path folder;

  @Test
  void whicheverWriteFailsOrIsTheLastTheDataAgreeAndNothingAcknowledgedIsLost() throws Exception {
    var disk = FailingDisk.in(folder);
    assumeTrue(disk.isPresent(), "no C compiler");
    var out = folder.resolve("out");
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Devery-write=" + Boolean.getBoolean("every-write"),
            "-Dlogback.configurationFile=" + Path.of("../config/logback.xml").toAbsolutePath(),
            "-cp",
            System.getProperty("java.class.path"),
            EveryWriteMain.class.getName(),
            folder.toString());
    builder.environment().put("SOJOURN_LOG_LEVEL", "OFF");
    disk.get().under(builder, folder.resolve("data"));

    int exit = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start().waitFor();

    var said = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(exit).as(said).isZero();
    for (var fault : List.of("BROKEN, 1", "BROKEN, 5", "FULL, 4", "CRASH, 1", "POWER_LOSS, 1")) {
      assertThat(said).containsPattern(fault + ": [1-9][0-9]+ cases");
    }
  }
}

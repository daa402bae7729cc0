package dev.sojourn.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole corpus of attacks against the program as it is shipped.
class HostDoctorIT {
  @TempDir Path folder;

  @Test
  void everyAttackIsStoppedByTheWallThatMustStopItAndHonestVisitsAreComplete() throws Exception {
    Files.createDirectory(folder.resolve("www"));
    var config = folder.resolve("host.toml");
    Files.writeString(
        config,
        """
        data = "data"
        [[site]]
        origin = "http://site.example"
        root = "www"
        """);
    var out = folder.resolve("out");
    var process =
        new ProcessBuilder(
                Path.of("target", "dist", "bin", "sojourn-host").toAbsolutePath().toString(),
                "doctor",
                "--config",
                config.toString(),
                "--json")
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    var report = new ObjectMapper().readTree(out.toFile());
    assertThat(report.get("failures").toString()).isEqualTo("{}");
    assertThat(report.get("escaped").asInt()).isZero();
    assertThat(report.get("baitsReached")).isEmpty();
    assertThat(report.get("attempts").asInt()).isGreaterThanOrEqualTo(500);
    assertThat(report.get("families").size()).isGreaterThanOrEqualTo(20);
    var honest = report.get("honest");
    assertThat(honest.get("visits").asInt()).isGreaterThanOrEqualTo(50);
    assertThat(honest.get("complete")).isEqualTo(honest.get("visits"));
    assertThat(process.exitValue()).isZero();
  }
}

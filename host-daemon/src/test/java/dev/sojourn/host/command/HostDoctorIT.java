package dev.sojourn.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.daemon.DaemonProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole corpus of attacks against the program as it is shipped.
class HostDoctorIT {
  @TempDir Path folder;

  @Test
  void everyAttackEndsAsItMustAndHonestVisitsAreComplete() throws Exception {
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
    assertThat(process.waitFor(12, TimeUnit.MINUTES)).isTrue();
    var report = new ObjectMapper().readTree(out.toFile());
    assertThat(report.get("failures").toString()).isEqualTo("{}");
    assertThat(report.get("escaped").asInt()).isZero();
    assertThat(report.get("baitsReached")).isEmpty();
    assertThat(report.get("attempts").asInt()).isGreaterThanOrEqualTo(750);
    assertThat(report.get("families").size()).isGreaterThanOrEqualTo(25);
    var honest = report.get("honest");
    assertThat(honest.get("visits").asInt()).isGreaterThanOrEqualTo(50);
    assertThat(honest.get("complete")).isEqualTo(honest.get("visits"));
    assertThat(honest.get("microsAfter").asLong())
        .isLessThan(2 * honest.get("microsBefore").asLong() + 20_000);
    var before = honest.get("before");
    var after = honest.get("after");
    assertMore(before, after, "threads", 32);
    assertMore(before, after, "descriptors", 32);
    assertMore(before, after, "processes", 3);
    assertMore(before, after, "heapBytes", 24 << 20);
    assertMore(before, after, "residentBytes", 256 << 20);
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void aFamilyThatIsNotThereIsAMistakeAndNoExamination() throws Exception {
    var said = DaemonProcess.run("doctor", "--family", "pipe", "--family", "pipes");

    assertThat(said.exitCode()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err())
        .contains("--family: found pipes (expected one of: callbacks, classfile, ")
        .contains(", identity, jar, ");
  }

  /// The process that tried all of it holds at most this much more than before: what the doctor
  /// itself allows, as a spare worker with what started it.
  private static void assertMore(JsonNode before, JsonNode after, String what, long most) {
    assertThat(before.get(what).asLong()).as(what).isPositive();
    assertThat(after.get(what).asLong() - before.get(what).asLong())
        .as(what)
        .isLessThanOrEqualTo(most);
  }
}

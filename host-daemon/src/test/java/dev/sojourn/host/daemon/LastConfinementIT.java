package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sojourn.host.command.HostLine;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.testing.BrokenBwrap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A machine that gives agents less confinement than at the last start.
@EnabledOnOs(OS.LINUX)
class LastConfinementIT {
  private static final String LESS =
      "agents would be confined less than at the last start: they had filtered system calls, and"
          + " all namespaces, and would have filtered system calls, and namespaces without an empty"
          + " root (no empty root of their own (bwrap is broken)); give this user back what is"
          + " missing, or write confinement = \"filtered\" under [policy] to be content with less";

  @TempDir Path temporary;
  private HostFolder folder;
  private Path config;

  @BeforeEach
  void layOut() throws Exception {
    var javaHome = Path.of(System.getProperty("java.home"));
    for (var kind : List.of(Namespaces.Kind.OWN_ROOT, Namespaces.Kind.OWN_NETWORK)) {
      assumeThat(new Namespaces(kind, "").failure(javaHome, List.of()))
          .as("%s works here", kind)
          .isEmpty();
    }
    folder = new HostFolder(temporary);
    folder.chain(1);
    config = folder.config(List.of(), "");
  }

  @Test
  void aDaemonStartsWithLessOnlyWhereItsConfigurationSaysWhatIsEnough() throws Exception {
    try (var host = RunningHost.start(config)) {
      assertThat(host.address().port()).isPositive();
    }
    assertThat(temporary.resolve("data/confinement")).hasContent("isolated");
    assertThat(start()).endsWith("The daemon cannot start: " + LESS + ".");
    assertThat(check()).contains(LESS);
    assertThat(HostLine.run("check", "--config", config.toString()).out()).contains(" is valid. ");
    assertThat(temporary.resolve("data/confinement")).hasContent("isolated");

    config = folder.config(List.of(), "[policy]\nconfinement = \"filtered\"\n");
    assertThat(check()).contains(" is valid. ");
    assertThat(start()).isEmpty();
    assertThat(temporary.resolve("data/confinement")).hasContent("unshared");

    // The loss was reported once, and the last start now counts.
    config = folder.config(List.of(), "");
    assertThat(start()).isEmpty();
  }

  @Test
  void whatIsDemandedAndMissingIsReportedByCheckToo() throws Exception {
    config = folder.config(List.of(), "[policy]\nconfinement = \"isolated\"\n");
    var sentence = "workers cannot be isolated on this machine: no empty root of their own";
    assertThat(check()).contains(sentence);
    assertThat(start()).contains(sentence);
  }

  @Test
  void aFileThatSaysNothingIsNamedWithWhatItMayHold() throws Exception {
    Files.createDirectories(temporary.resolve("data"));
    Files.writeString(temporary.resolve("data/confinement"), "much\n");
    assertThat(HostLine.run("check", "--config", config.toString()).err())
        .contains(
            temporary.resolve("data/confinement")
                + " does not hold one word of: none, filtered, unshared, isolated;"
                + " delete it to begin anew");
  }

  /// The complaint of a daemon without bwrap; empty if it starts.
  private String start() throws IOException, InterruptedException {
    var builder = builder("run", "--config", config.toString(), "--json");
    try (var daemon = DaemonProcess.start(builder)) {
      assertThat(daemon.terminate()).isZero();
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage()).strip();
    }
  }

  private String check() throws IOException, InterruptedException {
    var process = builder("check", "--config", config.toString()).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor() == 0).isEqualTo(said.contains(" is valid. "));
    return said;
  }

  private ProcessBuilder builder(String... words) throws IOException {
    var builder = DaemonProcess.builder(words);
    BrokenBwrap.putBefore(builder, temporary);
    return builder;
  }
}

package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The units of systemd that the package brings.
class ServiceUnitTest {
  private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");
  private static final Path UNIT = Path.of("src/deb/sojourn-host.service");

  @TempDir Path folder;

  static boolean hasSystemd() {
    return Files.isExecutable(ANALYZE);
  }

  @Test
  @EnabledIf("hasSystemd")
  void theUnitIsAsExposedAsTheManualSaysAndNoMore() throws Exception {
    var unit = folder.resolve("sojourn-host.service");
    // The program is not installed on a machine that tests this.
    Files.writeString(
        unit, Files.readString(UNIT).replaceFirst("ExecStart=\\S+", "ExecStart=/bin/true"));
    var process =
        new ProcessBuilder(
                ANALYZE.toString(), "security", "--offline=true", "--no-pager", unit.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    var level = Pattern.compile("Overall exposure level for \\S+ (\\d\\.\\d)").matcher(said);

    assertThat(level.find()).as(said).isTrue();
    assertThat(Double.parseDouble(level.group(1))).isLessThanOrEqualTo(2.0);
    // A word that systemd does not know would have no effect.
    assertThat(said).doesNotContainIgnoringCase("unknown", "invalid", "failed to parse");
  }

  static boolean canCoverProc() {
    return "root".equals(System.getProperty("user.name"))
        && Files.isExecutable(Path.of("/usr/bin/bwrap"));
  }

  /// The effect of `ProtectKernelTunables`, `ProtectKernelLogs` and `ProtectHostname` in systemd.
  /// It is the reason why workers live without one.
  @ParameterizedTest
  @EnabledIf("canCoverProc")
  @CsvSource({
    "true, 0",
    "mount --bind /proc/sys /proc/sys, 1",
    "mount --bind /dev/null /proc/kmsg, 1",
    "mount --bind /proc/sys/kernel/hostname /proc/sys/kernel/hostname, 1"
  })
  void whereAPartOfProcIsCoveredNobodyMountsAProcOfTheirOwn(String cover, int exitCode)
      throws Exception {
    var worker =
        "exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs"
            + " bwrap --unshare-user --unshare-pid --ro-bind / / --proc /proc /bin/true";
    var process =
        new ProcessBuilder("unshare", "--mount", "sh", "-c", cover + " && " + worker)
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isEqualTo(exitCode);
    if (exitCode != 0) {
      assertThat(said).contains("Can't mount proc");
    }
  }

  /// Sending a signal succeeds, whatever the daemon does then.
  @Test
  void aReloadOfTheUnitFailsWithTheConfiguration() throws Exception {
    assertThat(Files.readAllLines(UNIT))
        .contains("ExecReload=/usr/bin/sojourn-host reload --config /etc/sojourn/host.toml");
  }

  @Test
  void nothingThatWorkersNeedIsTakenAway() throws Exception {
    assertThat(Files.readAllLines(UNIT))
        .contains("RestrictNamespaces=~cgroup")
        .noneMatch(
            line -> line.matches("(RestrictNamespaces=[^~]|ProcSubset=|MemoryDenyWriteExecute=).*"))
        .filteredOn(line -> line.startsWith("RestrictNamespaces="))
        .hasSize(1);
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.identity.net.AtpAddress;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The daemon under the settings of its unit, which root can imitate without systemd. Settings that
/// only its control groups know are not imitated.
@EnabledIf("canBeImitated")
class ServiceUnitIT {
  private static final Path UNIT = Path.of("src/deb/sojourn-host.service").toAbsolutePath();
  private static final Path PROGRAM = Path.of("target/dist").toAbsolutePath();
  private static final String USER = "65534:65534";

  @TempDir Path temporary;
  private Path filter;
  private Path errors;

  static boolean canBeImitated() {
    return "root".equals(System.getProperty("user.name"))
        && "amd64".equals(System.getProperty("os.arch"))
        && Files.exists(UnitFilter.HEADER)
        && Files.isExecutable(Path.of("/usr/bin/systemd-analyze"))
        && Files.isExecutable(Path.of("/usr/bin/bwrap"));
  }

  @BeforeEach
  void makeTheFilter() throws Exception {
    filter = temporary.resolve("filter");
    Files.write(filter, UnitFilter.of(UNIT).program());
    errors = temporary.resolve("errors");
  }

  @Test
  void workersAreIsolatedAndAFirstVisitorIsServedUnderTheSettingsOfTheUnit() throws Exception {
    var folder = new HostFolder(Files.createDirectory(temporary.resolve("host")));
    folder.chain(3);
    try (var owner = new Owner()) {
      var config = folder.config(List.of(owner), "[policy]\nconfinement = \"isolated\"\n");
      var program = List.of("/mnt/program/bin/sojourn-host", "run", "--config", config.toString());
      var words = new ArrayList<>(program);
      words.add("--json");
      var daemon = builder(words).redirectError(errors.toFile()).start();
      try {
        var line = new BufferedReader(daemon.inputReader(StandardCharsets.UTF_8)).readLine();
        assertThat(line).as(Files.readString(errors)).isNotNull();
        var ready = new ObjectMapper().readTree(line);
        visit(owner, AtpAddress.parse(ready.get("listening").asText()).orElseThrow());
        assertThat(ProcessHandle.of(ready.get("pid").asLong()).orElseThrow().destroy()).isTrue();
        assertThat(daemon.waitFor()).isZero();
      } finally {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly().waitFor();
      }
    }
    assertThat(Files.readString(errors)).doesNotContain("WARN");
  }

  /// Each attempt ends in another way without the settings.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cat /proc/sys/kernel/hostname >/proc/sys/kernel/hostname          | Read-only file system
          touch /tmp/probe                                                  | Read-only file system
          cat /proc/1/cmdline                                               | No such file
          unshare --user --cgroup true                                      | not permitted
          chown 65534 DATA/own                                              | not permitted
          unshare --user --map-root-user chroot / true                      | not permitted
          bwrap --unshare-user --unshare-pid --bind / / --proc /proc true   | Can't mount proc
          unshare --user --map-root-user --net --mount --pid --fork echo up | up
          """)
  void whatTheUnitTakesAwayIsNotThere(String attempt, String said) throws Exception {
    Files.createFile(Files.createDirectory(temporary.resolve("host")).resolve("own"));
    var command = attempt.replace("DATA", temporary.resolve("host").toString());
    var process = builder(List.of("sh", "-c", command)).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(output).contains(said);
    assertThat(process.waitFor() == 0).isEqualTo(said.equals("up"));
  }

  private static void visit(Owner owner, AtpAddress address) throws Exception {
    var host = owner.host(address);
    var passport = owner.passport(address, WALKING, WALKER);
    var _ = host.dispatch(owner.sign(passport, WALKING), true);
    var status = new Gathering(passport.agentId()).all(host);
    assertThat(status.reason()).isEmpty();
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
  }

  private ProcessBuilder builder(List<String> words) throws Exception {
    var host = temporary.resolve("host");
    DaemonInRoot.run(List.of("chown", "-R", USER, host.toString()));
    DaemonInRoot.run(List.of("chmod", "755", temporary.toString()));
    var command =
        new ArrayList<>(
            List.of(
                DaemonInRoot.SCRIPTS.resolve("as-the-unit").toString(),
                UNIT.toString(),
                filter.toString(),
                host.toString(),
                PROGRAM.toString()));
    command.addAll(words);
    var builder = new ProcessBuilder(command);
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put(DaemonProcess.SPARE_WORKERS, "0");
    return builder;
  }
}

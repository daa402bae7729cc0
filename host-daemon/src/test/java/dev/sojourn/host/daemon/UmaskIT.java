package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files of a daemon are for its user alone, whatever the umask, and its control socket can be
/// used.
@Timeout(300)
class UmaskIT {
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"000", "077"})
  void aDaemonMakesNothingThatOthersMayReadOrWrite(String umask) throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(2);
    var backup = temporary.resolve("host.backup");
    try (var owner = new Owner()) {
      var config = folder.config(List.of(owner), "");
      var program = DaemonProcess.builder("run", "--config", config.toString(), "--json");
      LentStartCache.toProgram(config);
      under(umask, program);
      try (var daemon = DaemonProcess.start(program)) {
        var passport = owner.passport(daemon.address(), SentAgents.WALKING, SentAgents.WALKER);
        var client = owner.host(daemon.address());
        client.dispatch(owner.sign(passport, SentAgents.WALKING), true);
        assertThat(new Gathering(passport.agentId()).all(client).pages()).isPositive();

        assertThat(commanded(umask, "ban", owner.key().id(), "--config", config.toString()))
            .isZero();
        assertThat(commanded(umask, "ps", "--config", config.toString())).isZero();
        assertThat(commanded(umask, "backup", backup + "", "--config", config.toString())).isZero();
        daemon.terminate();
      }
    }
    assertThat(open(temporary.resolve("data"))).isEmpty();
    assertThat(open(backup)).isEmpty();
  }

  private static int commanded(String umask, String... words) throws Exception {
    var program = DaemonProcess.builder(words);
    under(umask, program);
    return program.inheritIO().start().waitFor();
  }

  private static void under(String umask, ProcessBuilder program) {
    var command = new ArrayList<>(List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"));
    command.addAll(program.command());
    program.command(command);
  }

  /// Files that others than the owner may read, write or pass through.
  private static List<String> open(Path below) throws Exception {
    var open = new ArrayList<String>();
    try (var files = Files.walk(below)) {
      for (var file : files.toList()) {
        var permissions = Files.getPosixFilePermissions(file);
        if (permissions.stream().anyMatch(OTHERS::contains)) {
          open.add(PosixFilePermissions.toString(permissions) + " " + file);
        }
      }
    }
    return open;
  }
}

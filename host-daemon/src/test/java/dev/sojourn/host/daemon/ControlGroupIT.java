package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.host.daemon.DaemonProcess.Said;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A daemon that a group may control (`control.group`).
class ControlGroupIT {
  private static final String OTHER_USER = "65534";

  @TempDir Path temporary;

  @Test
  void membersOfTheGroupControlTheDaemonAndOthersNeitherDoNorReadItsFiles() throws Exception {
    // The daemon's user gives the socket to the group: root to any, others to one of theirs.
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    var group = isRoot ? "daemon" : output("id", "-gn");
    var folder = new HostFolder(temporary);
    folder.chain(1);
    var config = folder.config(List.of(), "[control]\ngroup = \"" + group + "\"\n");
    try (var daemon = DaemonProcess.start(config)) {
      var data = temporary.resolve("data");
      assertThat(access(data)).isEqualTo("rwx--x--- " + group);
      assertThat(access(data.resolve("control.sock"))).isEqualTo("rw-rw---- " + group);
      assertThat(access(data.resolve("host.key"))).startsWith("rw-------");

      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
      assumeTrue(isRoot && canRead(config, group), "only root can try it as other users");
      var member = as(group, "drain", "--config", config.toString());
      assertThat(member.exitCode()).as(member.err()).isZero();
      assertThat(daemon.errors()).contains("By command of ", ": drain");
      var other = as(OTHER_USER, "drain", "--off", "--config", config.toString());
      assertThat(other.exitCode()).as(other.err()).isEqualTo(3);
      assertThat(other.err()).contains("be its user, or a member of control.group");
      assertThat(daemon.terminate()).isZero();
    }
  }

  private static String access(Path path) throws IOException {
    var attributes = Files.readAttributes(path, PosixFileAttributes.class);
    return PosixFilePermissions.toString(attributes.permissions())
        + " "
        + attributes.group().getName();
  }

  private static boolean canRead(Path config, String group) throws Exception {
    var words = userOf(group);
    words.addAll(List.of("cat", config.toString(), "target/dist/bin/sojourn-host"));
    return new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /// Runs a command of the program as a user without a name, whose only group is that one.
  private static Said as(String group, String... arguments) throws Exception {
    var builder = DaemonProcess.builder(arguments);
    var words = userOf(group);
    words.addAll(builder.command());
    var errors = Files.createTempFile(Path.of("target"), "host", ".err");
    var process = builder.command(words).redirectError(errors.toFile()).start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), out, Files.readString(errors));
  }

  private static List<String> userOf(String group) {
    return new ArrayList<>(
        List.of("setpriv", "--reuid=" + OTHER_USER, "--regid=" + group, "--clear-groups"));
  }

  private static String output(String... words) throws Exception {
    var process = new ProcessBuilder(words).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}

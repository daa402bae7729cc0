package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The scripts of the Debian package on machines that an attacker has prepared, or with files of
/// the operator in their way. They run as root: they would follow a link with all rights.
///
/// Each runs in a root directory of its own, with programs in the place of those that make users.
@EnabledIf("canBeTried")
class MaintainerScriptTest {
  private static final Path SCRIPTS = Path.of("src/deb/control").toAbsolutePath();
  private static final String DATA = "/var/lib/sojourn";
  private static final String CONFIG = "/etc/sojourn/host.toml";

  @TempDir Path root;

  private final List<String> mounts = new ArrayList<>();

  /// The output and the end of a script.
  private record Ran(int code, String said) {}

  static boolean canBeTried() throws Exception {
    return Files.isExecutable(Path.of("/usr/bin/bwrap"))
        && new ProcessBuilder("bwrap", "--unshare-user", "--ro-bind", "/", "/", "true")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
  }

  @BeforeEach
  void layOut() throws IOException {
    for (var name : List.of("etc/sojourn", "var/lib", "srv", "stub", "run")) {
      Files.createDirectories(root.resolve(name));
    }
    Files.writeString(root.resolve("etc/passwd"), "root:x:0:0::/:/bin/sh\nsojourn:x:0:0::/:\n");
    Files.writeString(root.resolve("etc/group"), "root:x:0:\nsojourn:x:0:\n");
    write(CONFIG, "listen = \"127.0.0.1:10434\"\n", "rw-r--r--");
    for (var program : List.of("adduser", "deluser", "delgroup", "systemctl")) {
      answers(program, 0);
    }
  }

  @Test
  void aLinkInThePlaceOfTheConfigurationOpensNoOtherFile() throws Exception {
    write("/srv/secret", "of root alone", "rw-------");
    Files.delete(at(CONFIG));
    Files.createSymbolicLink(at(CONFIG), Path.of("/srv/secret"));

    assertThat(run("postinst", "configure").code()).isZero();
    assertThat(mode("/srv/secret")).isEqualTo("rw-------");
    Files.delete(at(CONFIG));
    Files.createLink(at(CONFIG), at("/srv/secret"));
    assertThat(run("postinst", "configure").code()).isZero();
    assertThat(mode("/srv/secret")).isEqualTo("rw-------");
  }

  @Test
  void aFirstInstallationHidesTheConfigurationFromOthersAndAnUpgradeLeavesItAsItIs()
      throws Exception {
    assertThat(run("postinst", "configure").code()).isZero();
    assertThat(mode(CONFIG)).isEqualTo("rw-r-----");
    assertThat(mode(DATA)).isEqualTo("rwx------");

    Files.setPosixFilePermissions(at(CONFIG), PosixFilePermissions.fromString("rw-------"));
    assertThat(run("postinst", "configure", "0.1.0").code()).isZero();
    assertThat(mode(CONFIG)).isEqualTo("rw-------");
  }

  @Test
  void aConfigurationThatTheOperatorTookAwayStopsNoUpgrade() throws Exception {
    Files.delete(at(CONFIG));
    assertThat(run("postinst", "configure", "0.1.0").code()).isZero();
    Files.delete(at(CONFIG).getParent());
    assertThat(run("postinst", "configure", "0.1.0").code()).isZero();
    assertThat(run("postinst", "configure").code()).isZero();
  }

  @Test
  void aDaemonThatDoesNotStartLeavesNoUpgradeInTheMiddle() throws Exception {
    Files.createDirectories(at("/run/systemd/system"));
    answers("systemctl", 1);

    var ran = run("postinst", "configure", "0.1.0");
    assertThat(ran.code()).isZero();
    assertThat(ran.said()).contains("journalctl -u sojourn-host");
    assertThat(run("prerm", "remove").code()).isZero();
    assertThat(run("postrm", "purge").code()).isZero();
  }

  @Test
  void aUserOfAPersonWhoHasTheNameIsNotTaken() throws Exception {
    answers("adduser", 1);

    assertThat(run("postinst", "configure").code()).isNotZero();
    assertThat(at(DATA)).doesNotExist();
    assertThat(mode(CONFIG)).isEqualTo("rw-r--r--");
  }

  @Test
  void aUserThatIsNotRemovedStopsNoPurge() throws Exception {
    answers("deluser", 1);
    write(DATA + "/host.key", "key", "rw-------");

    assertThat(run("postrm", "purge").code()).isZero();
    assertThat(at(DATA)).doesNotExist();
  }

  @Test
  void aPurgeDeletesNoPagesThatAreMountedBelowTheData() throws Exception {
    write("/srv/site/index.html", "the site", "rw-r--r--");
    Files.createDirectories(at(DATA + "/site"));
    mounts.addAll(List.of("--bind", at("/srv/site").toString(), DATA + "/site"));

    var ran = run("postrm", "purge");
    assertThat(ran.code()).isZero();
    assertThat(ran.said()).contains(DATA + " stays, since something is mounted in it");
    assertThat(at("/srv/site/index.html")).exists();
    assertThat(at("/etc/sojourn")).doesNotExist();
  }

  @Test
  void aPurgeEmptiesADiskOfItsOwnAndGoesOn() throws Exception {
    write("/srv/disk/host.key", "key", "rw-------");
    Files.createDirectories(at(DATA));
    mounts.addAll(List.of("--bind", at("/srv/disk").toString(), DATA));

    assertThat(run("postrm", "purge").code()).isZero();
    assertThat(at("/srv/disk")).isEmptyDirectory();
    assertThat(at("/etc/sojourn")).doesNotExist();
  }

  @Test
  void aPurgeFollowsNoLink() throws Exception {
    write("/srv/site/index.html", "the site", "rw-r--r--");
    Files.createSymbolicLink(
        Files.createDirectories(at(DATA)).resolve("link"), Path.of("/srv/site"));
    Files.createFile(at(DATA + "/-rf"));
    Files.createFile(at(DATA + "/a name\nof two lines"));
    Files.createSymbolicLink(at("/etc/sojourn/more"), Path.of("/srv/site"));
    Files.createDirectories(at("/etc/systemd/system"));
    Files.createSymbolicLink(
        at("/etc/systemd/system/sojourn-host.service.d"), Path.of("/srv/site"));

    assertThat(run("postrm", "purge").code()).isZero();
    assertThat(at("/srv/site/index.html")).exists();
    assertThat(at(DATA)).doesNotExist();
    Files.createSymbolicLink(at(DATA), Path.of("/srv/site"));
    assertThat(run("postrm", "purge").code()).isZero();
    assertThat(at("/srv/site/index.html")).exists();
    assertThat(at(DATA)).doesNotExist();
  }

  @Test
  void onlyAPurgeDeletesWhatTheDaemonKept() throws Exception {
    write(DATA + "/host.key", "key", "rw-------");
    for (var action :
        List.of("remove", "upgrade", "failed-upgrade", "abort-install", "disappear")) {
      assertThat(run("postrm", action).code()).as(action).isZero();
    }
    assertThat(at(DATA + "/host.key")).exists();
    assertThat(at(CONFIG)).exists();
  }

  /// Runs a script in the root.
  private Ran run(String script, String... words) throws Exception {
    var command =
        new ArrayList<>(
            List.of("bwrap", "--unshare-user", "--uid", "0", "--gid", "0", "--die-with-parent"));
    command.addAll(List.of("--ro-bind", "/usr", "/usr", "--ro-bind", SCRIPTS + "", "/scripts"));
    for (var name : List.of("bin", "sbin", "lib", "lib64")) {
      command.addAll(List.of("--symlink", "usr/" + name, "/" + name));
    }
    for (var name : List.of("etc", "var", "srv", "stub", "run")) {
      command.addAll(List.of("--bind", root.resolve(name).toString(), "/" + name));
    }
    command.addAll(mounts);
    command.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--clearenv"));
    command.addAll(List.of("--setenv", "PATH", "/stub:/usr/sbin:/usr/bin"));
    command.addAll(List.of("sh", "/scripts/" + script));
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), said);
  }

  private Path at(String path) {
    return root.resolve(path.substring(1));
  }

  private void write(String path, String text, String mode) throws IOException {
    Files.createDirectories(at(path).getParent());
    Files.writeString(at(path), text);
    Files.setPosixFilePermissions(at(path), PosixFilePermissions.fromString(mode));
  }

  private String mode(String path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(at(path)));
  }

  private void answers(String program, int code) throws IOException {
    write("/stub/" + program, "#!/bin/sh\nexit " + code + "\n", "rwxr-xr-x");
  }
}

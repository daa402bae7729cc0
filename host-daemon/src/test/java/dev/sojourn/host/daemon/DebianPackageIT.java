package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The Debian package on a clean root of Debian, which this test makes of the archives that apt
/// knows. It has only the packages of every Debian and those that the package depends on. Runs in
/// the profile `deb`, as root, since only root can make such a root.
class DebianPackageIT {
  private static final Path PACKAGE = Path.of("target/sojourn-host.deb").toAbsolutePath();
  private static final Set<String> NOT_COMPARED =
      Set.of("proc", "dev", "sys", "tmp", "mnt", "var/cache", "var/log", "var/lib/apt", "root");

  @TempDir Path temporary;

  static boolean canBeTried() {
    return DaemonInRoot.canBeTried(PACKAGE) && Files.isExecutable(Path.of("/usr/bin/apt-get"));
  }

  @Test
  @EnabledIf("canBeTried")
  void itIsInstalledServesAFirstVisitorAndIsPurgedWithoutATrace() throws Exception {
    var root = temporary.resolve("root");
    DaemonInRoot.run(
        List.of(
            "unshare",
            "--mount",
            DaemonInRoot.SCRIPTS.resolve("clean-root").toString(),
            root + "",
            "bubblewrap"));
    var before = traces(root);
    var inRoot = new DaemonInRoot(root, "sojourn");

    Files.copy(PACKAGE, root.resolve("tmp/sojourn-host.deb"));
    inRoot.run("apt-get", "install", "-q", "-y", "/tmp/sojourn-host.deb");
    assertThat(inRoot.run("sojourn-host", "--version")).startsWith("sojourn-host ");
    assertThat(inRoot.run("dpkg-query", "-W", "-f", "${Conffiles}", "sojourn-host"))
        .contains("/etc/sojourn/host.toml");
    assertThat(root.resolve("usr/share/man/man1/sojourn-host-run.1")).exists();
    assertThat(root.resolve("usr/share/bash-completion/completions/sojourn-host")).exists();
    assertThat(DaemonArchive.cache(root.resolve("usr/lib/sojourn"))).isPresent();
    var config = Files.readString(root.resolve("etc/sojourn/host.toml")).replace(":10434", ":0");
    var log =
        inRoot.serveAVisitor(
            List.of("sojourn-host", "run", "--config", "/etc/sojourn/host.toml"), config);
    // The machine has all namespaces: the daemon does not complain of a wall that a worker lacks.
    assertThat(log).doesNotContain("WARN");
    inRoot.run("rm", "-r", "/srv/site");
    inRoot.run("apt-get", "purge", "-q", "-y", "sojourn-host");

    assertThat(traces(root)).containsExactlyInAnyOrderElementsOf(before);
  }

  /// Every path of a root at which a package could leave a file, with the users and groups.
  private static Set<String> traces(Path root) throws IOException {
    var traces = new TreeSet<String>();
    try (var files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString())
          .filter(
              name -> NOT_COMPARED.stream().noneMatch(left -> (name + "/").startsWith(left + "/")))
          // The notes of dpkg and passwd about the state before.
          .filter(name -> !name.startsWith("var/lib/dpkg/") || name.contains("sojourn"))
          // Files that adduser and mount keep until the machine starts again.
          .filter(name -> !name.startsWith("run/adduser") && !name.startsWith("run/mount"))
          .filter(name -> !name.endsWith("-") && !name.endsWith(".lock"))
          .forEach(traces::add);
    }
    for (var name : List.of("passwd", "group", "shadow", "gshadow")) {
      var file = root.resolve("etc").resolve(name);
      if (Files.exists(file)) {
        Files.readAllLines(file).forEach(line -> traces.add(name + " " + line));
      }
    }
    return traces;
  }
}

package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.identity.key.KeySet;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The Debian package on a clean root of Debian, which this test makes of the archives that apt
/// knows: only the packages that every Debian has, and those that the package depends on. Runs in
/// the profile `deb`, as root, since only root can make such a root.
class DebianPackageIT {
  private static final Path PACKAGE = Path.of("target/sojourn-host.deb").toAbsolutePath();
  private static final Path SCRIPTS = Path.of("src/test/sh").toAbsolutePath();
  private static final Set<String> NOT_COMPARED =
      Set.of("proc", "dev", "sys", "tmp", "mnt", "var/cache", "var/log", "var/lib/apt", "root");

  @TempDir Path temporary;

  static boolean canBeTried() {
    return Files.exists(PACKAGE)
        && "root".equals(System.getProperty("user.name"))
        && Files.isExecutable(Path.of("/usr/bin/apt-get"));
  }

  @Test
  @EnabledIf("canBeTried")
  void itIsInstalledServesAFirstVisitorAndIsPurgedWithoutATrace() throws Exception {
    var root = temporary.resolve("root");
    run(
        List.of(
            "unshare",
            "--mount",
            SCRIPTS.resolve("clean-root").toString(),
            root + "",
            "bubblewrap"));
    var before = traces(root);

    Files.copy(PACKAGE, root.resolve("tmp/sojourn-host.deb"));
    inRoot(root, "apt-get", "install", "-q", "-y", "/tmp/sojourn-host.deb");
    assertThat(inRoot(root, "sojourn-host", "--version")).startsWith("sojourn-host ");
    assertThat(inRoot(root, "dpkg-query", "-W", "-f", "${Conffiles}", "sojourn-host"))
        .contains("/etc/sojourn/host.toml");
    assertThat(root.resolve("usr/share/man/man1/sojourn-host-run.1")).exists();
    assertThat(root.resolve("usr/share/bash-completion/completions/sojourn-host")).exists();
    serveAVisitor(root);
    inRoot(root, "apt-get", "purge", "-q", "-y", "sojourn-host");

    assertThat(traces(root)).containsExactlyInAnyOrderElementsOf(before);
  }

  private static void serveAVisitor(Path root) throws Exception {
    var site = Files.createDirectories(root.resolve("srv/site"));
    for (int i = 0; i < 3; i++) {
      Files.writeString(
          site.resolve(i == 0 ? "index.html" : i + ".html"),
          "<!doctype html><title>%d</title><a href=\"%d.html\">next</a>".formatted(i, i + 1));
    }
    try (var owner = new Owner()) {
      new KeySet(List.of(owner.key().verifyKey())).write(root.resolve("etc/sojourn/owner.jwk"));
      inRoot(root, "chmod", "644", "/etc/sojourn/owner.jwk");
      var config = root.resolve("etc/sojourn/host.toml");
      Files.writeString(
          config,
          Files.readString(config).replace(":10434", ":0")
              + """
              [[site]]
              origin = "%s"
              root = "/srv/site"
              [[trust]]
              name = "first"
              keys = "owner.jwk"
              """
                  .formatted(Owner.SITE));
      var daemon =
          builder(
                  root,
                  List.of(
                      "setpriv",
                      "--reuid=sojourn",
                      "--regid=sojourn",
                      "--clear-groups",
                      "--no-new-privs",
                      "--bounding-set=-all",
                      "sojourn-host",
                      "run",
                      "--config",
                      "/etc/sojourn/host.toml",
                      "--json"))
              .redirectError(root.resolve("tmp/log").toFile())
              .start();
      try {
        visit(owner, ready(daemon, root));
      } finally {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly().waitFor();
      }
    }
    // Namespaces and all: the daemon complains of nothing that a worker lacks.
    assertThat(Files.readString(root.resolve("tmp/log"))).doesNotContain("WARN");
    inRoot(root, "rm", "-r", "/srv/site");
  }

  private static AtpAddress ready(Process daemon, Path root) throws IOException {
    var line = new BufferedReader(daemon.inputReader(StandardCharsets.UTF_8)).readLine();
    assertThat(line).as(Files.readString(root.resolve("tmp/log"))).isNotNull();
    var address = new ObjectMapper().readTree(line).get("listening").asText();
    return AtpAddress.parse(address).orElseThrow();
  }

  private static void visit(Owner owner, AtpAddress address) throws Exception {
    var host = owner.host(address);
    var passport = owner.passport(address, WALKING, WALKER);
    var _ = host.dispatch(owner.sign(passport, WALKING), true);
    var status = new Gathering(passport.agentId()).all(host);
    assertThat(status.reason()).isEmpty();
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    assertThat(status.pages()).isPositive();
  }

  /// Every path of a root that a package could leave something at, with the users and groups.
  private static Set<String> traces(Path root) throws IOException {
    var traces = new TreeSet<String>();
    try (var files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString())
          .filter(
              name -> NOT_COMPARED.stream().noneMatch(left -> (name + "/").startsWith(left + "/")))
          // The notes of dpkg and passwd about the state before.
          .filter(name -> !name.startsWith("var/lib/dpkg/") || name.contains("sojourn"))
          // What adduser and mount keep until the machine starts again.
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

  private static String inRoot(Path root, String... words) throws Exception {
    return run(builder(root, List.of(words)).command());
  }

  private static ProcessBuilder builder(Path root, List<String> words) {
    var command = new ArrayList<>(List.of(SCRIPTS.resolve("in-root").toString(), root.toString()));
    command.addAll(words);
    return new ProcessBuilder(command);
  }

  private static String run(List<String> command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as("%s: %s", command, said).isZero();
    return said;
  }
}

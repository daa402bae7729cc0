package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.net.AtpAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A daemon that runs in the root directory of another system, as that system's user: the one that
/// an image or a package brings along. Only root can do that.
record DaemonInRoot(Path root, String user) {
  static final Path SCRIPTS = Path.of("src/test/sh").toAbsolutePath();

  private static final int PAGES = 3;

  static boolean canBeTried(Path product) {
    return Files.exists(product) && "root".equals(System.getProperty("user.name"));
  }

  /// Has a first visitor read the site of three pages; gives the log of the daemon.
  ///
  /// @param program the words that run the daemon with the configuration in `/etc/sojourn`
  /// @param config lines of the configuration besides site and trust
  String serveAVisitor(List<String> program, String config) throws Exception {
    var site = Files.createDirectories(root.resolve("srv/site"));
    for (int i = 0; i < PAGES; i++) {
      Files.writeString(
          site.resolve(i == 0 ? "index.html" : i + ".html"),
          "<!doctype html><title>%d</title><a href=\"%d.html\">next</a>".formatted(i, i + 1));
    }
    var log = root.resolve("tmp/log");
    try (var owner = new Owner()) {
      var keys = root.resolve("etc/sojourn/owner.jwk");
      new KeySet(List.of(owner.key().verifyKey())).write(keys);
      run(List.of("chmod", "644", keys.toString()));
      Files.writeString(
          root.resolve("etc/sojourn/host.toml"),
          config
              + """
              [[site]]
              origin = "%s"
              root = "/srv/site"
              [[trust]]
              name = "first"
              keys = "owner.jwk"
              """
                  .formatted(Owner.SITE));
      var words =
          new ArrayList<>(
              List.of(
                  "setpriv",
                  "--reuid=" + user,
                  "--regid=" + user,
                  "--clear-groups",
                  "--no-new-privs",
                  "--bounding-set=-all"));
      words.addAll(program);
      words.add("--json");
      var daemon = builder(words).redirectError(log.toFile()).start();
      try {
        visit(owner, ready(daemon, log));
      } finally {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly().waitFor();
      }
    }
    return Files.readString(log);
  }

  private static AtpAddress ready(Process daemon, Path log) throws IOException {
    var line = new BufferedReader(daemon.inputReader(StandardCharsets.UTF_8)).readLine();
    assertThat(line).as(Files.readString(log)).isNotNull();
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

  /// Runs a command in the root directory; gives its output.
  String run(String... words) throws Exception {
    return run(builder(List.of(words)).command());
  }

  private ProcessBuilder builder(List<String> words) {
    var command = new ArrayList<>(List.of(SCRIPTS.resolve("in-root").toString(), root.toString()));
    command.addAll(words);
    return new ProcessBuilder(command);
  }

  /// Runs a command of this machine; gives its output.
  static String run(List<String> command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as("%s: %s", command, said).isZero();
    return said;
  }
}

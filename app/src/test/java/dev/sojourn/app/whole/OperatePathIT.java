package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.testing.DocumentLinks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The way of an operator from the two Debian packages alone, on a clean root of Debian. Each
/// command of `docs/operate.md` runs as it is printed there, in its order. Words in capitals are
/// filled in. Runs where `mvn -Pdeb package` made the packages, as root, and takes ten minutes,
/// most of them for the doctor.
///
/// The root has bubblewrap and nginx besides what every Debian has, and a JDK 25 for the crawler.
/// Without systemd `systemctl` and `journalctl` are stand-ins (`src/test/sh`). Commands of `mvn`
/// made the packages; those of `podman` need another machine, and `OciImageIT` tries their image.
@EnabledIf("canBeTried")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class OperatePathIT {
  private static final Path HOST = Path.of("../host-daemon/target/sojourn-host.deb");
  private static final Path CRAWLER = Path.of("target/sojourn.deb");
  private static final Path SCRIPTS = Path.of("../host-daemon/src/test/sh").toAbsolutePath();
  private static final Path STAND_INS = Path.of("src/test/sh");
  private static final List<String> ELSEWHERE = List.of("mvn ", "podman ");
  private static final String CRAWL = "sojourn crawl http://www.example.org/ --key my.jwk --out ";

  private final DocumentCommands document = document();
  @TempDir private Path temporary;
  private Path root;
  private OperatorShell shell;

  static boolean canBeTried() {
    return Files.exists(HOST)
        && Files.exists(CRAWLER)
        && "root".equals(System.getProperty("user.name"))
        && Files.isExecutable(Path.of("/usr/bin/apt-get"))
        && Files.isExecutable(Path.of("/usr/bin/bwrap"));
  }

  private static DocumentCommands document() {
    try {
      return DocumentCommands.of(OperateCommandsTest.OPERATE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyCommandOfTheDocumentDoesWhatItSays() throws Exception {
    root = temporary.resolve("root");
    makeTheRoot();
    try (var opened = OperatorShell.in(root, SCRIPTS)) {
      shell = opened;
      shell.succeed("cd /root");
      for (var command : document.commands()) {
        if (ELSEWHERE.stream().noneMatch(command::startsWith)) {
          prepare(command);
          check(command, run(filledIn(command)));
        }
      }
    }
  }

  private void makeTheRoot() throws Exception {
    var clean =
        new ProcessBuilder(
                "unshare",
                "--mount",
                SCRIPTS.resolve("clean-root").toString(),
                root.toString(),
                "bubblewrap",
                "nginx-light")
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("clean").toFile())
            .start();
    assertThat(clean.waitFor()).as(Files.readString(temporary.resolve("clean"))).isZero();
    for (var program : List.of("systemctl", "journalctl")) {
      var standIn = root.resolve("usr/bin").resolve(program);
      Files.copy(STAND_INS.resolve(program), standIn, StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.copy(HOST, root.resolve("root/sojourn-host.deb"));
    Files.copy(CRAWLER, root.resolve("root/sojourn.deb"));
    Files.createDirectories(root.resolve("usr/lib/jvm"));
    var jdk = System.getProperty("java.home");
    var copied = new ProcessBuilder("cp", "-r", jdk, root.resolve("usr/lib/jvm/jdk-25") + "");
    assertThat(copied.inheritIO().start().waitFor()).isZero();
  }

  /// `logs -f` goes on until somebody ends it.
  private OperatorShell.Said run(String command) throws IOException {
    return command.startsWith("sojourn-host logs -f")
        ? shell.run("timeout --preserve-status --signal=KILL 15 " + command + " || true")
        : shell.run(command);
  }

  /// What happens at the machine before the operator types this.
  private void prepare(String command) throws IOException {
    if (command.startsWith("echo 'Mobile-agent-server")) {
      serveTheSite();
    } else if (command.endsWith("sojourn-host check --config /etc/sojourn/host.toml")) {
      // Written over, so that it keeps its owner.
      Files.writeString(root.resolve("etc/sojourn/host.toml"), document.first("toml"));
    } else if (command.startsWith("sojourn-host preview")) {
      shell.succeed("mv /var/log/nginx/access.log /var/log/nginx/access.log.1; nginx -s reopen");
      await().until(() -> Files.exists(root.resolve("var/log/nginx/access.log")));
    } else if (command.startsWith("sojourn-host ps")) {
      visitInTheBackground("follow --follow");
      awaitOne("ps");
    } else if (command.equals("sojourn-host held --config host.toml")) {
      Files.writeString(
          root.resolve("etc/sojourn/host.toml"),
          document.first("toml") + "[policy]\nhold = true\n");
      shell.succeed("systemctl restart sojourn-host");
      visitInTheBackground("first");
      awaitOne("held");
    } else if (command.startsWith("sojourn-host drop")) {
      visitInTheBackground("second");
      awaitOne("held");
    } else if (command.contains("--dir COPY")) {
      shell.succeed("cp -r /var/lib/sojourn/audit /root/copy");
    }
  }

  private void serveTheSite() throws IOException {
    var pages = Files.createDirectories(root.resolve("var/www/html"));
    Files.writeString(
        pages.resolve("index.html"),
        "<!doctype html><title>Hello</title><p>hello world <a href=\"/b.html\">b</a>");
    Files.writeString(pages.resolve("b.html"), "<!doctype html><title>B</title><p>b");
    Files.delete(root.resolve("etc/nginx/sites-enabled/default"));
    Files.writeString(root.resolve("etc/nginx/sites-enabled/site"), document.first("nginx"));
    shell.succeed("nginx");
  }

  private void visitInTheBackground(String out) throws IOException {
    shell.succeed("(" + CRAWL + out + " >/root/" + out.split(" ", 2)[0] + ".log 2>&1 &)");
  }

  private void awaitOne(String list) {
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> !json("sojourn-host " + list + " --config host.toml --json").isEmpty());
  }

  /// The objects that a command prints, one a line.
  private List<JsonNode> json(String command) throws IOException {
    var json = new ObjectMapper();
    return shell
        .run(command)
        .text()
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(
            line -> {
              try {
                return json.readTree(line);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }

  private String filledIn(String command) throws IOException {
    var filled =
        command
            .replace("SIGNER", "myself")
            .replace("COPY", "/root/copy")
            .replace("hello world", "hello");
    if (filled.contains(" ID ")) {
      var list = filled.contains(" show ") || filled.contains(" stop ") ? "ps" : "held";
      var items = json("sojourn-host " + list + " --config host.toml --json");
      filled = filled.replace(" ID ", " " + items.getFirst().get("id").asText() + " ");
    }
    if (filled.contains("THUMBPRINT")) {
      var key = json("sojourn-host key --config host.toml --json");
      filled = filled.replace("THUMBPRINT", key.getFirst().get("id").asText());
    }
    return filled;
  }

  private void check(String command, OperatorShell.Said said) throws IOException {
    assertThat(said.exitCode()).as("%s: %s", command, said.text()).isZero();
    var expected = expected(command);
    assertThat(said.text()).as(command).contains(expected);
    if (command.startsWith("apt ")) {
      for (var name : List.of("sojourn", "sojourn-host")) {
        var documents = root.resolve("usr/share/doc").resolve(name);
        assertThat(documents.resolve("operate.md")).exists();
        assertThat(DocumentLinks.broken(documents)).isEmpty();
      }
    }
  }

  /// What shows that a command did its work, besides its exit code.
  private static String expected(String command) {
    var host = command.replaceFirst("^runuser -u sojourn -- ", "");
    return switch (host.replaceFirst("^sojourn(-host)? (audit )?(\\S+).*", "$2$3")) {
      case "check" -> "http://www.example.org";
      case "doctor" -> "0 escaped";
      case "crawl" -> "atp://localhost:10434";
      case "search" -> "http://www.example.org/";
      case "preview" -> "requests";
      case "ps", "show", "stop", "ban", "bans", "allow" -> "myself";
      case "sites" -> "here";
      case "pages" -> " bytes on disk.";
      case "held" -> command.contains(" ID ") ? "www.example.org" : "myself";
      case "release" -> "released";
      case "drop" -> "dropped";
      case "backup" -> "Its audit log is whole";
      case "restore" -> "/var/lib/sojourn is as it was at";
      case "audit verify" -> "The audit log is whole";
      case "audit --config" -> "left";
      case "saved" -> "requests did not come over the network";
      default -> "";
    };
  }
}

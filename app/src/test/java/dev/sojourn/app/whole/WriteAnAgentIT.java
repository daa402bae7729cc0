package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way of a stranger: docs/write-an-agent.md, from an empty folder to an agent at work, word
/// for word. Only the port differs, since others may listen there.
final class WriteAnAgentIT {
  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```([a-z]+)\n(.*?)^```$");
  private static final String PORT = "10434";
  private static final int MINUTES = 20;

  @TempDir private Path temp;

  private record Block(String kind, String text) {}

  @Test
  void everyListingAndCommandOfTheDocumentWorks() throws Exception {
    var port = Integer.toString(freePort());
    var blocks = blocks(port);
    assertThat(blocks).extracting(Block::kind).contains("shell", "java", "toml", "text");

    var out = run(script(blocks, port), Path.of("target/dist/bin").toAbsolutePath() + ":");
    assertThat(out.lines().filter(line -> line.startsWith("{\"finding\""))).hasSize(1);

    int at = 0;
    for (var block : blocks) {
      switch (block.kind()) {
        case "java" ->
            assertThat(temp.resolve("titles/src/main/java/org/example/titles/TitlesAgent.java"))
                .hasContent(block.text());
        case "text" -> {
          at = out.indexOf(block.text(), at);
          assertThat(at).as("%s%nin%n%s", block.text(), out).isNotNegative();
        }
        default -> {}
      }
    }
    assertThat(out).contains("--with shortest=…  Titles with fewer characters are left out.");
    assertThat(temp.resolve("repository/dev/sojourn/sojourn-agent-api")).isDirectory();
  }

  /// The path has only Maven, and its repository holds no part of Sojourn.
  @Test
  void whatAgentNewPrintsWorksAsPrinted() throws Exception {
    var program = Path.of("target/dist/bin/sojourn").toAbsolutePath();
    var made = run("%s agent new titles 2>&1".formatted(program), "");

    var steps = made.lines().filter(line -> line.startsWith("  ")).map(String::strip).toList();
    assertThat(steps).hasSize(2);
    assertThat(steps.getFirst()).isEqualTo("mvn -f titles package");
    assertThat(steps.getLast()).startsWith(program + " agent try ");
    var out = run("set -e\n%s --quiet\n%s\n".formatted(steps.getFirst(), steps.getLast()), "");
    assertThat(out).contains("{\"url\":\"http://localhost/\",\"title\":\"Home of a small site\"}");
  }

  /// The links lead into the repository of this machine.
  @AfterEach
  void removeLinks() throws IOException {
    try (var parts = Files.newDirectoryStream(temp.resolve("repository"))) {
      for (var part : parts) {
        if (Files.isSymbolicLink(part)) {
          Files.delete(part);
        }
      }
    }
  }

  /// The commands of all blocks in one shell, as in one terminal; a listing of a file is written. A
  /// daemon that still ends would write into folders that are being deleted.
  private static String script(List<Block> blocks, String port) {
    var script = new StringBuilder("set -e\ntrap 'kill $(jobs -p) 2>/dev/null || :; wait' EXIT\n");
    for (var block : blocks) {
      switch (block.kind()) {
        case "shell" -> {
          script.append(block.text());
          if (block.text().contains("host run")) {
            script
                .append("n=0; until (: < /dev/tcp/127.0.0.1/")
                .append(port)
                .append(") 2> /dev/null; do n=$((n + 1)); test $n -lt 3000; sleep 0.1; done\n");
          }
        }
        case "toml" ->
            script.append("cat > host.toml <<'END'\n").append(block.text()).append("END\n");
        default -> {}
      }
    }
    return script.toString();
  }

  private String run(String script, String programs) throws IOException, InterruptedException {
    var out = temp.resolve("out");
    var builder =
        new ProcessBuilder("bash", "-c", script)
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().merge("PATH", "", (path, _) -> programs + path);
    // Without a place for it no start cache is made; it would be used only once.
    builder.environment().put("XDG_CACHE_HOME", "none");
    builder
        .environment()
        .put(
            "MAVEN_OPTS",
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -DargLine=-XX:TieredStopAtLevel=1"
                + " -Dmaven.repo.local="
                + repository());
    var process = builder.start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("%s", script).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    var said = Files.readString(out);
    assertThat(process.exitValue()).as("%s", said).isZero();
    return said;
  }

  /// The document's section, with another port.
  private static List<Block> blocks(String port) throws IOException {
    var document = Files.readString(CHECKOUT.resolve("docs/write-an-agent.md"));
    int from = document.indexOf("## From nothing to an agent at work");
    var section = document.substring(from, document.indexOf("\n## ", from));
    var blocks = new ArrayList<Block>();
    var found = BLOCK.matcher(section.replace(PORT, port));
    while (found.find()) {
      blocks.add(new Block(found.group(1), found.group(2)));
    }
    return blocks;
  }

  /// A Maven repository with everything that the one of this build has, but no part of Sojourn, as
  /// on a machine on which Sojourn was just unpacked.
  private Path repository() throws IOException {
    var built = Path.of(jarOf(Test.class));
    while (!built.endsWith("org")) {
      built = built.getParent();
    }
    var repository = temp.resolve("repository");
    if (Files.exists(repository)) {
      return repository;
    }
    Files.createDirectory(repository);
    try (var parts = Files.newDirectoryStream(built.getParent())) {
      for (var part : parts) {
        if (!part.endsWith("dev")) {
          Files.createSymbolicLink(repository.resolve(part.getFileName()), part);
        }
      }
    }
    return repository;
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

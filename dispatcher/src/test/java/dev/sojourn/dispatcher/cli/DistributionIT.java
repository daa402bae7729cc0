package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.dispatcher.crawl.BuiltProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The built program, as whoever installs it starts it.
@Timeout(300)
class DistributionIT {
  private static final Path DIST = Path.of("target", "dist").toAbsolutePath();

  @TempDir private Path folder;

  private record Ran(int exit, String out, String err) {}

  @Test
  void startsFromAnyDirectoryAndThroughALink() throws Exception {
    var link = folder.resolve("linked");
    Files.createSymbolicLink(link, BuiltProgram.FILE);
    var ran = run(link.toString(), "--version");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).startsWith("sojourn-dispatcher ").contains("Java 25");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void keepsTheSampleAgentsBesideTheProgramAndNotInIt() throws IOException {
    assertThat(names("lib")).noneMatch(name -> name.startsWith("sojourn-sample-agents"));
    assertThat(names("lib")).anyMatch(name -> name.startsWith("sojourn-dispatcher-"));
    assertThat(names("agents")).hasSize(1);
  }

  @Test
  void packsAnAgentThatCameWithIt() throws Exception {
    var program = BuiltProgram.FILE.toString();
    var key = folder.resolve("k").toString();
    var file = folder.resolve("a").toString();
    assertThat(CommandLines.run("key", "new", key).exit()).isZero();
    var packed =
        run(
            program,
            "agent",
            "pack",
            "indexing",
            "--key",
            key,
            "--host",
            "atp://h",
            "--site",
            "http://site/",
            "--out",
            file);
    assertThat(packed.exit()).as(packed.err()).isZero();
    assertThat(CommandLines.run("agent", "inspect", file, "--key", key).exit()).isZero();
  }

  /// A test of the whole builds such a project by the other distribution.
  @Test
  void aNewProjectTakesSojournsArtefactsFromTheDistribution() throws Exception {
    var made = run(BuiltProgram.FILE.toString(), "agent", "new", "titles");
    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(made.err())
        .contains("\n  " + DIST.resolve("bin/sojourn-dispatcher") + " agent try ");
    var repository = DIST.resolve("maven");
    assertThat(Files.readString(folder.resolve("titles/pom.xml")))
        .contains("<url>" + repository.toUri() + "</url>");
    for (var module :
        List.of("agent-api", "agent-test", "visit", "page-parse", "sandbox", "atp", "base")) {
      var artefact = names("maven/dev/sojourn/sojourn-" + module).getFirst();
      assertThat(names("maven/dev/sojourn/sojourn-%s/%s".formatted(module, artefact)))
          .hasSize(3)
          .anyMatch(name -> name.endsWith(".jar"))
          .anyMatch(name -> name.endsWith(".pom"))
          .contains("maven-metadata.xml");
    }
    assertThat(names("maven/dev/sojourn/sojourn-parent")).hasSize(1);
  }

  @Test
  void anUnknownWordEndsWithCodeTwo() throws Exception {
    var ran = run(BuiltProgram.FILE.toString(), "serch");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("did you mean 'search'?");
  }

  private static List<String> names(String directory) throws IOException {
    try (var files = Files.list(DIST.resolve(directory))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private Ran run(String... words) throws IOException, InterruptedException {
    var out = folder.resolve("stdout").toFile();
    var err = folder.resolve("stderr").toFile();
    var builder =
        new ProcessBuilder(new ArrayList<>(List.of(words)))
            .directory(folder.toFile())
            .redirectOutput(out)
            .redirectError(err);
    builder.environment().put("SOJOURN_JAVA_OPTIONS", BuiltProgram.javaOptions());
    int exit = builder.start().waitFor();
    return new Ran(
        exit,
        Files.readString(out.toPath(), StandardCharsets.UTF_8),
        Files.readString(err.toPath(), StandardCharsets.UTF_8));
  }
}

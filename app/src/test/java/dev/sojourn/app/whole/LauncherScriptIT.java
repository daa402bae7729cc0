package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script `sojourn` in a repository of its own, with a Maven that only pretends to build.
final class LauncherScriptIT {
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "readlink",
          "dirname",
          "find",
          "head",
          "date",
          "sed",
          "tail",
          "mkdir",
          "sleep",
          "touch",
          "cat",
          "chmod",
          "flock");
  private static final String BUILDS =
      """
      #!/bin/sh
      dist=$(dirname "$0")/../repo/app/target/dist
      mkdir -p "$dist/bin"
      echo '#!/bin/sh' >"$dist/bin/sojourn"
      echo 'echo "started with $*"' >>"$dist/bin/sojourn"
      chmod +x "$dist/bin/sojourn"
      touch "$dist/built"
      """;
  private static final String FAILS =
      """
      #!/bin/sh
      echo '[INFO] Building Sojourn :: atp 0.1.0 [3/9]'
      echo '[ERROR] A source does not compile.'
      exit 1
      """;

  @TempDir private Path temp;
  private Path repo;
  private Path bin;

  @BeforeEach
  void layOutARepository() throws IOException {
    repo = Files.createDirectories(temp.resolve("repo"));
    bin = Files.createDirectories(temp.resolve("bin"));
    for (var file : List.of("sojourn", "find-java")) {
      Files.copy(Path.of("..", file), repo.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.createDirectories(repo.resolve("config"));
    var source = Files.createDirectories(repo.resolve("robots/src/main")).resolve("A.java");
    for (var file : List.of(source, repo.resolve("pom.xml"), repo.resolve("robots/pom.xml"))) {
      Files.writeString(file, "");
    }
    makeOld(repo);
    for (var tool : TOOLS) {
      var found =
          Stream.of("/bin", "/usr/bin").map(folder -> Path.of(folder, tool)).filter(Files::exists);
      var real = found.findFirst();
      if (real.isPresent()) {
        executable(bin.resolve(tool), "#!/bin/sh\nexec " + real.get() + " \"$@\"\n");
      }
    }
  }

  @Test
  void buildsOnFirstUseAndStartsAtOnceAfterwards() throws IOException, InterruptedException {
    maven(BUILDS);
    var first = run("demo", "--json");
    maven(FAILS);
    var second = run("search", "x y");

    assertThat(first.exitCode()).isZero();
    assertThat(first.err()).contains("building Sojourn");
    assertThat(first.out()).isEqualTo("started with demo --json\n");
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).isEqualTo("started with search x y\n");
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws IOException, InterruptedException {
    maven(BUILDS);
    run("demo");
    var source = repo.resolve("robots/src/main/A.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));

    assertThat(run("demo").err()).contains("building Sojourn");
  }

  @Test
  void namesTheLogWhenTheBuildFails() throws IOException, InterruptedException {
    maven(FAILS);
    var run = run("demo");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("A source does not compile.")
        .contains("see " + repo.toRealPath().resolve("target/build.log"));
    assertThat(run.out()).isEmpty();
  }

  @Test
  void saysInOneLineThatMavenIsMissing() throws IOException, InterruptedException {
    var run = run("demo");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).contains("Maven (mvn) was not found");
  }

  @Test
  void saysInOneLineThatAJdkIsMissing() throws IOException, InterruptedException {
    maven(BUILDS);
    var run = run(temp.resolve("no-jdk"), "demo");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).contains("not a JDK of version 25");
  }

  @Test
  void worksThroughALinkFromAnotherFolder() throws IOException, InterruptedException {
    maven(BUILDS);
    Files.createSymbolicLink(bin.resolve("sojourn"), repo.resolve("sojourn"));

    assertThat(run("plan").out()).isEqualTo("started with plan\n");
  }

  private Program run(String... words) throws IOException, InterruptedException {
    return run(Path.of(System.getProperty("java.home")), words);
  }

  private Program run(Path javaHome, String... words) throws IOException, InterruptedException {
    var linked = bin.resolve("sojourn");
    var script = Files.exists(linked) ? linked : repo.resolve("sojourn");
    var builder =
        new ProcessBuilder(Stream.concat(Stream.of(script.toString()), Stream.of(words)).toList())
            .directory(temp.toFile())
            .redirectOutput(temp.resolve("out").toFile())
            .redirectError(temp.resolve("err").toFile());
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("SOJOURN_JAVA_HOME", javaHome.toString());
    var process = builder.start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Program(
        process.exitValue(),
        Files.readString(temp.resolve("out")),
        Files.readString(temp.resolve("err")));
  }

  private void maven(String script) throws IOException {
    executable(bin.resolve("mvn"), script);
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void makeOld(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
      }
    }
  }
}

package dev.sojourn.lab.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.lab.experiment.MavenCoordinates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Javadoc jars: from the local repository, from Maven, and the report if there is none.
final class JavadocJarTest {
  private static final MavenCoordinates ARTIFACT =
      new MavenCoordinates("org.example", "thing", "1.0");

  @TempDir private Path temp;

  @Test
  void aJarOfTheLocalRepositoryNeedsNoMaven() throws IOException, InterruptedException {
    jar(
        Files.createDirectories(temp.resolve("m2/org/example/thing/1.0")),
        "index.html",
        "META-INF/MANIFEST.MF");
    var site = temp.resolve("site");

    try (var jar = JavadocJar.resolve(ARTIFACT, temp.resolve("m2"), "no-such-program")) {
      jar.unpack(site);
    }

    assertThat(site.resolve("index.html")).hasContent("index.html");
    assertThat(site.resolve("META-INF")).doesNotExist();
  }

  @Test
  void anotherJarIsFetchedByMavenAndDeletedAfterwards() throws IOException, InterruptedException {
    jar(temp, "a/b.html");
    var maven =
        program(
            """
            #!/bin/sh
            for word; do case $word in -DoutputDirectory=*) out=${word#*=};; esac; done
            echo "$@" > %1$s/asked; echo "$out" > %1$s/out
            cp %1$s/thing-1.0-javadoc.jar "$out"
            """
                .formatted(temp));
    var site = temp.resolve("site");

    try (var jar = JavadocJar.resolve(ARTIFACT, temp.resolve("m2"), maven)) {
      jar.unpack(site);
    }

    assertThat(site.resolve("a/b.html")).hasContent("a/b.html");
    assertThat(temp.resolve("asked"))
        .content()
        .contains("-Dartifact=org.example:thing:1.0:jar:javadoc");
    assertThat(Path.of(Files.readString(temp.resolve("out")).strip())).doesNotExist();
  }

  @Test
  void whatCannotBeHadIsReportedWithTheReasonAndTheRemedy() throws IOException {
    var maven =
        program("#!/bin/sh\necho '[ERROR] Could not find it in central -> [Help 1]'\nexit 1\n");

    assertThatThrownBy(() -> JavadocJar.resolve(ARTIFACT, temp.resolve("m2"), maven))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the javadoc of org.example:thing:1.0 is not in " + temp)
        .hasMessageContaining("(Could not find it in central)")
        .hasMessageContaining("mvn org.apache.maven.plugins:maven-dependency-plugin:");
    assertThatThrownBy(() -> JavadocJar.resolve(ARTIFACT, temp.resolve("m2"), "no-such-program"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-program");
  }

  @Test
  void aPathThatLeadsOutOfTheJarIsRefused() throws IOException, InterruptedException {
    jar(Files.createDirectories(temp.resolve("m2/org/example/thing/1.0")), "../../evil.html");

    try (var jar = JavadocJar.resolve(ARTIFACT, temp.resolve("m2"), "no-such-program")) {
      assertThatThrownBy(() -> jar.unpack(temp.resolve("site")))
          .hasMessageContaining("leads out of it: ../../evil.html");
    }
    assertThat(temp.resolve("evil.html")).doesNotExist();
  }

  @Test
  void coordinatesLeadNowhereElse() {
    assertThat(MavenCoordinates.parse("org.jsoup:jsoup:1.23.2")).isPresent();
    assertThat(MavenCoordinates.parse("org.jsoup:jsoup")).isEmpty();
    assertThat(MavenCoordinates.parse("..:jsoup:1")).isEmpty();
    assertThat(MavenCoordinates.parse("a:b/../c:1")).isEmpty();
    assertThat(MavenCoordinates.parse("-Dx:y:1")).isEmpty();
  }

  private static void jar(Path folder, String... names) throws IOException {
    try (var out =
        new ZipOutputStream(Files.newOutputStream(folder.resolve("thing-1.0-javadoc.jar")))) {
      for (var name : names) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      }
    }
  }

  private String program(String script) throws IOException {
    var file = Files.writeString(temp.resolve("maven"), script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file.toString();
  }
}

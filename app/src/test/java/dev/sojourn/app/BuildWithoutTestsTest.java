package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// `./sojourn` builds the program without compiling tests. Maven then makes no test jars, and fails
/// for a module that depends on one.
final class BuildWithoutTestsTest {

  @Test
  void noModuleNeedsTheTestsOfAnother() throws IOException {
    try (var files = Files.walk(SourceNames.ROOT)) {
      var poms =
          files
              .filter(file -> file.endsWith("pom.xml"))
              .filter(file -> !SourceNames.ROOT.relativize(file).toString().contains("target/"))
              .toList();
      assertThat(poms)
          .hasSizeGreaterThan(20)
          .allSatisfy(pom -> assertThat(Files.readString(pom)).doesNotContain("test-jar"));
    }
  }
}

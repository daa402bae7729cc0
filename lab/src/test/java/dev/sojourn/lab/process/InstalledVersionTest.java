package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The versions that programs state.
final class InstalledVersionTest {
  private static String said(String script) {
    return InstalledVersion.of(List.of("sh", "-c", script));
  }

  @Test
  void theFirstLineThatIsNotBlankCounts() {
    assertThat(said("echo; echo 'GNU Wget2 2.2.0 - a program'; echo more"))
        .isEqualTo("GNU Wget2 2.2.0 - a program");
    assertThat(said("echo 'SLF4J: no logger' >&2; echo 'crawler4j 4.4.0'"))
        .isEqualTo("crawler4j 4.4.0");
  }

  @Test
  void aProgramThatFailsIsMissingOrSaysNothingHasNone() {
    assertThat(said("echo no such option; exit 2")).isEmpty();
    assertThat(said("true")).isEmpty();
    assertThat(said("echo 'only a warning' >&2")).isEmpty();
    assertThat(InstalledVersion.of(List.of("/no/such/program"))).isEmpty();
    assertThat(InstalledVersion.of(List.of())).isEmpty();
  }

  @Test
  void neitherALongLineNorAnEscapeGetsIntoTheResults() {
    assertThat(said("printf '\\033[31mred\\n'")).doesNotContain("\u001b").contains("red");
    assertThat(said("head -c 100000 /dev/zero | tr '\\0' x")).hasSize(200);
  }

  @Test
  void aProgramThatAsksIsNotAnswered() {
    assertThat(said("cat; echo done")).isEqualTo("done");
  }
}

package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.testing.DocumentLinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The documents of the two distributions, which the Debian packages ship as they lie there.
class PackagedDocumentsIT {
  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"target/dist/share/doc", "../host-daemon/target/dist/share/doc"})
  void everyLinkLeadsToAHeadingOfAFileThatIsThereOrToAUrl(Path documents) throws IOException {
    assertThat(documents.resolve("operate.md")).exists();
    assertThat(documents.resolve("crawl.md")).exists();
    assertThat(documents.resolve("SECURITY.md")).exists();

    assertThat(DocumentLinks.broken(documents)).isEmpty();
  }

  @Test
  void aLinkThatLeadsNowhereIsFound() throws IOException {
    Files.writeString(
        temporary.resolve("a.md"),
        """
        # The head: of `a`
        [here](#the-head-of-a), [there](b.md#b), [the web](https://a.example/), `[no](link.md)`
        [gone](c.md), [no heading](b.md#c), [outside](../b.md)
        ```
        [no](link.md)
        ```
        """);
    Files.writeString(temporary.resolve("b.md"), "## B\n");

    assertThat(DocumentLinks.broken(temporary))
        .isEqualTo(List.of("a.md -> c.md", "a.md -> b.md#c", "a.md -> ../b.md"));
  }
}

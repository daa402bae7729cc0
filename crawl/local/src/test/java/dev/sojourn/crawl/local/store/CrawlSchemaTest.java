package dev.sojourn.crawl.local.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlSchemaTest {
  @TempDir Path folder;

  @Test
  void aStoreOfANewerVersionIsLeftAloneAndTheNextStepIsNamed() throws Exception {
    var file = folder.resolve("crawl.db");
    try (var session = CrawlSchema.open(file)) {
      session.version(99);
    }

    assertThatThrownBy(() -> CrawlSchema.open(file))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file
                + " was written by a newer version of this program (its format is 99, and this one"
                + " reads up to 2); use that version, or name another directory with --out");
    assertThat(file).exists();
  }
}

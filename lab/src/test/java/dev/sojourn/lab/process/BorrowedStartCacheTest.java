package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BorrowedStartCacheTest {
  @TempDir private Path folder;

  @Test
  void aHostFindsWhatTheCrawlsOfItsUserMadeAndAlsoWhenItStartsAgain() throws IOException {
    var shared = folder.resolve("sojourn/start-cache");
    OwnerOnly.createDirectories(shared);
    var made = Files.writeString(shared.resolve("worker-1-2.aot"), "classes");
    Files.writeString(shared.resolve("3.part"), "being made");
    var data = folder.resolve("data");

    lend(data);
    lend(data);

    var lent = data.resolve("start-cache");
    assertThat(lent).isDirectoryContaining("glob:**.aot").isDirectoryNotContaining("glob:**.part");
    assertThat(Files.isSameFile(made, lent.resolve("worker-1-2.aot"))).isTrue();
  }

  @Test
  void nothingIsMadeForAHostWhereTheUserHasNone() {
    lend(folder.resolve("data"));

    assertThat(folder.resolve("data")).doesNotExist();
  }

  private void lend(Path data) {
    BorrowedStartCache.to(data, Map.of("XDG_CACHE_HOME", folder.toString()), "");
  }
}

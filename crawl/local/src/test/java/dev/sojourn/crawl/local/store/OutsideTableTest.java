package dev.sojourn.crawl.local.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.visits.OutsideLinks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideTableTest {
  @TempDir Path directory;

  private static OutsideLinks links(Map<String, Long> counts) {
    var links = new OutsideLinks();
    counts.forEach(links::add);
    return links;
  }

  private CrawlStore open() throws IOException {
    return CrawlStore.open(directory.resolve("crawl.db"));
  }

  @Test
  void theLinksOfAVisitAreSummedAndKept() throws IOException {
    try (var store = open()) {
      store.outside().add("a", links(Map.of("https://x.example", 2L, "https://y.example", 1L)));
      store.outside().add("a", links(Map.of("https://x.example", 3L)));
      store.outside().add("b", links(Map.of("https://x.example", 10L)));
      store.outside().add("b", links(Map.of()));
    }
    try (var store = open()) {
      var sum = new OutsideLinks();
      store.outside().addTo("a", sum);
      store.outside().addTo("nobody", sum);
      assertThat(sum.byOrigin())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of("https://x.example", 5L, "https://y.example", 1L));
      assertThat(sum.all()).isEqualTo(6);
    }
  }

  @Test
  void aHostThatLinksToAnotherSiteEachTimeFillsNeitherMemoryNorDisk() throws IOException {
    var sum = new OutsideLinks();
    try (var store = open()) {
      for (int parcel = 0; parcel < 3; parcel++) {
        var links = new OutsideLinks();
        for (int i = 0; i < 30_000; i++) {
          links.add("https://s" + parcel + "x" + i + ".example", 1);
        }
        links.add("https://" + "a".repeat(5_000), 1);
        assertThat(links.byOrigin()).hasSize(10_000);
        store.together(() -> store.outside().add("a", links));
      }
      store.outside().addTo("a", sum);
    }
    assertThat(sum.byOrigin()).hasSizeLessThanOrEqualTo(OutsideTable.MAX_ORIGINS);
    assertThat(sum.all()).isEqualTo(3 * 30_001);
  }
}
